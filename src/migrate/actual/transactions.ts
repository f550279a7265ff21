/** Builds transactions, with their split lines and transfers, from the rows of an Actual file. */

import { sumAmounts } from '../figures.ts'
import {
  describeNotTaken,
  type NotTaken,
  type SourceCategoryRef,
  type SourceLine,
  type SourceTransaction,
  type SourceTransfer,
} from '../source-budget.ts'
import type { AccountRow } from './accounts.ts'
import type { ActualCategories, ActualPayees } from './categories-and-payees.ts'
import type { TransactionRow, TransactionRows } from './transaction-rows.ts'

/** What the rows refer to. */
interface References {
  accounts: ReadonlyMap<string, AccountRow>
  categories: ActualCategories
  payees: ActualPayees
}

/** What is counted because it does not move in as it is. */
interface Losses {
  withoutAccount: number
  withoutDate: number
  orphans: number
  redated: number
  deletedCategories: number
  categorizedTransfers: number
  unfinishedSplits: number
}

interface BuildContext extends References {
  /** The sides of transfers by their ids. */
  sides: ReadonlyMap<string, TransferRow>
  losses: Losses
}

/** The transactions of a budget, and how many of them do not move in as they are. */
export interface ActualTransactions {
  transactions: SourceTransaction[]
  notTaken: NotTaken[]
}

/** Returns the transactions in the order of the rows. */
export function buildTransactions(found: TransactionRows, references: References): ActualTransactions {
  const losses = {
    ...found.omitted,
    redated: 0,
    deletedCategories: 0,
    categorizedTransfers: 0,
    unfinishedSplits: 0,
  }
  const kept = found.transactions.filter(({ account }) => references.accounts.has(account))
  losses.withoutAccount += found.transactions.length - kept.length
  const listLines = (row: TransactionRow) => (row.isSplit ? (found.lines.get(row.id) ?? []) : [])
  const context = { ...references, sides: indexSides(kept, listLines), losses }
  const transactions = kept.map((row) =>
    row.isSplit
      ? buildSplit(context, row, listLines(row))
      : createTransaction(row, resolveReferences(context, row), null),
  )
  return { transactions, notTaken: describeLosses(losses) }
}

/** A row that is a side of a transfer, and the key of its transaction or line. */
interface TransferRow {
  row: TransactionRow
  key: string
}

function indexSides(
  rows: readonly TransactionRow[],
  listLines: (row: TransactionRow) => readonly TransactionRow[],
): Map<string, TransferRow> {
  const sides = new Map<string, TransferRow>()
  for (const row of rows) {
    if (row.otherSide !== null) sides.set(row.id, { row, key: row.id })
    for (const [at, line] of listLines(row).entries())
      if (line.otherSide !== null) sides.set(line.id, { row: line, key: `${row.id}/${at + 1}` })
  }
  return sides
}

/** The category, the other account of a transfer, and the payee of a row. */
interface ResolvedReferences {
  category: SourceCategoryRef
  transfer: SourceTransfer | null
  payee: string | null
}

/** Returns what a row refers to, and counts what of it does not move in as it is. */
function resolveReferences(context: BuildContext, row: TransactionRow): ResolvedReferences {
  const category = findCategory(context, row)
  const { payee, other } = findPayee(context, row)
  if (!other) return { category, transfer: null, payee }
  if (payee !== null) {
    context.losses.categorizedTransfers++
    return { category, transfer: null, payee }
  }
  const otherSide = row.otherSide === null ? undefined : context.sides.get(row.otherSide)?.key
  return { category, transfer: { account: other.id, otherSide }, payee: null }
}

/** Returns the payee that a row gets here, which a transfer has none of, and the other account if Actual names one. */
function findPayee(
  context: BuildContext,
  row: TransactionRow,
): { payee: string | null; other: AccountRow | undefined } {
  const found = row.payee === null ? undefined : context.payees.find(row.payee)
  const other = context.accounts.get(found?.transferAccount ?? '')
  if (!other) return { payee: found?.name ?? null, other }
  return { payee: isPlainTransfer(context, { row, other }) ? null : `Transfer: ${other.name}`, other }
}

function findCategory({ categories, losses }: BuildContext, { category }: TransactionRow): SourceCategoryRef {
  if (category === null) return null
  const found = categories.find(category)
  if (found === undefined) losses.deletedCategories++
  return found ?? null
}

/**
 * False for a transfer between accounts on budget one side of which has a category: Actual counts it there, and a
 * transfer cannot have one here.
 */
function isPlainTransfer(
  { accounts, categories, sides }: BuildContext,
  { row, other }: { row: TransactionRow; other: AccountRow },
): boolean {
  if (!other.onBudget || !accounts.get(row.account)?.onBudget) return true
  const both = [row, sides.get(row.otherSide ?? '')?.row]
  return both.every((side) => (categories.find(side?.category ?? '') ?? null) === null)
}

// One literal: spreads take most of the time of a large budget.
const createTransaction = (
  row: TransactionRow,
  { category, transfer, payee }: ResolvedReferences,
  lines: readonly SourceLine[] | null,
): SourceTransaction => ({
  key: row.id,
  account: row.account,
  date: row.date,
  amount: row.amount,
  payee,
  notes: row.notes,
  status: row.status,
  isReviewed: true,
  category,
  lines,
  transfer,
  isStartingBalance: row.isStartingBalance,
})

/** Builds a split. What its lines leave open has no category, as in Actual. */
function buildSplit(
  context: BuildContext,
  row: TransactionRow,
  rows: readonly TransactionRow[],
): SourceTransaction {
  const lines = rows.map((line): SourceLine => {
    const { amount, notes } = line
    if (line.date !== row.date) context.losses.redated++
    return { amount, notes, ...resolveReferences(context, line) }
  })
  const rest = row.amount - sumAmounts(lines)
  if (rest !== 0n) {
    context.losses.unfinishedSplits++
    lines.push({ amount: rest, notes: null, category: null, transfer: null, payee: null })
  }
  const own = findPayee(context, row).payee
  const payee = own ?? lines.find((line) => line.payee !== null)?.payee ?? null
  return createTransaction(row, { payee, category: null, transfer: null }, lines)
}

const describeLosses = (losses: Losses): NotTaken[] =>
  describeNotTaken([
    ['transactions without an account', losses.withoutAccount, 'Actual does not count them either'],
    ['transactions without a date', losses.withoutDate, 'Actual does not count them either'],
    ['lines of deleted or missing splits', losses.orphans, 'Actual does not count them either'],
    [
      'split lines dated differently from their split',
      losses.redated,
      'they have the date of their split here',
    ],
    [
      'transactions in deleted categories',
      losses.deletedCategories,
      'kept without a category, as Actual shows them',
    ],
    [
      'categorized transfers between budget accounts',
      losses.categorizedTransfers,
      'each side became a separate transaction, because transfers have no category here',
    ],
    ['unfinished splits', losses.unfinishedSplits, 'the rest of the amount has no category'],
  ])
