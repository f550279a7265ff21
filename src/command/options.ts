/** Creates the options that commands share: accounts, categories, amounts, dates and others. */

import { UserError } from '../contract/errors.ts'
import { normalizeName } from '../contract/normalize-name.ts'
import { addMonths, isDate, isMonth, toMonth } from '../money/calendar.ts'
import { parseAmountInput, parseTypedAmount, toDecimalPoint } from './amounts.ts'
import { findNearestMonth, parsePeriod, parseRelativeDay } from './dates.ts'
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
  findMerchants,
  findOpenAccount,
} from './names/resolve-name.ts'
import { findTransactionId } from './names/resolve-transaction.ts'
import type { OptionSpec } from './option-spec.ts'
import { closestMatch } from './suggest.ts'

// Accounts, categories, groups and merchants, by name or id

/** An account. */
export const accountOption = (help: string) =>
  createOption({
    help,
    placeholder: 'ACCOUNT',
    parse: (text, { names }) => findAccount(names, text),
    fields: ['account_id'],
    completion: 'account',
    isClosedSet: true,
  })

/** A closed account, to reopen it. */
export const closedAccountOption = (help: string) =>
  createOption({
    help,
    placeholder: 'ACCOUNT',
    parse: (text, { names }) => findClosedAccount(names, text),
    fields: ['account_id'],
    completion: 'closed_account',
    isClosedSet: true,
  })

/** An open account, which takes new transactions. */
export const openAccountOption = (help: string) =>
  createOption({
    help,
    placeholder: 'ACCOUNT',
    parse: (text, { names }) => findOpenAccount(names, text),
    fields: ['account_id'],
    completion: 'account',
    isClosedSet: true,
  })

/** A category. */
export const categoryOption = (help: string) =>
  createOption({
    help,
    placeholder: 'CATEGORY',
    parse: (text, { names }) => findCategory(names, text),
    fields: ['category_id'],
    completion: 'category',
    isClosedSet: true,
  })

/** An archived category, to unarchive it. */
export const archivedCategoryOption = (help: string) =>
  createOption({
    help,
    placeholder: 'CATEGORY',
    parse: (text, { names }) => findArchivedCategory(names, text),
    completion: 'archived_category',
    isClosedSet: true,
  })

/** A category, or a group that stands for all its categories. */
export const categoryOrGroupOption = (help: string) =>
  createOption({
    help,
    placeholder: 'CATEGORY|GROUP',
    parse: (text, { names }) => findCategoryOrGroup(names, text),
    completion: 'category',
  })

/** A category, or Ready to Assign. */
export const categoryOrRtaOption = (help: string) =>
  createOption({
    help: `${help}; rta is Ready to Assign`,
    placeholder: 'CATEGORY',
    parse: (text, { names }) => findCategoryOrRta(names, text),
    fields: ['category_id', 'ready_to_assign'],
    completion: 'category',
    isClosedSet: true,
    extraChoices: { rta: 'Ready to Assign' },
  })

/** Several categories, separated by commas; one of them may be Ready to Assign. */
export const categoriesOrRtaOption = (help: string) =>
  createOption({
    help: `${help}, separated by commas; rta is Ready to Assign`,
    placeholder: 'CATEGORIES',
    parse: (text, { names }) => findCategoriesOrRta(names, text),
    completion: 'category',
    isClosedSet: true,
    extraChoices: { rta: 'Ready to Assign' },
  })

/** A group of categories. */
export const groupOption = (help: string) =>
  createOption({
    help,
    placeholder: 'GROUP',
    parse: (text, { names }) => findGroup(names, text),
    fields: ['group_id'],
    completion: 'group',
    isClosedSet: true,
  })

/** An existing merchant. */
export const merchantOption = (help: string) =>
  createOption({
    help,
    placeholder: 'MERCHANT',
    parse: (text, { names }) => findMerchant(names, text),
    fields: ['merchant_id', 'merchant_name'],
    completion: 'merchant',
    isClosedSet: true,
  })

/** Every merchant whose name contains a text; the whole name of a merchant means that one alone. */
export const merchantFilterOption = (help: string) =>
  createOption({
    help,
    placeholder: 'MERCHANT',
    parse: (text, { names }) => findMerchants(names, text),
    completion: 'merchant',
    acceptsNewWords: true,
  })

/** A merchant that may be new. Only a whole name or an id means an existing merchant; a prefix is a new name. */
export const merchantNameOption = (help: string) =>
  createOption({
    help,
    placeholder: 'MERCHANT',
    parse: (text) => text,
    fields: ['merchant_id', 'merchant_name'],
    completion: 'merchant',
    acceptsNewWords: true,
  })

/** A transaction: its reference, its id, or `last`; the value is the id. */
export const transactionOption = (help: string) =>
  createOption({
    help,
    placeholder: 'ID',
    parse: (text, lookup) => findTransactionId(lookup, text),
    completion: ['last'],
  })

/** The id of an import or a key. */
export const idOption = (help: string) => createOption({ help, placeholder: 'ID', parse: (text) => text })

// Text

/** Any text. */
export const textOption = (help: string, placeholder: string) =>
  createOption({ help, placeholder, parse: (text) => text })

