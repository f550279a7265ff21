/**
 * Parses and writes saved layouts as JSON files that users can read, edit and share.
 * @see docs/import.md#4-confirm-once-layouts
 */

import { UserError } from '../../contract/errors.ts'
import type { ReadOptions } from '../../tables/read-options.ts'
import type { LayoutRule, SavedLayout } from './saved-layout.ts'

/** A parsed JSON object. */
export type JsonObject = Readonly<Record<string, unknown>>

/** True for a JSON object; false for arrays and null. */
export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
/** True for a string. */
export const isString = (value: unknown): value is string => typeof value === 'string'
/** True for an array of strings. */
export const isStringArray = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every(isString)
const isStringArrayRecord = (value: unknown): value is Record<string, string[]> =>
  isJsonObject(value) && Object.values(value).every(isStringArray)

/** The validator of each read option. */
const optionValidators: Readonly<Record<keyof ReadOptions, (value: unknown) => boolean>> = {
  map: isString,
  date_format: isString,
  date_order: (value) => value === 'dmy' || value === 'mdy' || value === 'ymd',
  year: Number.isInteger,
  decimal: (value) => value === '.' || value === ',',
  delimiter: isString,
  encoding: isString,
  skip: Number.isInteger,
  skip_end: Number.isInteger,
  header_row: (value) => value === false,
  invert: (value) => typeof value === 'boolean',
  out_values: isStringArray,
  statement: isString,
  currency: isString,
  accept_balance: (value) => value === true,
  raw_merchants: (value) => typeof value === 'boolean',
  pending: (value) => value === 'skip' || value === 'import',
  possible: (value) => value === 'skip' || value === 'import' || value === 'match',
}
const ruleFields = ['if', 'merchant', 'category', 'notes', 'skip', 'transfer']

/** Returns the first option that is unknown or has an invalid value; undefined if all are valid. */
export function findInvalidOption(options: JsonObject): { name: string; what: string } | undefined {
  for (const [name, value] of Object.entries(options)) {
    if (!Object.hasOwn(optionValidators, name)) return { name, what: 'is unknown' }
    if (!optionValidators[name as keyof ReadOptions](value)) return { name, what: 'is not valid' } // The name is one of its keys.
  }
  return undefined
}

/**
 * Returns the layout in a file's content.
 * @throws UserError with the file and its first invalid field
 */
export function parseLayout(content: JsonObject, path: string): SavedLayout {
  const wrong = (field: string, problem: string): UserError =>
    new UserError('invalid', `${path}: ${field} ${problem}`, {
      field,
      hint: 'Correct the file, or delete the layout',
    })
  const { fingerprint, header = null, choices = {}, accounts = [], rules = [] } = content
  const { file_accounts: fileAccounts } = content
  if (!isString(fingerprint)) throw wrong('fingerprint', 'must be a string')
  if (header !== null && !isStringArray(header)) throw wrong('header', 'must be a list of strings, or null')
  if (!isJsonObject(choices)) throw wrong('choices', 'must be an object')
  const odd = findInvalidOption(choices)
  if (odd) throw wrong(`choices.${odd.name}`, odd.what)
  if (!isStringArray(accounts)) throw wrong('accounts', 'must be a list of ids')
  if (fileAccounts !== undefined && !isStringArrayRecord(fileAccounts))
    throw wrong('file_accounts', 'must contain lists of strings')
  if (!Array.isArray(rules)) throw wrong('rules', 'must be a list')
  rules.forEach((rule: unknown, at) => {
    if (!isJsonObject(rule) || !isJsonObject(rule['if'])) throw wrong(`rules[${at}].if`, 'must be an object')
    if (!isStringArray(Object.values(rule['if']))) throw wrong(`rules[${at}].if`, 'must contain only strings')
    for (const [name, value] of Object.entries(rule)) {
      if (!ruleFields.includes(name)) throw wrong(`rules[${at}].${name}`, 'is unknown')
      if (name !== 'if' && (name === 'skip' ? value !== true : !isString(value)))
        throw wrong(`rules[${at}].${name}`, 'is not valid')
    }
  })
  return {
    fingerprint,
    header,
    choices,
    accounts,
    ...(fileAccounts !== undefined && { file_accounts: fileAccounts }),
    rules: rules as LayoutRule[], // Each rule was validated above.
  }
}

/** Returns the JSON content of a layout file. */
export const toLayoutJson = ({
  fingerprint,
  header,
  choices,
  accounts,
  rules,
  ...more
}: SavedLayout): JsonObject => ({
  fingerprint,
  header,
  choices,
  accounts,
  ...more,
  rules,
})
