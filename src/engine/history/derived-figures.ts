/**
 * Keeps balances, month totals and the merchants' index in step while an entry is taken back.
 * @see docs/history.md#2-on-this-machine-changesets
 */

import type { TransactionRow } from '../../store/transaction-row-mapping.ts'
import type { RequestContext } from '../budget/request-context.ts'
import { getMerchantTokens, isEvidence } from '../budget/resolve-merchant.ts'
import { openRunningTotals } from '../budget/running-totals.ts'
import { getChangeKey, getChangeTable, type RowKey } from './row-images.ts'
import type { ParentTable } from './row-references.ts'
import type { EntryVisitor } from './verify-history.ts'

/** The figures that follow from the rows of an entry. */
export interface DerivedFigures {
  /** Counts the rows as they are now and writes every figure that changed. */
  update(): void
  /** Forgets what is derived from rows that are about to cease to exist. */
  forgetRows(table: ParentTable, keys: readonly number[]): void
}

/** What an entry changed, as far as figures follow from it. */
export interface AffectedRows {
  /** The new transactions, which are not in `transactions`. */
  created: (readonly [first: number, last: number])[]
  transactions: Set<number>
  merchants: Set<number>
  /** Merchants whose explicit categorizations changed. */
  taught: Set<number>
  assignments: Map<string, { month: string; category: number }>
}

/** Takes the rows of an entry, as they are now, out of the figures; `update` adds them as they are then. */
export function beginDerivedFigures(context: RequestContext, affected: AffectedRows): DerivedFigures {
  const { store } = context
  const totals = openRunningTotals(context)
  for (const range of affected.created) {
    for (const row of store.transactions.iterateRange(range)) {
      totals.change(row, undefined)
      affected.transactions.delete(row.seq)
    }
  }
  for (const row of readTransactions(context, affected.transactions)) totals.change(row, undefined)
  const oldKeys = new Map([...affected.merchants].map((seq) => [seq, store.merchants.get(seq)?.key]))
  return {
    forgetRows(table, keys) {
      for (const key of keys) {
        if (table === 'accounts') store.accounts.forgetBalance(key)
        if (table === 'merchants') store.merchants.removeHistory(key)
      }
    },
    update() {
      store.merchants.clearCache()
      for (const row of readTransactions(context, affected.transactions)) {
        totals.change(undefined, row)
        if (row.merchant && isEvidence(row)) addHistory(context, row.merchant)
      }
      for (const seq of affected.taught)
        if (store.merchants.get(seq)?.learned !== null) addHistory(context, seq)
      totals.flush()
      for (const { month, category } of affected.assignments.values())
        store.monthTotals.copyAssigned(month, category)
      for (const [seq, oldKey] of oldKeys) updateTokens(context, seq, oldKey)
    },
  }
}

/** Yields those of these rows that exist; the rows of an import follow one another, and are read together. */
function* readTransactions({ store }: RequestContext, seqs: ReadonlySet<number>): Generator<TransactionRow> {
  let range: [first: number, last: number] | undefined
  for (const seq of [...seqs].toSorted((a, b) => a - b)) {
    if (range?.[1] === seq - 1) {
      range[1] = seq
      continue
    }
    if (range) yield* store.transactions.iterateRange(range)
    range = [seq, seq]
  }
  if (range) yield* store.transactions.iterateRange(range)
}

/** Returns the visitor of an entry that collects what figures follow from. */
export function collectAffected(): EntryVisitor & { affected: AffectedRows } {
  const affected: AffectedRows = {
    created: [],
    transactions: new Set(),
    merchants: new Set(),
    taught: new Set(),
    assignments: new Map(),
  }
  const add: Partial<Record<string, (key: RowKey) => void>> = {
    transactions: ([seq]) => affected.transactions.add(Number(seq)),
    split_lines: ([seq]) => affected.transactions.add(Number(seq)),
    merchants: ([seq]) => affected.merchants.add(Number(seq)),
    explicit_categorizations: ([seq]) => affected.taught.add(Number(seq)),
    assignments: ([month, category]) =>
      affected.assignments.set(`${String(month)} ${String(category)}`, {
        month: String(month),
        category: Number(category),
      }),
  }
  return {
    affected,
    visitInserted: ({ transactions }) => void (transactions && affected.created.push(transactions)),
    visitChange: (change) => add[getChangeTable(change)]?.(getChangeKey(change)),
  }
}

/** Adds a merchant to those whose history is asked. @see docs/spec.md#x6 */
function addHistory({ store }: RequestContext, seq: number): void {
  const merchant = store.merchants.get(seq)
  if (merchant && !merchant.hasHistory)
    store.merchants.addHistory(merchant.seq, getMerchantTokens(merchant.key))
}

/** Files a merchant under the words of its present name. @see docs/spec.md#x4 */
function updateTokens({ store }: RequestContext, seq: number, oldKey: string | undefined): void {
  const merchant = store.merchants.get(seq)
  if (!merchant) return
  if (oldKey !== undefined) store.merchants.removeTokens(seq, getMerchantTokens(oldKey))
  if (merchant.hasHistory && !merchant.deleted)
    store.merchants.addHistory(seq, getMerchantTokens(merchant.key))
}
