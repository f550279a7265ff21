/** A layout as a JSON file a person can read, change and share. */ // import.md §4

import { Mistake } from '../../contract/errors.ts'
import type { Choices } from '../model/read-options.ts'
import type { Layout, LayoutRule } from './saved-layout.ts'

export type Fields = Readonly<Record<string, unknown>>

export const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
export const isText = (value: unknown): value is string => typeof value === 'string'
export const isTexts = (value: unknown): value is string[] => Array.isArray(value) && value.every(isText)
const areLists = (value: unknown): value is Record<string, string[]> =>
  isObject(value) && Object.values(value).every(isTexts)

/** What each choice may be. */
const choiceKinds: Readonly<Record<keyof Choices, (value: unknown) => boolean>> = {
  map: isText,
  date_format: isText,
  date_order: (value) => value === 'dmy' || value === 'mdy' || value === 'ymd',
  year: Number.isInteger,
  decimal: (value) => value === '.' || value === ',',
  delimiter: isText,
  encoding: isText,
  skip: Number.isInteger,
  skip_end: Number.isInteger,
  header_row: (value) => value === false,
  invert: (value) => typeof value === 'boolean',
  out_values: isTexts,
  statement: isText,
  currency: isText,
  accept_balance: (value) => value === true,
  raw_merchants: (value) => typeof value === 'boolean',
  pending: (value) => value === 'skip' || value === 'import',
  possible: (value) => value === 'skip' || value === 'import' || value === 'match',
}
const ruleFields = ['if', 'merchant', 'category', 'notes', 'skip', 'transfer']

/** The first of some choices that cannot be meant, and why. */
export function oddChoice(choices: Fields): { name: string; what: string } | undefined {
  for (const [name, value] of Object.entries(choices)) {
    if (!Object.hasOwn(choiceKinds, name)) return { name, what: 'is not known' }
    if (!choiceKinds[name as keyof Choices](value)) return { name, what: 'cannot be meant' } // one of its keys
  }
  return undefined
}

/** The layout in a file's content. Throws a Mistake that names the file and the first field that cannot be meant. */
export function readLayout(content: Fields, path: string): Layout {
  const wrong = (field: string, what: string): Mistake =>
    new Mistake('value', `${path}: ${field} ${what}`, {
      field,
      hint: 'Correct the file, or delete the layout',
    })
  const { fingerprint, header = null, choices = {}, accounts = [], rules = [] } = content
  const { file_accounts: fileAccounts } = content
  if (!isText(fingerprint)) throw wrong('fingerprint', 'must be a text')
  if (header !== null && !isTexts(header)) throw wrong('header', 'must be a list of texts, or null')
  if (!isObject(choices)) throw wrong('choices', 'must be an object')
  const odd = oddChoice(choices)
  if (odd) throw wrong(`choices.${odd.name}`, odd.what)
  if (!isTexts(accounts)) throw wrong('accounts', 'must be a list of ids')
  if (fileAccounts !== undefined && !areLists(fileAccounts))
    throw wrong('file_accounts', 'must hold lists of texts')
  if (!Array.isArray(rules)) throw wrong('rules', 'must be a list')
  rules.forEach((rule: unknown, at) => {
    if (!isObject(rule) || !isObject(rule['if'])) throw wrong(`rules[${at}].if`, 'must be an object')
    if (!isTexts(Object.values(rule['if']))) throw wrong(`rules[${at}].if`, 'must hold texts only')
    for (const [name, value] of Object.entries(rule)) {
      if (!ruleFields.includes(name)) throw wrong(`rules[${at}].${name}`, 'is not known')
      if (name !== 'if' && (name === 'skip' ? value !== true : !isText(value)))
        throw wrong(`rules[${at}].${name}`, 'cannot be meant')
    }
  })
  return {
    fingerprint,
    header,
    choices,
    accounts,
    ...(fileAccounts !== undefined && { file_accounts: fileAccounts }),
    rules: rules as LayoutRule[], // each was looked at above
  }
}

/** The content of a layout's file. */
export const writtenLayout = ({
  fingerprint,
  header,
  choices,
  accounts,
  rules,
  ...more
}: Layout): Fields => ({
  fingerprint,
  header,
  choices,
  accounts,
  ...more,
  rules,
})
