/** What commands ask for. Each entry carries its help, its reading and its completion. */

import { Mistake } from '../contract/errors.ts'
import { tidyName } from '../contract/normalize-name.ts'
import { accountTypes } from '../contract/operations/accounts.ts'
import { addMonths, isDate, isMonth, monthOf } from '../money/calendar.ts'
import { looksLikeAmount } from '../money/minor-units.ts'
import { findAccountType, plainTypeName, plainTypeNames } from '../render/account-types.ts'
import { readPeriod } from './dates.ts'
import type { Entry } from './define.ts'
import { readDayWord } from './relative-days.ts'
import {
  findAccount,
  findArchivedCategory,
  findCategory,
  findCategoryOrGroup,
  findClosedAccount,
  findEnvelope,
  findEnvelopes,
  findGroup,
  findMerchant,
  findOpenAccount,
} from './resolve-name.ts'
import { nearest } from './suggest.ts'

// Things of the workspace, by name or id

export const account = (help: string) =>
  closed(entry(help, 'ACCOUNT', (text, { names }) => findAccount(names, text), 'account'))

/** One that may be opened again. */
export const closedAccount = (help: string) =>
  closed(entry(help, 'ACCOUNT', (text, { names }) => findClosedAccount(names, text), 'closed_account'))

/** One that takes new transactions. */
export const accountToBookIn = (help: string) =>
  closed(entry(help, 'ACCOUNT', (text, { names }) => findOpenAccount(names, text), 'account'))

export const category = (help: string) =>
  closed(entry(help, 'CATEGORY', (text, { names }) => findCategory(names, text), 'category'))

/** One that may be taken back into use. */
export const archivedCategory = (help: string) =>
  closed(entry(help, 'CATEGORY', (text, { names }) => findArchivedCategory(names, text), 'archived_category'))

/** A category, or all categories of a group. */
export const categoryOrGroup = (help: string) =>
  entry(help, 'CATEGORY|GROUP', (text, { names }) => findCategoryOrGroup(names, text), 'category')

/** A category, or Ready to Assign. */
export const envelope = (help: string) =>
  entry(
    `${help}; rta is Ready to Assign`,
    'CATEGORY',
    (text, { names }) => findEnvelope(names, text),
    'category',
  )

/** Several of them, with commas between. */
export const envelopes = (help: string) =>
  entry(
    `${help}, with commas between; rta is Ready to Assign`,
    'CATEGORIES',
    (text, { names }) => findEnvelopes(names, text),
    'category',
  )

export const group = (help: string) =>
  closed(entry(help, 'GROUP', (text, { names }) => findGroup(names, text), 'group'))

export const merchant = (help: string) =>
  closed(entry(help, 'MERCHANT', (text, { names }) => findMerchant(names, text), 'merchant'))

/** A merchant that may be new: only a whole name or an id is an old one, the beginning of a name is a name of its own. */
export const merchantOrNew = (help: string) => entry(help, 'MERCHANT', (text) => text, 'merchant')

export const id = (help: string) => entry(help, 'ID', (text) => text)

// Words

export const plain = (help: string, placeholder: string) => entry(help, placeholder, (text) => text)

export const name = (help: string) =>
  entry(help, 'NAME', (text) => {
    if (tidyName(text) === '')
      throw new Mistake('value', 'A name needs at least one letter', { field: 'name' })
    // The service refuses these, too, but names of workspaces and keys never come to it. spec D12
    if (/\p{Cc}/u.test(text) || !text.isWellFormed())
      throw new Mistake('value', `A name cannot hold control characters: "${text}"`, { field: 'name' })
    return text
  })

export const file = (help: string) => entry(help, 'FILE', (text) => text, 'file')

/** So many words are listed in a help text; more of them have a command or a topic of their own. */
const MOST_LISTED = 6

/** One of a closed set of words, listed behind the help where they are few. */
export const oneOf = <const Word extends string>(help: string, placeholder: string, words: readonly Word[]) =>
  closed(
    entry(
      words.length > MOST_LISTED ? help : `${help}: ${words.join(', ')}`,
      placeholder,
      (text) => {
        const found = words.find((word) => word === text)
        if (found !== undefined) return found
        const near = nearest(text, words)
        const message = `"${text}" is no ${placeholder.toLowerCase()}`
        if (near !== undefined) throw new Mistake('value', `${message}; did you mean "${near}"?`)
        throw new Mistake('value', message, { hint: `One of: ${words.join(', ')}` })
      },
      words,
    ),
  )

