/**
 * Builds the valibot schemas of bodies, queries and replies, with the messages of the API.
 * The messages are read after the path of the field. Only src/contract uses valibot.
 */

import * as v from 'valibot'
import { isDate, isMonth } from '../money/calendar.ts'
import { isCurrencyCode } from '../money/currency.ts'
import { isAmountText } from '../money/minor-units.ts'
import { normalizeName } from './normalize-name.ts'

export {
  array,
  boolean,
  type InferInput,
  type InferOutput,
  is,
  literal,
  nullable,
  number,
  object,
  optional,
  picklist,
  string,
  union,
  unknown,
} from 'valibot'

/** The kind of resource that an id in a body refers to. */
export type ReferenceKind = 'account' | 'category' | 'category_group' | 'merchant'

/** What a schema's own checks do not say. */
export interface SchemaMetadata {
  /** The value is an amount, whose number of decimals depends on the workspace's currency. */
  amount?: true
  /** The value is the id of a resource, which the workspace must have. */
  refers?: ReferenceKind
  /** The JSON Schema of the field, for the generated documents. */
  json?: Record<string, unknown>
  [key: string]: unknown
}

const AMOUNT_PATTERN = '^-?(0|[1-9][0-9]*)(\\.[0-9]{1,4})?$'

// A control character in a name could move the cursor of a terminal. docs/spec.md#d12
const CONTROL_CHARACTER = /[\u0000-\u001f\u007f-\u009f]/
const NOTES_CONTROL_CHARACTER = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/

/** True if the text has at most `most` code points, which are never more than its UTF-16 units. */
const hasAtMostCodePoints = (max: number, text: string): boolean =>
  text.length <= max || Array.from(text).length <= max

/** True if a name may be stored in this form. @see docs/spec.md#d12 */
export const isStoredName = (stored: string): boolean => isName(stored, stored)

const isName = (text: string, stored: string): boolean =>
  stored !== '' && hasAtMostCodePoints(200, stored) && text.isWellFormed() && !CONTROL_CHARACTER.test(text)

/** True if notes may be stored. @see docs/spec.md#d12 */
export const isNote = (text: string): boolean =>
  hasAtMostCodePoints(500, text) && text.isWellFormed() && !NOTES_CONTROL_CHARACTER.test(text)

function textSchema<const Message extends string>(
  message: Message,
  isValid: (text: string) => boolean,
  metadata: SchemaMetadata = {},
) {
  return v.pipe(v.string(message), v.check(isValid, message), v.metadata(metadata))
}

/** The message for a value that is not an amount of the workspace's currency. */
export const amountMessage = 'must be a decimal string in the workspace currency'

/** A decimal string. `assertValid` checks its decimals again, because they depend on the workspace. */
export const amount = textSchema(amountMessage, isAmountText, {
  amount: true,
  json: { pattern: AMOUNT_PATTERN },
})

/** A date `YYYY-MM-DD`. */
export const date = textSchema('must be a date in the form YYYY-MM-DD', isDate, { json: { format: 'date' } })
const nameMessage = 'must be a non-empty string of at most 200 characters'
const nameMetadata = { json: { minLength: 1 } }

/** The name of an account, a category or a group. */
export const name = textSchema(nameMessage, (text) => isName(text, text.trim()), nameMetadata)

/** The name of a merchant; several spaces inside it count as one. @see docs/spec.md#d12 */
export const merchantName = textSchema(nameMessage, (text) => isName(text, normalizeName(text)), nameMetadata)

/** Notes: null or text of at most 500 characters. */
export const notes = v.nullable(
  textSchema('must be null or a string of at most 500 characters', isNote, { json: { maxLength: 500 } }),
)

/** A boolean of a body. */
export const booleanField = v.boolean('must be a boolean')

