/** Defines a book of GnuCash: accounts, and transactions whose splits add up to zero. */

import { addDays, isDate } from '../../money/calendar.ts'
import { createPlaceError } from '../../tables/source-file.ts'

/** An exact number, as GnuCash has them. */
export interface Fraction {
  numerator: bigint
  denominator: bigint
}

/** What an account holds: a currency, or shares. */
export interface Commodity {
  /** `USD`, or the symbol of the shares. */
  id: string
  isCurrency: boolean
}

/** An account. */
export interface GnuCashAccount {
  id: string
  name: string
  /** One of GnuCash's own, such as `BANK`. */
  type: string
  parent: string | undefined
  commodity: Commodity | undefined
  notes: string | null
  isHidden: boolean
  /** True for an account that only has others below it. */
  isPlaceholder: boolean
  /** True for the account that opening balances come from. */
  isOpening: boolean
}

/** A part of a transaction, on one account. */
export interface GnuCashSplit {
  account: string
  memo: string | null
  /** `n` not reconciled, `c` cleared, `y` reconciled, `f` frozen, `v` void. */
  state: string
  /** In the currency of the transaction. */
  value: Fraction
  /** In what the account holds. */
  quantity: Fraction
}

/** A transaction. */
export interface GnuCashTransaction {
  id: string
  date: string
  number: string | null
  description: string | null
  notes: string | null
  currency: string
  splits: readonly GnuCashSplit[]
}

/** A book without the templates of its scheduled transactions. */
export interface GnuCashBook {
  accounts: readonly GnuCashAccount[]
  transactions: readonly GnuCashTransaction[]
  /** The names of scheduled transactions and of budgets. */
  scheduled: readonly string[]
  budgets: readonly string[]
}

/** True for the name that a file gives to a list of currencies; older files have the second one. */
export const isCurrencySpace = (space: string): boolean => space === 'CURRENCY' || space === 'ISO4217'

const TIMESTAMP = /^(\d{4})-?(\d\d)-?(\d\d)(?:[ T]?(\d\d))?/
const NOON = 12

/**
 * Returns the date of a moment in UTC; undefined for anything else. Older versions of GnuCash wrote local midnight:
 * east of Greenwich that is the evening before.
 */
export function toLocalDate(moment: string): string | undefined {
  const [, year, month, day, hour = '0'] = TIMESTAMP.exec(moment) ?? []
  if (year === undefined) return undefined
  const date = `${year}-${month}-${day}`
  return isDate(date) && Number(hour) >= NOON ? addDays(date, 1) : date
}

const MAX_DEPTH = 100

/**
 * Returns a function that lists an account and those above it, the topmost first.
 * It throws a UserError for an account that is inside of itself.
 */
export function createPathFinder(
  accounts: readonly GnuCashAccount[],
): (account: GnuCashAccount) => GnuCashAccount[] {
  const byId = new Map(accounts.map((account) => [account.id, account]))
  return (account) => {
    const path = [account]
    for (let above = account.parent; above !== undefined; ) {
      const parent = byId.get(above)
      if (!parent) break
      if (path.length === MAX_DEPTH)
        throw createPlaceError(account.name, 'the account is inside of itself', 'Repair the book in GnuCash')
      path.unshift(parent)
      above = parent.parent
    }
    return path
  }
}

/** Returns the names of a path, without the root that every book has. */
export const listPathNames = (path: readonly GnuCashAccount[]): string[] =>
  path.flatMap(({ name, type }) => (type === 'ROOT' ? [] : [name]))
