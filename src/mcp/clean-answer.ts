/** Makes an answer safe to read: texts of banks and users are data on one line, and an answer has a bounded size. */

import { sanitizeLine } from '../output/sanitize.ts'
import type { Answer } from './tool.ts'

/** The most characters of an answer as JSON. */
const MAX_ANSWER = 20_000
const MAX_TEXT = 80
const MAX_NOTES = 200

/** Characters without a width hide text from the reader: formats, variation selectors and blank letters. */
const INVISIBLE = /\p{Cf}|\p{Variation_Selector}|[\u{115f}\u{1160}\u{3164}\u{ffa0}]|\u{34f}/gu

/** Returns a text on one line, without what moves the cursor, turns or hides text, cut to `most` characters. */
export function cleanText(text: string, most = MAX_TEXT): string {
  const line = sanitizeLine(text.replace(INVISIBLE, ''))
  const characters = Array.from(line)
  return characters.length <= most ? line : `${characters.slice(0, most - 1).join('')}…`
}

/** Fields with sentences of the program, and those with notes. */
const maxByField: Readonly<Record<string, number>> = {
  notes: MAX_NOTES,
  detail: MAX_NOTES,
  definition: 1000,
  message: 500,
  warnings: 500,
  next: 200,
  next_cursor: 500,
  hint: MAX_NOTES,
}

/** Fields whose texts come from banks, users or the assistant. */
const untrustedFields = new Set([
  'name',
  'account',
  'account_name',
  'merchant',
  'merchant_name',
  'category',
  'category_name',
  'group',
  'group_name',
  'notes',
  'payee',
  'raw_payee',
  'file',
  'why',
  'detail',
  'question',
  'lines',
  'schedule_name',
  'by',
])

/** Returns an answer with cleaned texts, `untrusted` for the fields whose texts are only data, and a bounded size. */
export function cleanAnswer(answer: Answer): Answer {
  const untrusted = new Set<string>()
  const clean = (value: unknown, field: string): unknown => {
    if (typeof value === 'string') {
      if (untrustedFields.has(field)) untrusted.add(field)
      return cleanText(value, maxByField[field])
    }
    if (Array.isArray(value)) return value.map((item) => clean(item, field))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [cleanText(name), clean(inner, name)]),
    )
  }
  const cleaned = clean(answer, '') as Answer // an object stays an object
  return shorten({ ...cleaned, ...(untrusted.size > 0 && { untrusted: [...untrusted].toSorted() }) })
}

/** Returns an answer of bounded size: the longest lists lose their ends, and `omitted` says how many. */
function shorten(answer: Answer): Answer {
  let shortened = answer
  const omitted: Record<string, number> = {}
  for (let size = countCharacters(shortened); size > MAX_ANSWER; size = countCharacters(shortened)) {
    const [field, list] = findLongestList(shortened)
    if (field === undefined || list.length <= 1)
      throw new Error('An answer is too long and has no list to shorten')
    const kept = Math.max(
      1,
      Math.min(list.length - 1, Math.floor((list.length * (MAX_ANSWER - 1000)) / size)),
    )
    omitted[field] = (omitted[field] ?? 0) + list.length - kept
    shortened = { ...shortened, [field]: list.slice(0, kept), omitted: { ...omitted } }
  }
  return shortened
}

const countCharacters = (value: unknown): number => Buffer.byteLength(JSON.stringify(value))

function findLongestList(answer: Answer): [field: string | undefined, list: readonly unknown[]] {
  let longest: [string | undefined, readonly unknown[]] = [undefined, []]
  let most = 0
  for (const [field, value] of Object.entries(answer)) {
    const size = Array.isArray(value) ? countCharacters(value) : 0
    if (size > most) {
      longest = [field, value as unknown[]]
      most = size
    }
  }
  return longest
}
