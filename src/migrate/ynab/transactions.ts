/** Turns the rows of a YNAB register into transactions with lines and transfers. */

import { sumAmounts } from '../figures.ts'
import { pairTransfers, type TransferSide } from '../pair-transfers.ts'
import type { SourceLine, SourceTransaction, SourceTransfer } from '../source-budget.ts'
import { formatNotes, isStartingBalancePayee, parseTransferPayee } from './payees-and-notes.ts'
import type { RegisterRow } from './table-rows.ts'

/** A transaction: one row, or the rows of a split in the order of its lines, with their memos as typed. */
export type RegisterEntry = RegisterRow | readonly RegisterRow[]

/** The transactions of a register in its order, and how many rows belong to splits of which rows are missing. */
export interface JoinedRows {
  entries: RegisterEntry[]
  incomplete: number
}

// YNAB 4 wrote the brackets around all of it.
const SPLIT_MEMO = /^(?:Split \(|\(Split )(\d{1,3})\/(\d{1,3})\)(?: |$)/

/** A line of a split, and its index among the rows. */
interface SplitLine {
  row: RegisterRow
  index: number
}

/** A split of which rows are still missing: its lines so far, by their number. */
type OpenSplit = Map<number, SplitLine>

/** Joins the rows of splits. A row whose split lacks other rows becomes a transaction of its own, with its whole memo. */
export function joinSplitRows(rows: Iterable<RegisterRow>): JoinedRows {
  const entries: (RegisterEntry | undefined)[] = []
  const open = new Map<string, OpenSplit[]>()
  for (const row of rows) {
    const index = entries.push(row) - 1
    if (!row.memo.includes('Split')) continue
    const [, line = '0', size = '0'] = SPLIT_MEMO.exec(row.memo) ?? []
    const [number, total] = [Number(line), Number(size)]
    if (number === 0 || number > total) continue
    const key = `${row.account}\n${row.date}\n${total}`
    const splits = open.get(key) ?? []
    const known = splits.findLast((split) => !split.has(number))
    const split = (known ?? new Map<number, SplitLine>()).set(number, { row, index })
    const others = splits.filter((other) => other !== split)
    const isWhole = split.size === total
    if (others.length + (isWhole ? 0 : 1) === 0) open.delete(key)
    else open.set(key, isWhole ? others : [...others, split])
    if (isWhole) replaceRows(entries, split)
  }
  const incomplete = [...open.values()].flat().reduce((sum, { size }) => sum + size, 0)
  return { entries: entries.filter((entry) => entry !== undefined), incomplete }
}

/** Puts a split in the place of its first row. */
function replaceRows(entries: (RegisterEntry | undefined)[], split: OpenSplit): void {
  const lines = [...split].toSorted(([a], [b]) => a - b).map(([, line]) => line)
  const first = Math.min(...lines.map(({ index }) => index))
  for (const { index } of lines) entries[index] = undefined
  entries[first] = lines.map(({ row }) => ({ ...row, memo: row.memo.replace(SPLIT_MEMO, '') }))
}

/** The transactions of a register, the earliest first, and what was found on the way. */
export interface RegisterTransactions {
  transactions: SourceTransaction[]
  flagged: number
  /** Transactions with the number of a check. */
  checks: number
  /** Rows that name a transfer whose other side is not in the register. */
  oneSided: number
}

/** Returns the transactions of the entries of a register. Their keys are the places of the entries, from 1. */
export function buildTransactions(entries: readonly RegisterEntry[]): RegisterTransactions {
  const sides = listTransferSides(entries)
  const pairs = pairTransfers(sides)
  let [flagged, checks] = [0, 0]
  const transactions = entries.map((entry, index) => {
    if (listRows(entry).some(({ flag }) => flag !== '')) flagged += 1
    if (listRows(entry).some(({ checkNumber }) => checkNumber !== '')) checks += 1
    return buildTransaction(toKey(index), entry, pairs)
  })
  return {
    transactions: sortByDate(transactions),
    flagged,
    checks,
    oneSided: sides.filter(({ key }) => !pairs.has(key)).length,
  }
}

const toKey = (index: number): string => String(index + 1)

const isSplit = (entry: RegisterEntry): entry is readonly RegisterRow[] => Array.isArray(entry)

const listRows = (entry: RegisterEntry): readonly RegisterRow[] => (isSplit(entry) ? entry : [entry])

function buildTransaction(key: string, entry: RegisterEntry, pairs: TransferPairs): SourceTransaction {
  if (!isSplit(entry)) return buildSingle(key, entry, pairs)
  const [first, second] = entry
  return first && !second ? buildSingle(key, first, pairs) : buildSplit(key, entry, pairs)
}

/** The key of a line of a split transaction; lines count from 1. */
const toLineKey = (key: string, at: number): string => `${key}/${at + 1}`

function listTransferSides(entries: readonly RegisterEntry[]): TransferSide<string>[] {
  const sides: TransferSide<string>[] = []
  for (const [index, entry] of entries.entries()) {
    const rows = listRows(entry)
    for (const [at, { account, date, amount, transferAccount }] of rows.entries()) {
      if (transferAccount === undefined) continue
      const key = rows.length > 1 ? toLineKey(toKey(index), at) : toKey(index)
      sides.push({ key, account, otherAccount: transferAccount, date, amount })
    }
  }
  return sides
}

/** The key of the other side of a transfer by the key of a side. */
type TransferPairs = ReadonlyMap<string, string>

function findTransfer(
  key: string,
  { transferAccount }: RegisterRow,
  pairs: TransferPairs,
): SourceTransfer | null {
  if (transferAccount === undefined) return null
  const otherSide = pairs.get(key)
  return otherSide === undefined ? null : { account: transferAccount, otherSide }
}

const findFlag = (rows: readonly RegisterRow[]): string => rows.find(({ flag }) => flag !== '')?.flag ?? ''

/** The payee of a transfer follows from its accounts. */
const findPayee = ({ payee }: RegisterRow, transfer: SourceTransfer | null): string | null =>
  transfer || payee === '' ? null : payee

function buildSingle(key: string, row: RegisterRow, pairs: TransferPairs): SourceTransaction {
  const { account, date, amount, category, memo, flag, checkNumber, status } = row
  const transfer = findTransfer(key, row, pairs)
  return {
    key,
    account,
    date,
    amount,
    payee: findPayee(row, transfer),
    notes: formatNotes(memo, flag, checkNumber),
    status,
    isReviewed: true,
    category,
    lines: null,
    transfer,
    isStartingBalance: isStartingBalancePayee(row.payee),
  }
}

function buildSplit(key: string, rows: readonly RegisterRow[], pairs: TransferPairs): SourceTransaction {
  const transfers = rows.map((row, at) => findTransfer(toLineKey(key, at), row, pairs))
  const payees = rows.map((row, at) => findPayee(row, transfers[at] ?? null))
  const own = payees.find((one) => one !== null && parseTransferPayee(one) === undefined)
  const payee = own ?? payees.find((one) => one !== null) ?? null
  const lines = rows.map(
    (row, at): SourceLine => ({
      amount: row.amount,
      category: row.category,
      notes: formatNotes(row.memo, ''),
      payee: payees[at] === payee ? null : (payees[at] ?? null),
      transfer: transfers[at] ?? null,
    }),
  )
  // The callers pass at least two rows.
  const [first] = rows as readonly [RegisterRow]
  return {
    ...buildSingle(key, first, pairs),
    transfer: null,
    amount: sumAmounts(rows),
    payee,
    notes: formatNotes('', findFlag(rows), first.checkNumber),
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
  const isSorted = ordered.every(({ date }, at) => date >= (ordered[at - 1]?.date ?? date))
  return isSorted ? ordered : ordered.toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0))
}
