/** Edits one line of text, key by key. */

import type { Key, KeyName } from '../command/screen.ts'
import { displayWidth, truncateToWidth } from '../output/display-width.ts'
import { sanitizeLine } from '../output/sanitize.ts'

/** A text, and the position in it, in characters. */
export interface TextInput {
  text: string
  at: number
  /** True until a key changes the text or moves in it: the first character typed replaces it. */
  is_proposed: boolean
}

/** Returns an input with the cursor behind the text. */
export const createTextInput = (text = '', { is_proposed = false } = {}): TextInput => ({
  text,
  at: Array.from(text).length,
  is_proposed,
})

/** Returns the input after a key; undefined for a key that does not edit. */
export function editText(input: TextInput, key: Key): TextInput | undefined {
  const characters = Array.from(input.text)
  const { at } = input
  const replace = (from: number, to: number, text = ''): TextInput => {
    const added = Array.from(text)
    const all = [...characters.slice(0, from), ...added, ...characters.slice(to)]
    return { text: all.join(''), at: from + added.length, is_proposed: false }
  }
  const moveTo = (position: number): TextInput => ({
    ...input,
    at: Math.max(0, Math.min(characters.length, position)),
    is_proposed: false,
  })
  const insert = (text: string): TextInput =>
    input.is_proposed ? replace(0, characters.length, text) : replace(at, at, text)
  if (key.name === 'text') return insert(key.text)
  // What follows the end of a line was not meant for one line.
  if (key.name === 'paste') return insert(sanitizeLine(/^[^\r\n]*/.exec(key.text)?.[0] ?? ''))
  const edits: Partial<Record<KeyName, () => TextInput>> = {
    backspace: () => replace(Math.max(0, at - 1), at),
    delete: () => replace(at, at + 1),
    'ctrl-u': () => replace(0, characters.length),
    'ctrl-w': () => replace(characters.slice(0, at).join('').trimEnd().lastIndexOf(' ') + 1, at),
    left: () => moveTo(at - 1),
    right: () => moveTo(at + 1),
    home: () => moveTo(0),
    end: () => moveTo(characters.length),
  }
  return edits[key.name]?.()
}

const CURSOR = '_'

/** Returns the text with its cursor in at most `width` columns; what is near the cursor stays in sight. */
export function renderTextInput({ text, at }: Pick<TextInput, 'text' | 'at'>, width: number): string {
  const characters = Array.from(sanitizeLine(text))
  let before = characters.slice(0, at)
  const after = characters.slice(at).join('')
  while (before.length > 0 && displayWidth(before.join('')) > width - 1) before = before.slice(1)
  const space = width - 1 - displayWidth(before.join(''))
  return `${before.join('')}${CURSOR}${truncateToWidth(after, space)}`
}
