/** Reads tables of double-entry programs that give each posting of a transaction a row, e.g. GnuCash and hledger. */

import { createPlaceError } from '../../tables/source-file.ts'
import { findAccountKind, isLiabilityRoot } from '../double-entry/account-kinds.ts'
import type { BookAccountKind } from '../double-entry/book.ts'
import { sumAmounts } from '../figures.ts'
import { type CsvCells, type CsvFile, listCells } from './csv-cells.ts'
import type { CsvReading, CsvRow } from './csv-row.ts'
import { readTexts } from './csv-rows.ts'
import { isCommodityRow } from './table-currency.ts'

interface Posting {
  row: CsvRow
  kind: BookAccountKind
}

/** The rows on own accounts, and how many rows were in other currencies or were shares. */
export interface JoinedPostings {
  rows: CsvRow[]
  left: number
}

/** Returns the rows on own accounts. @throws UserError for an account that is neither an own one nor a category */
export function readPostings(file: CsvFile, reading: CsvReading): JoinedPostings {
  let left = 0
  const postings = new Map<string, Posting[]>()
  for (const row of listCells(file)) {
    if (!reading.isRowTaken(row) || isConverted(row)) {
      if (!isCommodityRow(row)) left += 1
      continue
    }
    const id = row.cell('transactionId')
    const posting = readPosting(row, reading)
    const others = postings.get(id)
    if (others) others.push(posting)
    else postings.set(id, [posting])
  }
  return { rows: [...postings.values()].flatMap(joinPostings), left }
}

/** True for an amount in the currency of its account that has another value in that of the transaction. */
const isConverted = (row: CsvCells): boolean =>
  row.cell('value') !== '' && row.cell('value') !== row.cell('amount')

function readPosting(row: CsvCells, reading: CsvReading): Posting {
  const [root = '', ...names] = row.cell('account').split(':')
  const kind = findAccountKind(root)
  if (kind === undefined)
    throw createPlaceError(
      row.origin,
      `"${row.cell('account')}" is neither one of your accounts nor a category`,
      'Start the names with Assets:, Liabilities:, Expenses:, Income: or Equity:, or use the rows of one account',
    )
  const name = names.length > 0 ? names.join(':') : root
  const amount = reading.money.parse(row.cell('amount'), row)
  const base = readTexts(row, reading)
  const group = kind === 'category' || kind === 'income' ? root : ''
  return {
    kind,
    row: {
      ...base,
      isLiability: isLiabilityRoot(root),
      account: name,
      otherAccount: undefined,
      amount,
      group,
      category: name,
    },
  }
}

/** Returns a row for each own account of a transaction, and for each category of one with one own account. */
function joinPostings(postings: readonly Posting[]): CsvRow[] {
  const own = connectOpposite(postings.flatMap(({ kind, row }) => (kind === 'own' ? [row] : [])))
  const isStartingBalance = postings.some(({ kind }) => kind === 'equity')
  const categories = postings.flatMap(({ kind, row }) =>
    kind === 'category' || kind === 'income' ? [row] : [],
  )
  const rows = own.map((row) => ({ ...row, isStartingBalance, group: '', category: '' }))
  const open = rows.filter(({ otherAccount }) => otherAccount === undefined)
  const [only] = open
  if (open.length !== 1 || only === undefined || isStartingBalance || categories.length === 0) return rows
  if (only.amount !== -sumAmounts(categories)) return rows
  const parts = categories.map(({ amount, group, category, notes }) => ({
    ...only,
    amount: -amount,
    group,
    category,
    notes: notes || only.notes,
  }))
  return [...rows.filter((row) => row !== only), ...parts]
}

/** Returns the rows, of which two with opposite amounts are a transfer. */
function connectOpposite(rows: readonly CsvRow[]): CsvRow[] {
  const others = new Map<CsvRow, CsvRow>()
  for (const row of rows) {
    if (others.has(row) || row.amount === 0n) continue
    const other = rows.find(
      (one) => !others.has(one) && one.amount === -row.amount && one.account !== row.account,
    )
    if (other) others.set(row, other).set(other, row)
  }
  return rows.map((row) => ({ ...row, otherAccount: others.get(row)?.account, isTransfer: others.has(row) }))
}
