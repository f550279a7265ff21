/** What commands ask for. Each entry carries its help, its reading and its completion. */

import { UserError } from '../contract/errors.ts'
import { normalizeName } from '../contract/normalize-name.ts'
import { accountTypes } from '../contract/operations/accounts.ts'
import { addMonths, isDate, isMonth, toMonth } from '../money/calendar.ts'
import { isAmountText } from '../money/minor-units.ts'
import { accountTypeNames, findAccountType, formatAccountType } from '../render/account-types.ts'
import { parsePeriod } from './dates.ts'
import type { OptionSpec } from './define.ts'
import { parseRelativeDay } from './relative-days.ts'
import {
  findAccount,
  findArchivedCategory,
  findCategoriesOrRta,
  findCategory,
  findCategoryOrGroup,
  findCategoryOrRta,
  findClosedAccount,
  findGroup,
  findMerchant,
  findOpenAccount,
} from './resolve-name.ts'
import { closestMatch } from './suggest.ts'

// Things of the workspace, by name or id

export const accountOption = (help: string) =>
  restrictToCompletion(
    createOption(help, 'ACCOUNT', (text, { names }) => findAccount(names, text), 'account'),
  )

/** One that may be opened again. */
export const closedAccountOption = (help: string) =>
  restrictToCompletion(
    createOption(help, 'ACCOUNT', (text, { names }) => findClosedAccount(names, text), 'closed_account'),
  )

/** One that takes new transactions. */
export const openAccountOption = (help: string) =>
  restrictToCompletion(
    createOption(help, 'ACCOUNT', (text, { names }) => findOpenAccount(names, text), 'account'),
  )

export const categoryOption = (help: string) =>
  restrictToCompletion(
    createOption(help, 'CATEGORY', (text, { names }) => findCategory(names, text), 'category'),
  )

/** One that may be taken back into use. */
export const archivedCategoryOption = (help: string) =>
  restrictToCompletion(
    createOption(
      help,
      'CATEGORY',
      (text, { names }) => findArchivedCategory(names, text),
      'archived_category',
    ),
  )

/** A category, or all categories of a group. */
export const categoryOrGroupOption = (help: string) =>
  createOption(help, 'CATEGORY|GROUP', (text, { names }) => findCategoryOrGroup(names, text), 'category')

/** A category, or Ready to Assign. */
export const categoryOrRtaOption = (help: string) =>
  createOption(
    `${help}; rta is Ready to Assign`,
    'CATEGORY',
    (text, { names }) => findCategoryOrRta(names, text),
    'category',
  )

/** Several of them, with commas between. */
export const categoriesOrRtaOption = (help: string) =>
  createOption(
    `${help}, with commas between; rta is Ready to Assign`,
    'CATEGORIES',
    (text, { names }) => findCategoriesOrRta(names, text),
    'category',
  )

export const groupOption = (help: string) =>
  restrictToCompletion(createOption(help, 'GROUP', (text, { names }) => findGroup(names, text), 'group'))

export const merchantOption = (help: string) =>
  restrictToCompletion(
    createOption(help, 'MERCHANT', (text, { names }) => findMerchant(names, text), 'merchant'),
  )

/** A merchant that may be new: only a whole name or an id is an old one, the beginning of a name is a name of its own. */
export const merchantNameOption = (help: string) => createOption(help, 'MERCHANT', (text) => text, 'merchant')

export const idOption = (help: string) => createOption(help, 'ID', (text) => text)

// Words

export const textOption = (help: string, placeholder: string) =>
  createOption(help, placeholder, (text) => text)

export const nameOption = (help: string) =>
  createOption(help, 'NAME', (text) => {
    if (normalizeName(text) === '')
      throw new UserError('value', 'A name needs at least one letter', { field: 'name' })
    // The service refuses these, too, but names of workspaces and keys never come to it. docs/spec.md#d12
    if (/\p{Cc}/u.test(text) || !text.isWellFormed())
      throw new UserError('value', `A name cannot hold control characters: "${text}"`, { field: 'name' })
    return text
  })

export const fileOption = (help: string) => createOption(help, 'FILE', (text) => text, 'file')

/** So many words are listed in a help text; more of them have a command or a topic of their own. */
const MAX_LISTED_VALUES = 6

/** One of a closed set of words, listed behind the help where they are few. */
export const enumOption = <const Word extends string>(
  help: string,
  placeholder: string,
  words: readonly Word[],
) =>
  restrictToCompletion(
    createOption(
      words.length > MAX_LISTED_VALUES ? help : `${help}: ${words.join(', ')}`,
      placeholder,
      (text) => {
        const found = words.find((word) => word === text)
        if (found !== undefined) return found
        const near = closestMatch(text, words)
        const message = `"${text}" is no ${placeholder.toLowerCase()}`
        if (near !== undefined) throw new UserError('value', `${message}; did you mean "${near}"?`)
        throw new UserError('value', message, { hint: `One of: ${words.join(', ')}` })
      },
      words,
    ),
  )