/** A type in plain words or in the API's. */
export const accountType = (help: string): Entry<(typeof accountTypes)[number]> => ({
  ...oneOf(help, 'TYPE', accountTypes),
  label: plainTypeName,
  read(text) {
    const found = findAccountType(text)
    if (found !== undefined) return found
    const near = nearest(text, [...plainTypeNames, ...accountTypes])
    const message = `"${text}" is not an account type`
    if (near !== undefined) throw new Mistake('value', `${message}; did you mean "${near}"?`)
    throw new Mistake('value', message, { hint: 'budget accounts types lists them' })
  },
})

// Figures

/** A whole number from `least` on. */
export const wholeNumber = (help: string, least: number, most = Number.MAX_SAFE_INTEGER) =>
  entry(help, 'N', (text) => {
    const number = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
    if (number >= least && number <= most) return number
    const range = most === Number.MAX_SAFE_INTEGER ? `from ${least} on` : `from ${least} to ${most}`
    throw new Mistake('value', `"${text}" is not a whole number ${range}`)
  })

const KILO = 1024
const UNITS: Readonly<Record<string, number>> = { K: KILO, M: KILO ** 2, G: KILO ** 3 }
/** Nothing larger is read at once. */
export const LARGEST_FILE = 2 * KILO ** 3 - 1

/** A size in bytes: `500M`, `2G`, `100K` or a plain number; no more than 2G. */
export const size = (help: string) =>
  entry(help, 'SIZE', (text) => {
    const [, digits, unit = ''] = /^(\d{1,10})([KMG]?)(?:i?B)?$/i.exec(text) ?? []
    const bytes = Number(digits) * (UNITS[unit.toUpperCase()] ?? 1)
    if (bytes > 0 && bytes <= LARGEST_FILE + 1) return Math.min(bytes, LARGEST_FILE)
    throw new Mistake('value', `"${text}" is not a size up to 2G`, { hint: 'Write 500M, 2G or 100K' })
  })

// Thousands commas are clear only beside a point or beside each other: 1,234 alone may be one and a bit.
const CLEAR_COMMAS = /^[+-]?\d{1,3}(?:(?:,\d{3})+\.\d+|(?:,\d{3}){2,})$/

/** The decimal string a person's figure stands for. */
export function readAmount(text: string): string {
  const plain = (CLEAR_COMMAS.test(text) ? text.replaceAll(',', '') : text).replace(/^\+/, '')
  if (looksLikeAmount(plain)) return plain
  throw new Mistake('value', `"${text}" is not an amount`, {
    field: 'amount',
    hint: 'Write it with a point, such as -12.34 or 1,234.56',
  })
}

export const amount = (help: string) => entry(help, 'AMOUNT', readAmount)

// Times

const MONTH_STEPS: Readonly<Record<string, number>> = { this: 0, last: -1, next: 1 }

/** The month a word stands for: `2026-11`, `this`, `last`, `next`, `-1`, `+2`. */
export function readMonth(text: string, today: string): string {
  const steps = MONTH_STEPS[text] ?? (/^[+-]\d{1,4}$/.test(text) ? Number(text) : undefined)
  const month = steps === undefined ? text : addMonths(monthOf(today), steps)
  if (isMonth(month)) return month
  throw new Mistake('value', `"${text}" is not a month`, {
    field: 'month',
    hint: 'Write 2026-11, this, last, next, -1 or +1',
  })
}

export const month = (help: string) =>
  entry(help, 'MONTH', (text, { today }) => readMonth(text, today), ['this', 'last', 'next'])

export const date = (help: string) =>
  entry(
    help,
    'DATE',
    (text, { today }) => {
      const day = isDate(text) ? text : readDayWord(text, today)
      if (day !== undefined) return day
      throw new Mistake('value', `"${text}" is not a date`, {
        field: 'date',
        hint: 'Write 2026-11-20, today, yesterday, tomorrow, -3d or mon',
      })
    },
    ['today', 'yesterday', 'tomorrow'],
  )

export const period = (help: string) =>
  entry(help, 'PERIOD', (text, { today }) => readPeriod(text, today), [
    'this-month',
    'last-month',
    'last-30-days',
  ])

function entry<Value>(
  help: string,
  placeholder: string,
  read: Entry<Value>['read'],
  completion?: Entry<Value>['completion'],
): Entry<Value> {
  return completion === undefined ? { help, placeholder, read } : { help, placeholder, read, completion }
}

/** An entry that can mean nothing but what it completes to. */
const closed = <Value>(one: Entry<Value>): Entry<Value> => ({ ...one, closed: true })
