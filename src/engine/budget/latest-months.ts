/** Computes months again and again, as a screen or a server does, without the months long before them. */

import { addMonths } from '../../money/calendar.ts'
import type { CategoryRow } from '../../store/categories.ts'
import type { WorkspaceStore } from '../../store/workspace-store.ts'
import { computePast, type MonthInput, type PastMonth, readMonthInput } from './month-figures.ts'

/** What the months before `first` pass on. */
interface KnownPast {
  first: string
  past: PastMonth | undefined
  /** The cards it was computed for. */
  cards: string
}

interface RepeatedReads {
  count: number
  known?: KnownPast
}

const reads = new WeakMap<WorkspaceStore, RepeatedReads>()

/** A command reads a month once or twice; to note changes is worth it only for those that read more. */
const READS_OF_A_COMMAND = 2

/** So many months before the one that was read are computed each time, so that going back is quick as well. */
const MONTHS_BACK = 3

/** Returns what a month is computed from. The figures are those of `readMonthInput`. */
export function readLatestMonthInput(
  store: WorkspaceStore,
  categories: readonly CategoryRow[],
  month: string,
): MonthInput {
  const repeated = reads.get(store) ?? { count: 0 }
  reads.set(store, repeated)
  repeated.count += 1
  if (repeated.count <= READS_OF_A_COMMAND) return readMonthInput(store, categories)
  const cards = JSON.stringify(categories.flatMap(({ seq, card }) => (card === null ? [] : [[seq, card]])))
  const { known } = repeated
  const isCurrent =
    known?.cards === cards && known.first <= month && !store.earliestChange.isBefore(known.first)
  // What a transaction wrote may be rolled back.
  if (!isCurrent && store.isWriting()) return readMonthInput(store, categories)
  if (!isCurrent && !store.earliestChange.forget()) return readMonthInput(store, categories)
  const current = isCurrent ? known : { ...computeKnown(store, { categories, month }), cards }
  repeated.known = current
  return { ...readMonthInput(store, categories, current.first), past: current.past }
}

function computeKnown(
  store: WorkspaceStore,
  { categories, month }: { categories: readonly CategoryRow[]; month: string },
): Omit<KnownPast, 'cards'> {
  const first = addMonths(month, -MONTHS_BACK)
  return { first, past: computePast(first, readMonthInput(store, categories)) }
}
