/** Decides which categories of QIF are income: those that the file lists as income, or else as in tables. */

import type { ReadSourceOptions } from '../../tables/source-file.ts'
import { type CsvCategories, listCategories } from '../csv/csv-categories.ts'
import type { CsvRow } from '../csv/csv-row.ts'
import type { BookAccount } from '../double-entry/book.ts'
import type { QifFile } from './qif-file.ts'
import type { QifTransaction } from './qif-transactions.ts'

/** The categories by their names, and those that only bring money in and may be income. */
export interface QifCategories {
  accounts: Map<string, BookAccount>
  choices: CsvCategories['choices']
}

/** Returns the categories; income is what the user said, or else the file. */
export function decideCategories(
  { categories: listed }: Pick<QifFile, 'categories'>,
  transactions: readonly QifTransaction[],
  said: Pick<ReadSourceOptions, 'income' | 'known'>,
): QifCategories {
  const named = said.income ?? said.known?.income
  const rows = transactions.flatMap(toRows)
  const open = named ? rows : rows.filter(({ category }) => !listed.has(category))
  const { choices, find } = listCategories(open, said)
  const accounts = new Map<string, BookAccount>()
  const add = (name: string, kind: BookAccount['kind'], isUncategorized = false) =>
    accounts.set(name, { ...splitName(name), kind, isLiability: false, isUncategorized })
  for (const [name, isIncome] of listed) add(name, isIncome && !named ? 'income' : 'category')
  for (const row of open) {
    const found = find(row)
    add(row.category, found === 'ready_to_assign' ? 'income' : 'category', found === null)
  }
  return { accounts, choices }
}

/** Returns a row of a table for each part with a category. */
const toRows = ({ account, date, lines }: QifTransaction): CsvRow[] =>
  lines.flatMap(({ amount, category, transfer }) =>
    transfer === undefined && category !== '' ? [{ ...EMPTY_ROW, account, date, amount, category }] : [],
  )

const EMPTY_ROW: Omit<CsvRow, 'account' | 'date' | 'amount' | 'category'> = {
  otherAccount: undefined,
  maybeOtherAccounts: [],
  payee: '',
  notes: '',
  group: '',
  status: 'cleared',
  type: '',
  isTransfer: false,
  isStartingBalance: false,
}

function splitName(name: string): { group: string; name: string } {
  const colon = name.indexOf(':')
  return colon < 0
    ? { group: 'Categories', name }
    : { group: name.slice(0, colon), name: name.slice(colon + 1) }
}