/** A type in plain words or in the API's. */
export const accountTypeOption = (help: string): OptionSpec<(typeof accountTypes)[number]> => ({
  ...enumOption(help, 'TYPE', accountTypes),
  formatChoice: formatAccountType,
  parse(text) {
    const found = findAccountType(text)
    if (found !== undefined) return found
    const near = closestMatch(text, [...accountTypeNames, ...accountTypes])
    const message = `"${text}" is not an account type`
    if (near !== undefined) throw new UserError('value', `${message}; did you mean "${near}"?`)
    throw new UserError('value', message, { hint: 'budget accounts types lists them' })
  },
})

// Figures

/** A whole number from `least` on. */
export const integerOption = (help: string, least: number, most = Number.MAX_SAFE_INTEGER) =>
  createOption(help, 'N', (text) => {
    const number = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
    if (number >= least && number <= most) return number
    const range = most === Number.MAX_SAFE_INTEGER ? `from ${least} on` : `from ${least} to ${most}`
    throw new UserError('value', `"${text}" is not a whole number ${range}`)
  })

const KILO = 1024
const BYTES_PER_UNIT: Readonly<Record<string, number>> = { K: KILO, M: KILO ** 2, G: KILO ** 3 }
/** Nothing larger is read at once. */
export const MAX_FILE_BYTES = 2 * KILO ** 3 - 1

/** A size in bytes: `500M`, `2G`, `100K` or a plain number; no more than 2G. */
export const byteSizeOption = (help: string) =>
  createOption(help, 'SIZE', (text) => {
    const [, digits, unit = ''] = /^(\d{1,10})([KMG]?)(?:i?B)?$/i.exec(text) ?? []
    const bytes = Number(digits) * (BYTES_PER_UNIT[unit.toUpperCase()] ?? 1)
    if (bytes > 0 && bytes <= MAX_FILE_BYTES + 1) return Math.min(bytes, MAX_FILE_BYTES)
    throw new UserError('value', `"${text}" is not a size up to 2G`, { hint: 'Write 500M, 2G or 100K' })
  })

// Thousands commas are clear only beside a point or beside each other: 1,234 alone may be one and a bit.
const UNAMBIGUOUS_THOUSANDS = /^[+-]?\d{1,3}(?:(?:,\d{3})+\.\d+|(?:,\d{3}){2,})$/

/** The decimal string a person's figure stands for. */
export function parseAmountInput(text: string): string {
  const plain = (UNAMBIGUOUS_THOUSANDS.test(text) ? text.replaceAll(',', '') : text).replace(/^\+/, '')
  if (isAmountText(plain)) return plain
  throw new UserError('value', `"${text}" is not an amount`, {
    field: 'amount',
    hint: 'Write it with a point, such as -12.34 or 1,234.56',
  })
}

export const amountOption = (help: string) => createOption(help, 'AMOUNT', parseAmountInput)

// Times

const MONTH_OFFSETS: Readonly<Record<string, number>> = { this: 0, last: -1, next: 1 }

/** The month a word stands for: `2026-11`, `this`, `last`, `next`, `-1`, `+2`. */
export function parseMonthInput(text: string, today: string): string {
  const steps = MONTH_OFFSETS[text] ?? (/^[+-]\d{1,4}$/.test(text) ? Number(text) : undefined)
  const month = steps === undefined ? text : addMonths(toMonth(today), steps)
  if (isMonth(month)) return month
  throw new UserError('value', `"${text}" is not a month`, {
    field: 'month',
    hint: 'Write 2026-11, this, last, next, -1 or +1',
  })
}

export const monthOption = (help: string) =>
  createOption(help, 'MONTH', (text, { today }) => parseMonthInput(text, today), ['this', 'last', 'next'])

export const dateOption = (help: string) =>
  createOption(
    help,
    'DATE',
    (text, { today }) => {
      const day = isDate(text) ? text : parseRelativeDay(text, today)
      if (day !== undefined) return day
      throw new UserError('value', `"${text}" is not a date`, {
        field: 'date',
        hint: 'Write 2026-11-20, today, yesterday, tomorrow, -3d or mon',
      })
    },
    ['today', 'yesterday', 'tomorrow'],
  )

export const periodOption = (help: string) =>
  createOption(help, 'PERIOD', (text, { today }) => parsePeriod(text, today), [
    'this-month',
    'last-month',
    'last-30-days',
  ])

function createOption<Value>(
  help: string,
  placeholder: string,
  read: OptionSpec<Value>['parse'],
  completion?: OptionSpec<Value>['completion'],
): OptionSpec<Value> {
  return completion === undefined
    ? { help, placeholder, parse: read }
    : { help, placeholder, parse: read, completion }
}

/** An entry that can mean nothing but what it completes to. */
const restrictToCompletion = <Value>(one: OptionSpec<Value>): OptionSpec<Value> => ({
  ...one,
  isClosedSet: true,
})
