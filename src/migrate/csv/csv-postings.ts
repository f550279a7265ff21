/** Reads tables of double-entry programs that give each posting of a transaction a row, e.g. GnuCash and hledger. */

import { createPlaceError } from '../../tables/source-file.ts'
import { findAccountKind, isLiabilityRoot } from '../double-entry/account-kinds.ts'
import type { BookAccount } from '../double-entry/book.ts'
import { splitEntry } from '../double-entry/split-entry.ts'
import { type CsvCells, type CsvFile, listCells } from './csv-cells.ts'
import type { CsvReading, CsvRow } from './csv-row.ts'
import { readTexts } from './csv-rows.ts'
import { isCommodityRow } from './table-currency.ts'

/** The rows on own accounts, and how many rows were in other currencies or were shares. */
export interface JoinedPostings {
  rows: CsvRow[]
  left: number
}

type Accounts = Map<string, BookAccount>

/** Returns the rows on own accounts. @throws UserError for an account that is neither an own one nor a category */
export function readPostings(file: CsvFile, reading: CsvReading): JoinedPostings {
  let left = 0
  const accounts: Accounts = new Map()
  const entries = new Map<string, CsvRow[]>()
  for (const row of listCells(file)) {
    if (!reading.isRowTaken(row) || isConverted(row)) {
      if (!isCommodityRow(row)) left += 1
      continue
    }
    const account = row.cell('account')
    if (!accounts.has(account)) accounts.set(account, readAccount(account, row.origin))
    const amount = reading.money.parse(row.cell('amount'), row)
    const posting = readTexts(row, reading, { account, amount })
    const id = row.cell('transactionId')
    const others = entries.get(id)
    if (others) others.push(posting)
    else entries.set(id, [posting])
  }
  return { rows: [...entries].flatMap(([id, postings]) => joinPostings(id, postings, accounts)), left }
}

/** True for an amount in the currency of its account that has another value in that of the transaction. */
const isConverted = (row: CsvCells): boolean =>
  row.cell('value') !== '' && row.cell('value') !== row.cell('amount')

function readAccount(path: string, origin: string): BookAccount {
  const [root = '', ...names] = path.split(':')
  const kind = findAccountKind(root)
  if (kind === undefined)
    throw createPlaceError(
      origin,
      `"${path}" is neither one of your accounts nor a category`,
      'Start the names with Assets:, Liabilities:, Expenses:, Income: or Equity:, or use the rows of one account',
    )
  const name = names.length > 0 ? names.join(':') : root
  return { name, kind, group: root, isLiability: isLiabilityRoot(root) }
}

/** Returns a row for each own account of an entry, and for each line of one that several accounts explain. */
function joinPostings(key: string, postings: readonly CsvRow[], accounts: Accounts): CsvRow[] {
  const [first] = postings
  if (!first) return []
  const { date, payee } = first
  const parts = splitEntry({ key, date, payee, notes: null, postings }, accounts)
  const findRow = (account: string): CsvRow => postings.find((row) => row.account === account) ?? first
  return parts.flatMap(({ posting, lines, transfer }, at): CsvRow[] => {
    const own = accounts.get(posting.account)
    const row = {
      ...findRow(posting.account),
      account: own?.name ?? '',
      isLiability: own?.isLiability === true,
      amount: posting.amount,
    }
    const connect = (other: number | undefined) => {
      const name = other === undefined ? undefined : parts[other]?.posting.account
      return { otherAccount: name && accounts.get(name)?.name, isTransfer: name !== undefined }
    }
    if (transfer !== undefined && lines.length === 0) {
      // The largest account of the entry has a line for each of the others.
      return [{ ...row, ...connect(transfer), group: '', category: '' }]
    }
    const isSplit = lines.filter((line) => line.transfer === undefined).length > 1
    return lines.map((line): CsvRow => {
      const { kind, name = '', group = '' } = accounts.get(line.account ?? '') ?? {}
      const isCategory = kind === 'category' || kind === 'income'
      return {
        ...row,
        ...connect(line.transfer ?? transfer),
        amount: line.amount,
        group: isCategory ? group : '',
        category: isCategory ? name : '',
        isStartingBalance: kind === 'equity',
        ...(isSplit && line.transfer === undefined
          ? { notes: line.notes ?? '', split: { key: `${key}#${at}`, notes: row.notes } }
          : { notes: line.notes || row.notes }),
      }
    })
  })
}
