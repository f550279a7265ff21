/** Finds the rows of files that took the place of entries by hand, which were deleted as duplicates before. */

import type { WorkspaceContext } from '../../command/context.ts'
import { groupBy } from '../../contract/group-by.ts'
import type { Transaction } from '../../contract/operations/transactions.ts'
import type { ChangeFields } from '../../contract/ports/history.ts'
import { addDays, daysBetween } from '../../money/calendar.ts'
import { compareWords, splitWords } from '../../tables/words/word-likeness.ts'
import type { RowSources } from '../../transactions/rows-around.ts'
import { isLikelyTip, toMinorUnits } from './tip-amounts.ts'

/** An entry that was deleted because another row is the same, as it was before. */
export interface MergedEntry extends Pick<Transaction, 'account_name' | 'date' | 'amount' | 'merchant_name'> {
  /** undefined where the history tells only the name of the account. */
  account_id?: string | undefined
}

/** Returns the ids of the rows that took the place of an entry: each entry has one, the most similar and nearest. */
export function findTakenRows(
  merged: readonly MergedEntry[],
  rows: readonly Transaction[],
  { sources, days }: { sources: RowSources; days: number },
): Set<string> {
  if (merged.length === 0) return new Set()
  const byDate = groupBy(
    rows.filter(({ id }) => sources.listFiles(id).length > 0),
    ({ date }) => date,
  )
  const pairs = merged.flatMap((entry) =>
    listDatesAround(entry.date, days)
      .flatMap((date) => byDate.get(date) ?? [])
      .filter((row) => isSameAccount(entry, row) && haveFittingAmounts(entry, row))
      .map((row) => ({ entry, row, distance: rateDistance(entry, row) })),
  )
  const paired = new Set<MergedEntry>()
  const taken = new Set<string>()
  for (const { entry, row } of pairs.toSorted((one, other) => one.distance - other.distance)) {
    if (paired.has(entry) || taken.has(row.id)) continue
    paired.add(entry)
    taken.add(row.id)
  }
  return taken
}

const listDatesAround = (date: string, days: number): string[] =>
  Array.from({ length: 2 * days + 1 }, (_, at) => addDays(date, at - days))

const isSameAccount = (entry: MergedEntry, row: Transaction): boolean =>
  entry.account_id === undefined
    ? entry.account_name === row.account_name
    : entry.account_id === row.account_id

const haveFittingAmounts = (entry: MergedEntry, { amount }: Transaction): boolean =>
  entry.amount === amount || isLikelyTip(toMinorUnits(entry.amount), toMinorUnits(amount))

/** Other words count like some days. */
const OTHER_WORDS_DAYS = 4
/** Another amount counts more than all days. */
const OTHER_AMOUNT_DAYS = 100

function rateDistance(entry: MergedEntry, row: Transaction): number {
  const likeness = compareWords(splitWords([entry.merchant_name]), splitWords([row.merchant_name, row.notes]))
  return (
    Math.abs(daysBetween(entry.date, row.date)) +
    (likeness !== undefined && likeness < 0.5 ? OTHER_WORDS_DAYS : 0) +
    (entry.amount === row.amount ? 0 : OTHER_AMOUNT_DAYS)
  )
}

/** Returns the deleted entries, as they were; those that an undo brought back are left out. */
export async function readMergedEntries(
  context: Pick<WorkspaceContext, 'workspace'>,
): Promise<MergedEntry[]> {
  const history = context.workspace.history()
  const entries = await history.list({})
  const merged: MergedEntry[] = []
  for (const { id, command, undone_by } of entries) {
    if (undone_by !== null || !/^tx duplicates\b/.test(command)) continue
    const { changes } = await history.get(id)
    for (const { type, before, after } of changes)
      if (type === 'transaction' && before && after?.['deleted'] === true) merged.push(toMergedEntry(before))
  }
  return merged
}

/** The history of a local workspace tells the name of the account, and not its id. */
function toMergedEntry({ account_id, account_name, date, amount, merchant_name }: ChangeFields): MergedEntry {
  return {
    account_id: typeof account_id === 'string' ? account_id : undefined,
    account_name: String(account_name),
    date: String(date),
    amount: String(amount),
    merchant_name: typeof merchant_name === 'string' ? merchant_name : null,
  }
}
