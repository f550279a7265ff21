/** Tables of keys: what a key does, how the last lines of a screen name it, how the help explains it. */

import type { Key } from '../command/screen.ts'

/** Keys that do the same. */
export interface KeyBinding<Action extends string> {
  /** Names of keys such as `enter`, and characters. */
  keys: readonly string[]
  action: Action
  /** What it does, in a word or two, for the last lines of the screen; without it only the help has it. */
  label?: string
  /** What it does, in a sentence without a full stop; without it the help leaves it out. */
  help?: string
}

/** Moves in a list, as `moveCursor` takes them. */
export type MoveAction = 'up' | 'down' | 'page-up' | 'page-down' | 'half-up' | 'half-down' | 'first' | 'last'

/** The keys that move in every list. */
export const moveKeys: readonly KeyBinding<MoveAction>[] = [
  { keys: ['up', 'k'], action: 'up', help: 'moves up, ↓ j down; PgUp PgDn, Ctrl-U Ctrl-D, g G' },
  { keys: ['down', 'j'], action: 'down' },
  { keys: ['page-up'], action: 'page-up' },
  { keys: ['page-down'], action: 'page-down' },
  { keys: ['ctrl-u'], action: 'half-up' },
  { keys: ['ctrl-d'], action: 'half-down' },
  { keys: ['g', 'home'], action: 'first' },
  { keys: ['G', 'end'], action: 'last' },
]

/** Returns what a key does; undefined when the table does not have it. Pasted text is never a key. */
export const findAction = <Action extends string>(
  table: readonly KeyBinding<Action>[],
  key: Key,
): Action | undefined => {
  if (key.name === 'paste') return undefined
  const typed = key.name === 'text' ? key.text : key.name
  return table.find(({ keys }) => keys.includes(typed))?.action
}

const keyNames: Readonly<Record<string, string>> = {
  enter: 'Enter',
  escape: 'Esc',
  up: '↑',
  down: '↓',
  left: '←',
  right: '→',
  'page-up': 'PgUp',
  'page-down': 'PgDn',
  home: 'Home',
  end: 'End',
  tab: 'Tab',
  'shift-tab': 'Shift-Tab',
  'ctrl-d': 'Ctrl-D',
  'ctrl-u': 'Ctrl-U',
  f1: 'F1',
  ' ': 'Space',
}

/** Returns the keys as they stand on a keyboard: `Enter`, `↑ k`. */
const nameKeys = (keys: readonly string[]): string => keys.map((key) => keyNames[key] ?? key).join(' ')

/** Lists the keys for the last lines of a screen: `m move`. */
export const listKeyLabels = (table: readonly KeyBinding<string>[]): string[] =>
  table.flatMap(({ keys, label }) => (label === undefined ? [] : [`${nameKeys(keys.slice(0, 1))} ${label}`]))

/** Explains the keys, one line each. */
export function listKeyHelp(table: readonly KeyBinding<string>[]): string[] {
  const explained = table.flatMap(({ keys, help }) =>
    help === undefined ? [] : [{ name: nameKeys(keys), help }],
  )
  const indent = Math.max(...explained.map(({ name }) => name.length)) + 2
  return explained.map(({ name, help }) => name.padEnd(indent) + help)
}
