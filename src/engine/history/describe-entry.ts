/** Describes what an entry of the history changed, and sums up what an undo of it deletes. */

import type { Change, UndoSummary } from '../../contract/ports/history.ts'
import type { EntryPart } from '../../store/history-tables.ts'
import { createRequestContext, type EngineOptions } from '../budget/request-context.ts'
import { describeChanges } from './describe-changes.ts'
import { type RowImages, readChangedRows, rewindImages } from './row-images.ts'

/** Describes what an entry changed, whatever happened to its rows since. */
export const describeEntry = (options: EngineOptions, id: number): Change[] =>
  describeSince(options, id, () => options.store.history.iteratePartsBackwards(id))

/** Describes what some parts of an entry changed; `listParts` returns them from the newest to the oldest. */
function describeSince(options: EngineOptions, id: number, listParts: () => Iterable<EntryPart>): Change[] {
  const { store } = options
  const after = readChangedRows(store, listParts())
  for (const later of store.history.listLaterEntries(id))
    for (const part of store.history.iteratePartsBackwards(later.id)) rewindImages(after, part)
  return describeParts(options, listParts(), after)
}

/** Describes what the newest part changed: the rows are still as it left them. */
export const describeNewestPart = (options: EngineOptions, part: EntryPart): Change[] =>
  describeParts(options, [part], readChangedRows(options.store, [part]))

/** Describes what consecutive parts changed, from the newest to the oldest, by the rows after them. */
function describeParts(options: EngineOptions, parts: Iterable<EntryPart>, after: RowImages): Change[] {
  const before = new Map(after)
  for (const part of parts) rewindImages(before, part)
  return describeChanges(createRequestContext(options), before, after)
}

/** Returns described changes as an undo makes them: the last one first, from after to before. */
export const invertDescribed = (changes: readonly Change[]): Change[] =>
  changes.map(({ type, id, before, after }) => ({ type, id, before: after, after: before })).toReversed()

/** With fewer new transactions each is described. */
const MIN_SUMMARIZED = 1000

/** How many of the deleted transactions are described. */
const DESCRIBED = 3

/**
 * Returns what an undo of an entry changes: sums up the transactions that the entry created and describes everything
 * else. It is undefined unless they are thousands, one after another, and the entry changed no other transaction. No
 * change in effect may be later than theirs, as the plan of the undo has shown.
 */
export function summarizeUndo(options: EngineOptions, id: number): UndoSummary | undefined {
  const { store } = options
  const range = findCreatedRange(options, id)
  const summary = range && store.transactions.summarizeRange(range)
  if (!range || !summary || summary.first_date === null || summary.last_date === null) return undefined
  const [first, last] = range
  if (Number(summary.count) !== last - first + 1) return undefined
  const { ids, formatMoney } = createRequestContext(options)
  const parts = store.transactions
    .listOldestInRange(range, DESCRIBED)
    .map((seq): EntryPart => ({ inserted: { transactions: [seq, seq] }, changeset: new Uint8Array() }))
  const withoutTransactions = function* (): Generator<EntryPart> {
    for (const { changeset } of store.history.iteratePartsBackwards(id)) yield { inserted: {}, changeset }
  }
  return {
    deleted: {
      count: Number(summary.count),
      amount: formatMoney(summary.amount),
      first_date: summary.first_date,
      last_date: summary.last_date,
      ids: { first: ids.toId('transaction', first), last: ids.toId('transaction', last) },
      reconciled: Number(summary.reconciled),
      edited: Number(summary.edited),
      first: invertDescribed(describeParts(options, parts, readChangedRows(store, parts))),
    },
    // What else happened to the new ones is part of how they are.
    others: invertDescribed(describeSince(options, id, withoutTransactions)).filter(
      ({ type }) => type !== 'transaction',
    ),
  }
}

/** Returns the first and the last transaction that an entry created; undefined if they are few, or not the only ones. */
function findCreatedRange({ store }: EngineOptions, id: number): [first: number, last: number] | undefined {
  const { counts } = store.history.getEntry(id) ?? {}
  const ranges: (readonly [first: number, last: number])[] = []
  let count = 0
  for (const { inserted } of store.history.iteratePartsBackwards(id)) {
    if (!inserted.transactions) continue
    const [first, last] = inserted.transactions
    ranges.unshift(inserted.transactions)
    count += last - first + 1
  }
  const first = ranges[0]?.[0] ?? 0
  const last = ranges.at(-1)?.[1] ?? 0
  // The entry counts other transactions that it changed as well.
  const isAlone = last - first + 1 === count && counts?.['transactions'] === count
  return isAlone && count >= MIN_SUMMARIZED ? [first, last] : undefined
}
