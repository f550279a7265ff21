/** Runs command lines one after the other as one change of a workspace, or rolls all of them back: drafts. */

import type { LinesOutcome } from '../command/context.ts'
import type { Connection, Runtime } from '../command/runtime.ts'
import type { BudgetMonth } from '../contract/operations/months.ts'
import type { ReadyToAssignByMonth } from '../contract/ports/drafts.ts'
import { type Change, toPlannedChange } from '../contract/ports/history.ts'
import { addAvailable, readAvailable } from './assignment-figures.ts'
import { prepareLines, type TogetherRun } from './drafted-lines.ts'
import { findShortages, listMonths, type MonthFigures } from './shortages.ts'

/**
 * Runs command lines in one transaction, and commits it when their changes are accepted.
 * @see docs/history.md#4-drafts
 */
export async function runTogether(
  runtime: Runtime,
  { connection, drafted, accept }: TogetherRun,
): Promise<LinesOutcome> {
  const { api, beginTransaction, pendingChanges } = connection
  if (!beginTransaction || !pendingChanges)
    return (await import('./run-remotely.ts')).runRemotely(runtime, { connection, drafted, accept })
  const lines = await prepareLines(runtime, drafted)
  const { expected, today } = drafted
  let end: ((action: 'commit' | 'rollback') => void) | undefined
  const transaction = beginTransaction()
  end = (action) => {
    end = undefined
    transaction[action]()
  }
  try {
    await lines.postDueDates(connection)
    connection.recordAs(expected?.label ?? 'drafts', expected?.origin)
    const known = expected && (await readFigures(api, expected.changes, today))
    await lines.run(connection)
    const changes = await pendingChanges()
    const after = await readFigures(api, changes, today)
    if (!expected) end('rollback')
    const before = known ?? (await readFigures(api, changes, today))
    const outcome: LinesOutcome = {
      changes: addAvailable(changes, { before: before.available, after: after.available }).map(
        toPlannedChange,
      ),
      ready_to_assign: pairFigures(before.ready_to_assign, after.ready_to_assign),
      ...lines.describe(changes),
      shortages: { ...findShortages(before.months, after.months), is_partly_unknown: false },
      reconciled: expected ? 0 : await countReconciled(api, changes),
      entry: undefined,
      missing: 0,
      problem: undefined,
    }
    if (!expected || !(await accept(outcome))) return outcome
    end('commit')
    for (const act of lines.commitActions()) act()
    return { ...outcome, entry: connection.recordedEntry() }
  } finally {
    end?.('rollback')
  }
}

/** Counts the changed transactions that are reconciled. */
async function countReconciled(api: Connection['api'], changes: readonly Change[]): Promise<number> {
  let count = 0
  for (const { type, id, before } of changes) {
    if (type !== 'transaction' || before === null) continue
    const { transaction } = await api.getTransaction({ transaction_id: id })
    if (transaction.status === 'reconciled') count += 1
  }
  return count
}

/** What follows from transactions and assignments. */
interface Figures {
  available: Awaited<ReturnType<typeof readAvailable>>
  ready_to_assign: ReadonlyMap<string, string>
  months: MonthFigures
}

/** Reads the figures of the months that changes are about, of this month and later ones. */
async function readFigures(
  api: Connection['api'],
  changes: readonly Change[],
  today: string,
): Promise<Figures> {
  const changed = new Set([today, ...changes.flatMap(listDates)].map((date) => date.slice(0, 7)))
  const months = new Map<string, BudgetMonth>()
  for (const month of listMonths(changed, today)) months.set(month, (await api.getMonth({ month })).month)
  const ready_to_assign = new Map<string, string>()
  for (const month of [...changed].toSorted())
    ready_to_assign.set(month, months.get(month)?.ready_to_assign ?? '0')
  return { available: await readAvailable(api, changes), ready_to_assign, months }
}

function listDates({ type, id, before, after }: Change): string[] {
  if (type === 'assignment') return [id]
  if (type !== 'transaction') return []
  return [before?.['date'], after?.['date']].filter((date) => typeof date === 'string')
}

const pairFigures = (
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): ReadyToAssignByMonth =>
  Object.fromEntries(
    [...after].flatMap(([month, figure]) => {
      const earlier = before.get(month)
      return earlier === undefined ? [] : [[month, [earlier, figure] as const]]
    }),
  )
