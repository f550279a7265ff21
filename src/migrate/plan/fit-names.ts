/** Fits names and notes of other programs into a workspace, and tells which changed. @see docs/spec.md#d12 */

import { toNameKey } from '../../contract/normalize-name.ts'
import { describeNotTaken, type NotTaken } from '../source-budget.ts'

const MAX_NAME = 200
const MAX_NOTES = 500
const CONTROL_CHARACTERS = /[\u0000-\u001f\u007f-\u009f]+/g
const NOTES_CONTROL_CHARACTERS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]+/g

/** Most texts need no change. */
const PLAIN_NOTES = /^[!-~](?:[ -~]*[!-~])?$/

const cut = (text: string, most: number): string =>
  text.length <= most ? text : Array.from(text).slice(0, most).join('')

/** Returns the text as a name of at most 200 characters in one line; empty when nothing is left. */
const fitName = (text: string): string =>
  cut(text.toWellFormed().replace(CONTROL_CHARACTERS, ' ').trim(), MAX_NAME).trim()

/** Returns the text as notes; null when nothing is left. */
export function fitNotes(text: string): { notes: string | null; isCut: boolean } {
  if (text.length <= MAX_NOTES && PLAIN_NOTES.test(text)) return { notes: text, isCut: false }
  const whole = text.toWellFormed().replaceAll('\r\n', '\n').replace(NOTES_CONTROL_CHARACTERS, ' ').trim()
  const notes = cut(whole, MAX_NOTES)
  return { notes: notes === '' ? null : notes, isCut: notes.length < whole.length }
}

/** Gives each name a form that no other has: `Café`, `Café (2)`. Names are compared as the service compares them. */
function createUniqueNames(taken: readonly string[] = []): (name: string) => string {
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

/** What became of the names of a source. */
export interface NameChanges {
  /** Returns the name in one line of at most 200 characters; the substitute when nothing is left. */
  fit(name: string, substitute?: string): string
  /** Returns a function that makes names unique among one another and those that are taken. */
  createUnique(taken?: readonly string[]): (name: string) => string
  /** Adds a payee that became the merchant of another one. */
  addMerged(payee: string, merchant: string): void
  list(): NotTaken[]
}

/** Returns changes of no names. */
export function createNameChanges(): NameChanges {
  const [fitted, numbered, merged]: [string[], string[], string[]] = [[], [], []]
  return {
    fit(name, substitute = '') {
      const fitting = fitName(name) || substitute
      if (fitting !== name.trim()) fitted.push(fitting)
      return fitting
    },
    createUnique(taken) {
      const makeUnique = createUniqueNames(taken)
      return (name) => {
        const unique = makeUnique(name)
        if (unique !== name) numbered.push(unique)
        return unique
      }
    },
    addMerged: (payee, merchant) => merged.push(`“${payee}” became ${merchant}`),
    list: () => describeChanges({ fitted, numbered, merged }),
  }
}

const MAX_EXAMPLE = 60

/** Returns the first example, if it is short enough to be read. */
const formatExample = ([first = '']: readonly string[]): string =>
  first === '' || first.length > MAX_EXAMPLE ? '' : `, e.g. ${first}`

const describeChanges = ({
  fitted,
  numbered,
  merged,
}: Record<'fitted' | 'numbered' | 'merged', readonly string[]>): NotTaken[] =>
  describeNotTaken([
    [
      'names that were too long, empty or broken',
      fitted.length,
      `changed to one line of at most 200 characters${formatExample(fitted)}`,
    ],
    [
      'duplicate names of groups and categories',
      numbered.length,
      `numbered, because names must be unique${formatExample(numbered)}`,
    ],
    [
      'payees that differ only in case or spaces',
      merged.length,
      `merged into one merchant${formatExample(merged)}`,
    ],
  ])