/** The name of a new or renamed entity. */
export const nameOption = (help: string) =>
  createOption({ help, placeholder: 'NAME', parse: parseName, fields: ['name'] })

function parseName(text: string): string {
  if (normalizeName(text) === '')
    throw new UserError('invalid', 'A name requires at least one letter', { field: 'name' })
  // The API rejects control characters too, but names of workspaces and keys are not sent to it. docs/spec.md#d12
  if (/\p{Cc}/u.test(text) || !text.isWellFormed())
    throw new UserError('invalid', `A name cannot contain control characters: "${text}"`, { field: 'name' })
  return text
}

/** The path of a file. */
export const fileOption = (help: string) =>
  createOption({ help, placeholder: 'FILE', parse: (text) => text, completion: 'file' })

/** The help lists at most so many values; larger sets have a command or a help topic that lists them. */
const MAX_LISTED_VALUES = 6

/** One of a fixed set of values. */
export const enumOption = <const Word extends string>(
  help: string,
  placeholder: string,
  values: readonly Word[],
) =>
  createOption({
    help: values.length > MAX_LISTED_VALUES ? help : `${help}: ${values.join(', ')}`,
    placeholder,
    parse(text) {
      const found = values.find((value) => value === text)
      if (found !== undefined) return found
      const hint = `One of: ${values.join(', ')}`
      throw unknownValueError(
        `"${text}" is not a valid ${placeholder.toLowerCase()}`,
        closestMatch(text, values),
        hint,
      )
    },
    completion: values,
    isClosedSet: true,
  })

/** Returns the error for a value that is not in a set, with the most similar one. */
export const unknownValueError = (message: string, match: string | undefined, hint: string): UserError =>
  match === undefined
    ? new UserError('invalid', message, { hint })
    : new UserError('invalid', `${message}; did you mean "${match}"?`)

// Numbers

/** A whole number from `least` to `most`. */
export const integerOption = (help: string, least: number, most = Number.MAX_SAFE_INTEGER) =>
  createOption({
    help,
    placeholder: 'N',
    parse(text) {
      const number = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
      if (number >= least && number <= most) return number
      const range = most === Number.MAX_SAFE_INTEGER ? `of at least ${least}` : `from ${least} to ${most}`
      throw new UserError('invalid', `"${text}" is not a whole number ${range}`)
    },
  })

/** An amount of money, as a decimal string. */
export const amountOption = (help: string) =>
  createOption({
    help,
    placeholder: 'AMOUNT',
    parse: async (text, context) => parseAmountInput(await toDecimalPoint(text, context)),
    fields: ['amount', 'assigned'],
  })

/** An amount that takes the direction of what it belongs to, unless a sign is typed. */
export const directedAmountOption = (help: string) =>
  createOption({ help, placeholder: 'AMOUNT', parse: parseTypedAmount, fields: ['amount'] })

// Months and dates

const MONTH_OFFSETS: Readonly<Record<string, number>> = { this: 0, last: -1, next: 1 }

/**
 * Parses a month into `YYYY-MM`: `2026-11`, `this`, `last`, `next`, `-1`, `+2`; `sep` is the nearest September.
 * @throws UserError for any other text.
 */
export function parseMonthInput(text: string, today: string): string {
  const offset = MONTH_OFFSETS[text] ?? (/^[+-]\d{1,4}$/.test(text) ? Number(text) : undefined)
  const month =
    offset === undefined
      ? (findNearestMonth(text, toMonth(today)) ?? text)
      : addMonths(toMonth(today), offset)
  if (isMonth(month)) return month
  throw new UserError('invalid', `"${text}" is not a month`, {
    field: 'month',
    hint: 'Use 2026-11, sep, this, last, next, -1 or +1',
  })
}

/** A month, as `YYYY-MM`. */
export const monthOption = (help: string) =>
  createOption({
    help,
    placeholder: 'MONTH',
    parse: (text, { today }) => parseMonthInput(text, today),
    fields: ['month'],
    completion: ['this', 'last', 'next'],
  })

/** A date, as `YYYY-MM-DD`. */
export const dateOption = (help: string) =>
  createOption({
    help,
    placeholder: 'DATE',
    parse(text, { today }) {
      const date = isDate(text) ? text : parseRelativeDay(text, today)
      if (date !== undefined) return date
      throw new UserError('invalid', `"${text}" is not a date`, {
        field: 'date',
        hint: 'Use 2026-11-20, 11-20, today, yesterday, tomorrow, -3d or mon',
      })
    },
    fields: ['date'],
    completion: ['today', 'yesterday', 'tomorrow'],
  })

/** A period, from its first day to its last. */
export const periodOption = (help: string) =>
  createOption({
    help,
    placeholder: 'PERIOD',
    parse: (text, { today }) => parsePeriod(text, today),
    completion: [
      'this-month',
      'last-month',
      'this-quarter',
      'last-quarter',
      'this-year',
      'last-year',
      'last-30-days',
      'last-12-months',
    ],
  })

/** Infers the value type of an option from its `parse`. */
const createOption = <Value>(option: OptionSpec<Value>): OptionSpec<Value> => option
