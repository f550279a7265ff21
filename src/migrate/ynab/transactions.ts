/** Turns the rows of a YNAB register into transactions with lines and transfers. */

import type { SourceLine, SourceTransaction, SourceTransfer } from '../source-budget.ts'
import { findCategory } from './category-names.ts'
import { formatNotes } from './notes.ts'
import { pairTransfers, type TransferSide } from './pair-transfers.ts'
import { isStartingBalancePayee, parseTransferPayee } from './payees.ts'
import type { RegisterRow } from './register-rows.ts'
import type { RegisterEntry } from './split-rows.ts'

/** The transactions of a register, the earliest first, and what was found on the way. */
export interface RegisterTransactions {
  transactions: SourceTransaction[]
  flagged: number
  /** Rows that name a transfer whose other side is not in the register. */
  oneSided: number
}

/** Returns the transactions of the entries of a register. */
export function buildTransactions(entries: readonly RegisterEntry[]): RegisterTransactions {
  const pairs = pairTransfers(listTransferSides(entries))
  const findTransfer = (key: string, { payee }: RegisterRow): SourceTransfer | null => {
    const account = parseTransferPayee(payee)
    const otherSide = pairs.get(key)
    return account === undefined || otherSide === undefined ? null : { account, otherSide }
  }
  let oneSided = 0
  for (const { key, payee } of listRows(entries))
    if (parseTransferPayee(payee) !== undefined && !pairs.has(key)) oneSided += 1
  const flagged = entries.filter(({ rows }) => findFlag(rows) !== '').length
  const transactions = entries.flatMap(({ key, rows }): SourceTransaction[] => {
    const [first] = rows
    if (!first) return []
    return [
      rows.length > 1
        ? buildSplit(key, rows, findTransfer)
        : buildSingle(key, first, findTransfer(key, first)),
    ]
  })
  return { transactions: sortByDate(transactions), flagged, oneSided }
}

/** The key of a line of a split transaction; lines count from 1. */
const toLineKey = (key: string, at: number): string => `${key}/${at + 1}`

function* listRows(entries: readonly RegisterEntry[]): Generator<RegisterRow & { key: string }> {
  for (const { key, rows } of entries)
    for (const [at, row] of rows.entries()) yield { ...row, key: rows.length > 1 ? toLineKey(key, at) : key }
}

function* listTransferSides(entries: readonly RegisterEntry[]): Generator<TransferSide> {
  for (const { key, account, date, amount, payee } of listRows(entries)) {
    const otherAccount = parseTransferPayee(payee)
    if (otherAccount !== undefined) yield { key, account, otherAccount, date, amount }
  }
}

const findFlag = (rows: readonly RegisterRow[]): string => rows.find(({ flag }) => flag !== '')?.flag ?? ''

/** The payee of a transfer follows from its accounts. */
const findPayee = ({ payee }: RegisterRow, transfer: SourceTransfer | null): string | null =>
  transfer || payee === '' ? null : payee

function buildSingle(key: string, row: RegisterRow, transfer: SourceTransfer | null): SourceTransaction {
  const { account, date, amount, memo, flag, status, origin } = row
  return {
    key,
    account,
    date,
    amount,
    payee: findPayee(row, transfer),
    notes: formatNotes(memo, flag),
    status,
    isReviewed: true,
    category: findCategory(row),
    lines: null,
    transfer,
    isStartingBalance: isStartingBalancePayee(row.payee),
    origin,
  }
}

function buildSplit(
  key: string,
  rows: readonly RegisterRow[],
  findTransfer: (key: string, row: RegisterRow) => SourceTransfer | null,
): SourceTransaction {
  const transfers = rows.map((row, at) => findTransfer(toLineKey(key, at), row))
  const payees = rows.map((row, at) => findPayee(row, transfers[at] ?? null))
  const payee = payees.find((one) => one !== null) ?? null
  const lines = rows.map(
    (row, at): SourceLine => ({
      amount: row.amount,
      category: findCategory(row),
      notes: formatNotes(row.memo, ''),
      payee: payees[at] === payee ? null : (payees[at] ?? null),
      transfer: transfers[at] ?? null,
    }),
  )
  // The callers pass at least two rows.
  const [first] = rows as readonly [RegisterRow]
  return {
    ...buildSingle(key, first, null),
    amount: rows.reduce((sum, { amount }) => sum + amount, 0n),
    payee,
    notes: formatNotes('', findFlag(rows)),
    category: null,
    lines,
  }
}

/** Sorts by date. YNAB writes the newest first, so a register that is not sorted upwards is read from its end. */
function sortByDate(transactions: SourceTransaction[]): SourceTransaction[] {
  let rises = 0
  for (const [at, { date }] of transactions.entries()) {
    const previous = transactions[at - 1]?.date ?? date
    if (date !== previous) rises += date > previous ? 1 : -1
  }
  const ordered = rises > 0 ? transactions : transactions.toReversed()
  return ordered.toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0))
}
