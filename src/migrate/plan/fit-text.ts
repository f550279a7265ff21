/** Fits names and notes of other programs into what a workspace can hold. @see docs/spec.md#d12 */

import { toNameKey } from '../../contract/normalize-name.ts'

const MAX_NAME = 200
const MAX_NOTES = 500
const CONTROL_CHARACTERS = /[\u0000-\u001f\u007f-\u009f]+/g
const NOTES_CONTROL_CHARACTERS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]+/g

/** Most texts need no change. */
const PLAIN_NOTES = /^[!-~](?:[ -~]*[!-~])?$/

const cut = (text: string, most: number): string =>
  text.length <= most ? text : Array.from(text).slice(0, most).join('')

/** Returns the text as a name of at most 200 characters in one line; empty when nothing is left. */
export const fitName = (text: string): string =>
  cut(text.toWellFormed().replace(CONTROL_CHARACTERS, ' ').trim(), MAX_NAME).trim()

/** Returns the text as notes; null when nothing is left. */
export function fitNotes(text: string): { notes: string | null; isCut: boolean } {
  if (text.length <= MAX_NOTES && PLAIN_NOTES.test(text)) return { notes: text, isCut: false }
  const whole = text.toWellFormed().replaceAll('\r\n', '\n').replace(NOTES_CONTROL_CHARACTERS, ' ').trim()
  const notes = cut(whole, MAX_NOTES)
  return { notes: notes === '' ? null : notes, isCut: notes.length < whole.length }
}

/** Gives each name a form that no other has: `Café`, `Café (2)`. Names are compared as the service compares them. */
export function createUniqueNames(taken: readonly string[] = []): (name: string) => string {
  const keys = new Set(taken.map(toNameKey))
  return (name) => {
    for (let number = 1; ; number++) {
      const suffix = number === 1 ? '' : ` (${number})`
      const candidate = `${cut(name, MAX_NAME - suffix.length)}${suffix}`
      const key = toNameKey(candidate)
      if (keys.has(key)) continue
      keys.add(key)
      return candidate
    }
  }
}
