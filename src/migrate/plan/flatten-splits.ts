/** Makes rows of transactions: transfers inside of splits apart, each with its other side. */

import type { MinorUnits } from '../../money/minor-units.ts'
import { sumAmounts } from '../figures.ts'
import { pairTransfers } from '../pair-transfers.ts'
import type { SourceCategoryRef, SourceLine, SourceTransaction, SourceTransfer } from '../source-budget.ts'

/** A transaction whose split lines are no transfers. */
export interface FlatTransaction extends Omit<SourceTransaction, 'lines'> {
  lines: readonly FlatLine[] | null
}

/** A split line that is no transfer. */
export interface FlatLine {
  amount: MinorUnits
  category: SourceCategoryRef
  notes: string | null
}

/** Returns the rows of all transactions, in their order. */
export function flattenTransactions(transactions: readonly SourceTransaction[]): readonly FlatTransaction[] {
  return transactions.every(isFlat) ? transactions : transactions.flatMap(flattenSplit)
}

const isFlat = (transaction: SourceTransaction): transaction is SourceTransaction & { lines: null } =>
  transaction.lines === null

/** Returns the rows of a transaction; their amounts add up to its amount. */
function flattenSplit(transaction: SourceTransaction): FlatTransaction | FlatTransaction[] {
  if (isFlat(transaction)) return transaction
  const lines = transaction.lines ?? []
  const rows = lines.flatMap((line, index) =>
    line.transfer ? [toTransferRow(transaction, { ...line, transfer: line.transfer }, index)] : [],
  )
  const rest = lines.filter(({ transfer }) => !transfer)
  if (rest.length > 0) return [toRestRow(transaction, rest, rows.length > 0), ...rows]
  return rows.map((row, at) => (at === 0 ? { ...row, notes: joinNotes(row.notes, transaction.notes) } : row))
}

const toTransferRow = (
  transaction: SourceTransaction,
  line: SourceLine & { transfer: SourceTransfer },
  index: number,
): FlatTransaction => ({
  ...transaction,
  key: `${transaction.key}/${index + 1}`,
  amount: line.amount,
  category: line.category,
  notes: line.notes ?? transaction.notes,
  transfer: line.transfer,
  lines: null,
})

/** Returns what is left of a split; a single line is no split any more. */
function toRestRow(
  transaction: SourceTransaction,
  rest: readonly SourceLine[],
  hasTransfers: boolean,
): FlatTransaction {
  const lines = rest.map((line) => toFlatLine(transaction, line))
  const [first] = lines
  const amount = sumAmounts(lines)
  if (!hasTransfers || lines.length > 1 || !first) return { ...transaction, amount, category: null, lines }
  const notes = joinNotes(first.notes, transaction.notes)
  return { ...transaction, amount, category: first.category, notes, lines: null }
}

/** Returns the notes of a line with those of its transaction behind them. */
const joinNotes = (line: string | null, whole: string | null): string | null =>
  line === null || whole === null || line === whole ? (line ?? whole) : `${line} · ${whole}`

/** Lines have no payee of their own here, so another one goes into the notes. */
function toFlatLine(
  { payee: own }: SourceTransaction,
  { amount, category, notes, payee }: SourceLine,
): FlatLine {
  const other = payee !== null && own !== null && payee !== own ? payee : null
  return { amount, category, notes: [other, notes].filter((text) => text !== null).join(': ') || null }
}

/** Returns the index of the other side for each transaction that is a side of a transfer; one of nothing is none. */
export function matchTransfers(rows: readonly FlatTransaction[]): Map<number, number> {
  const sides = new Map<number, number>()
  const indexByKey = new Map<string, number>()
  for (const [index, { key, transfer }] of rows.entries()) if (transfer) indexByKey.set(key, index)
  for (const [index, { transfer }] of rows.entries()) {
    const other = transfer?.otherSide === undefined ? undefined : indexByKey.get(transfer.otherSide)
    if (other === undefined || other === index || sides.has(index) || sides.has(other)) continue
    if (areSides(rows[index], rows[other])) sides.set(index, other).set(other, index)
  }
  const open = rows.flatMap(({ transfer, account, date, amount }, key) =>
    transfer && amount !== 0n && !sides.has(key)
      ? [{ key, account, otherAccount: transfer.account, date, amount }]
      : [],
  )
  for (const [one, other] of pairTransfers(open)) sides.set(one, other)
  return sides
}

/** True if two rows are what a transfer has here: opposite amounts on one day, each naming the other's account. */
function areSides(one: FlatTransaction | undefined, other: FlatTransaction | undefined): boolean {
  if (!one?.transfer || !other?.transfer) return false
  return (
    one.date === other.date &&
    one.amount === -other.amount &&
    one.amount !== 0n &&
    one.account !== other.account &&
    one.transfer.account === other.account &&
    other.transfer.account === one.account
  )
}
