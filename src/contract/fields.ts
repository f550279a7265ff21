/**
 * The pieces that bodies, queries and replies are made of: valibot schemas whose messages are the API's own words,
 * to be read after the path of the field. valibot's only door.
 */

import * as v from 'valibot'
import { isDate } from '../money/calendar.ts'
import { isAmountText } from '../money/minor-units.ts'
import { normalizeName } from './normalize-name.ts'

export {
  array,
  boolean,
  type InferInput,
  type InferOutput,
  nullable,
  number,
  object,
  optional,
  string,
  union,
  unknown,
} from 'valibot'

/** What an id in a body points at. */
export type ReferenceKind = 'account' | 'category' | 'category_group' | 'merchant'

/** What a schema's own rules do not tell. */
export interface SchemaMetadata {
  /** An amount: the workspace's currency says how many decimals it may have. */
  amount?: true
  /** An id: the workspace says whether it stands for something. */
  refers?: ReferenceKind
  /** The form once more, in the words of JSON Schema, for the generated documents. */
  json?: Record<string, unknown>
  [key: string]: unknown
}

const AMOUNT_PATTERN = '^-?(0|[1-9][0-9]*)(\\.[0-9]{1,4})?$'

// A control character in a name could move the cursor of whoever reads it. docs/spec.md#d12
const CONTROL_CHARACTER = /[\u0000-\u001f\u007f-\u009f]/
const NOTES_CONTROL_CHARACTER = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/

/** Has it at most so many code points? Never more than UTF-16 units. */
const hasAtMostCodePoints = (most: number, text: string): boolean =>
  text.length <= most || Array.from(text).length <= most

const isName = (text: string, stored: string): boolean =>
  stored !== '' && hasAtMostCodePoints(200, stored) && text.isWellFormed() && !CONTROL_CHARACTER.test(text)
const isNote = (text: string): boolean =>
  hasAtMostCodePoints(500, text) && text.isWellFormed() && !NOTES_CONTROL_CHARACTER.test(text)

function textSchema<const Words extends string>(
  words: Words,
  holds: (text: string) => boolean,
  meaning: SchemaMetadata = {},
) {
  return v.pipe(v.string(words), v.check(holds, words), v.metadata(meaning))
}

export const amountMessage = 'must be a decimal string in the workspace currency'

/** A decimal string; how many decimals it may have depends on the workspace, so `check` looks at it again. */
export const amount = textSchema(amountMessage, isAmountText, {
  amount: true,
  json: { pattern: AMOUNT_PATTERN },
})
export const date = textSchema('must be a date in the form YYYY-MM-DD', isDate, { json: { format: 'date' } })
const nameMessage = 'must be a non-empty string of at most 200 characters'
const nameMetadata = { json: { minLength: 1 } }
export const name = textSchema(nameMessage, (given) => isName(given, given.trim()), nameMetadata)
/** Many blanks inside a merchant's name count as one, as they are stored. @see docs/spec.md#d12 */
export const merchantName = textSchema(
  nameMessage,
  (given) => isName(given, normalizeName(given)),
  nameMetadata,
)
export const notes = v.nullable(
  textSchema('must be null or a string of at most 500 characters', isNote, { json: { maxLength: 500 } }),
)
export const booleanField = v.boolean('must be a boolean')
export const textField = v.string('must be a string')

/** An id of something that must exist in the workspace. */
export const reference = (refers: ReferenceKind) =>
  v.pipe(v.string('must be a string'), v.metadata({ refers }))

/** One of a closed set of words. */
export const closedEnum = <const Words extends readonly string[]>(words: Words, otherwise?: string) =>
  v.picklist(words, otherwise ?? `must be one of: ${words.join(', ')}`)

/** An object that knows all its fields, in the order in which they are checked. */
export const strictFields = <const Entries extends v.ObjectEntries>(entries: Entries) =>
  v.strictObject(entries, 'must be an object')

/** An array of at most `most` items; `empty` and `tooMany` are the words for the two ways to miss that. */
export const boundedArray = <const Item extends v.GenericSchema>(
  item: Item,
  most: number,
  { empty, tooMany }: { empty: string; tooMany: string },
) => v.pipe(v.array(item, empty), v.minLength(1, empty), v.maxLength(most, tooMany))

// In a query everything is text; in this process a caller may pass the value itself.

const booleanText = v.pipe(
  v.picklist(['true', 'false']),
  v.transform((word) => word === 'true'),
)

export const queryBoolean = v.pipe(
  v.union([v.boolean(), booleanText], 'must be a boolean'),
  v.metadata({ json: { type: 'boolean' } }),
)

export const queryInteger = (least: number, most: number) => {
  const words = `must be an integer from ${least} to ${most}`
  const digits = v.pipe(v.string(), v.regex(/^[0-9]{1,9}$/), v.transform(Number))
  return v.pipe(
    v.union([v.number(), digits], words),
    v.integer(words),
    v.minValue(least, words),
    v.maxValue(most, words),
    v.metadata({ json: { type: 'integer', minimum: least, maximum: most } }),
  )
}

/** A word the service answers with. A newer service may know more words: they pass, and are shown as they came. */
export const openEnum = <const Words extends readonly string[]>(words: Words) =>
  // The type promises only today's words so that callers can branch on them; every such branch needs a default.
  v.pipe(v.string(), v.metadata({ json: { examples: words } })) as unknown as v.GenericSchema<Words[number]>

/** A decimal string in a reply. */
export const money = v.pipe(
  v.string(),
  v.metadata({ amount: true, json: { pattern: '^-?[0-9]+(\\.[0-9]{1,4})?$' } }),
)
/** ISO 8601 UTC with milliseconds. @see docs/spec.md#s4 */
export const instant = v.pipe(v.string(), v.metadata({ json: { format: 'date-time' } }))
export const integer = v.pipe(v.number(), v.integer())