/** An integer of a body from `min` to `max`. */
export const integerField = (min: number, max: number) => {
  const message = `must be an integer from ${min} to ${max}`
  return v.pipe(
    v.number(message),
    v.integer(message),
    v.minValue(min, message),
    v.maxValue(max, message),
    v.metadata({ json: { type: 'integer', minimum: min, maximum: max } }),
  )
}

/** Any text. */
export const textField = v.string('must be a string')

/** The id of a resource that must exist in the workspace. */
export const reference = (refers: ReferenceKind) =>
  v.pipe(v.string('must be a string'), v.metadata({ refers }))

/** One of a fixed list of words; the default message lists them. */
export const closedEnum = <const Words extends readonly string[]>(words: Words, message?: string) =>
  v.picklist(words, message ?? `must be one of: ${words.join(', ')}`)

/** An object without unknown fields; its fields are validated in this order. */
export const strictFields = <const Entries extends v.ObjectEntries>(entries: Entries) =>
  v.strictObject(entries, 'must be an object')

/** An array of at most `most` items, with the messages for an empty and for a longer one. */
export const boundedArray = <const Item extends v.GenericSchema>(
  item: Item,
  max: number,
  { empty, tooMany }: { empty: string; tooMany: string },
) => v.pipe(v.array(item, empty), v.minLength(1, empty), v.maxLength(max, tooMany))

// In a query every value is text; a caller in this process may pass the value itself.

const booleanText = v.pipe(
  v.picklist(['true', 'false']),
  v.transform((word) => word === 'true'),
)

/** A boolean of a query. */
export const queryBoolean = v.pipe(
  v.union([v.boolean(), booleanText], 'must be a boolean'),
  v.metadata({ json: { type: 'boolean' } }),
)

/** An integer of a query from `least` to `most`. */
export const queryInteger = (min: number, max: number) => {
  const message = `must be an integer from ${min} to ${max}`
  const digits = v.pipe(v.string(), v.regex(/^[0-9]{1,9}$/), v.transform(Number))
  return v.pipe(
    v.union([v.number(), digits], message),
    v.integer(message),
    v.minValue(min, message),
    v.maxValue(max, message),
    v.metadata({ json: { type: 'integer', minimum: min, maximum: max } }),
  )
}

/** A word of a reply. Words that a newer service adds are accepted and passed on. */
export const openEnum = <const Words extends readonly string[]>(words: Words) =>
  // The type names only today's words, so that callers can branch on them; every such branch needs a default.
  v.pipe(v.string(), v.metadata({ json: { examples: words } })) as unknown as v.GenericSchema<Words[number]>

// What follows is used as it came: in files, addresses and on terminals. A reply that breaks it is refused whole.

const isId = (text: string): boolean => text !== '' && !/[\s\p{C}]/u.test(text)

/** An id of a reply: without spaces and control characters, which could begin a line of an export. */
export const id = v.pipe(v.string(), v.check(isId, 'must be an id without spaces'))

/** A date of a reply. */
export const replyDate = v.pipe(v.string(), v.check(isDate, 'must be a date in the form YYYY-MM-DD'))

/** A month of a reply. */
export const replyMonth = v.pipe(v.string(), v.check(isMonth, 'must be a month in the form YYYY-MM'))

/** The currency of a reply. */
export const currencyCode = v.pipe(
  v.string(),
  v.check(isCurrencyCode, 'must be a currency code: three capital letters'),
)

/** A decimal string of a reply. */
export const money = v.pipe(
  v.string(),
  v.check(isAmountText, 'must be a decimal string'),
  v.metadata({ amount: true, json: { pattern: '^-?[0-9]+(\\.[0-9]{1,4})?$' } }),
)

/** An instant of a reply: ISO 8601 UTC with milliseconds. @see docs/spec.md#s4 */
export const instant = v.pipe(v.string(), v.metadata({ json: { format: 'date-time' } }))

/** An integer of a reply. */
export const integer = v.pipe(v.number(), v.integer())
