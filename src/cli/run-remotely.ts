/** Runs command lines on a remote profile: a dry run, and then exactly the writes that it planned. */

import type { LinesOutcome } from '../command/context.ts'
import type { Runtime } from '../command/runtime.ts'
import { type BudgetApi, isWriteOperation, operations, wrapApi } from '../contract/api.ts'
import { ApiError, UserError } from '../contract/errors.ts'
import type { Transaction } from '../contract/operations/transactions.ts'
import type { ReadyToAssignByMonth } from '../contract/ports/drafts.ts'
import { type ChangeFields, NEW_ID, type PlannedChange } from '../contract/ports/history.ts'
import { add, subtract } from '../money/decimal.ts'
import { buildPath } from '../remote/dry-run/recording-api.ts'
import { prepareLines, type TogetherRun } from './drafted-lines.ts'
import { predictShortages } from './shortages.ts'

/**
 * Runs command lines as a dry run and, when their changes are accepted, sends what was planned. It is not atomic: the
 * first write that is refused, or that was not planned, ends it.
 * @see docs/history.md#4-drafts
 */
export async function runRemotely(
  runtime: Runtime,
  { connection, drafted, accept }: TogetherRun,
): Promise<LinesOutcome> {
  const planning = await prepareLines(runtime, drafted, true)
  const { api, reconciled } = noteReconciled(connection.api)
  await planning.run({ ...connection, api })
  const planned = planning.listPlanned()
  assertIndependent(planned)
  const changes = planned.flat()
  const ready_to_assign = await predictReadyToAssign(connection.api, changes)
  const outcome: LinesOutcome = {
    changes,
    ready_to_assign,
    shortages: await predictShortages(connection.api, changes, ready_to_assign),
    ...planning.describe(changes),
    reconciled: changes.filter(({ type, id }) => type === 'transaction' && reconciled.has(id)).length,
    entry: undefined,
    missing: 0,
    problem: undefined,
  }
  const { expected } = drafted
  if (!expected || !(await accept(outcome))) return outcome
  const lines = await prepareLines(runtime, { ...drafted, meanings: outcome.meanings })
  const gate = expectWrites(connection.api, changes)
  connection.recordAs(expected.label, expected.origin)
  let problem: string | undefined
  try {
    await lines.run({ ...connection, api: gate.api })
    for (const act of lines.commitActions()) act()
  } catch (error) {
    // Nothing was sent: then nothing was changed.
    if (connection.recordedEntry() === undefined || !(error instanceof Error)) throw error
    problem = error.message
  }
  return { ...outcome, entry: connection.recordedEntry(), missing: gate.countMissing(), problem }
}

/** Returns the same API, and the ids of the reconciled transactions that it has returned. */
function noteReconciled(api: BudgetApi): { api: BudgetApi; reconciled: ReadonlySet<string> } {
  const reconciled = new Set<string>()
  const note = ({ id, status }: Pick<Transaction, 'id' | 'status'>): void => {
    if (status === 'reconciled') reconciled.add(id)
  }
  return {
    reconciled,
    api: {
      ...api,
      async getTransaction(request, signal) {
        const reply = await api.getTransaction(request, signal)
        note(reply.transaction)
        return reply
      },
      async listTransactions(request, signal) {
        const reply = await api.listTransactions(request, signal)
        for (const row of reply.transactions) note(row)
        return reply
      },
    },
  }
}

/** Asserts that no line changes what an earlier one changes: a dry run does not show it the outcome. */
function assertIndependent(planned: readonly (readonly PlannedChange[])[]): void {
  const seen = new Map<string, number>()
  for (const [at, changes] of planned.entries())
    for (const { type, id } of changes) {
      const key = `${type} ${id}`
      if (id !== NEW_ID && (seen.get(key) ?? at) !== at)
        throw new UserError('usage', `Line ${at + 1} changes what an earlier line changes`, {
          hint: 'On a remote profile, make a draft of each',
        })
      seen.set(key, at)
    }
}

/** Returns Ready to Assign of the months whose assignments change, which were read already. */
async function predictReadyToAssign(
  api: Pick<BudgetApi, 'getMonth'>,
  changes: readonly PlannedChange[],
): Promise<ReadyToAssignByMonth> {
  const figures: Record<string, [before: string, after: string]> = {}
  for (const { type, id, before, after } of changes) {
    if (type !== 'assignment') continue
    const month = id.slice(0, id.indexOf('/'))
    const { ready_to_assign } = (await api.getMonth({ month })).month
    const [known, rest] = figures[month] ?? [ready_to_assign, ready_to_assign]
    figures[month] = [known, subtract(add(rest, readAssigned(before)), readAssigned(after))]
  }
  return figures
}

const readAssigned = (fields: ChangeFields | null): string =>
  typeof fields?.['assigned'] === 'string' ? fields['assigned'] : '0'

/** Returns the same API, which sends the planned writes in their order, and no other. */
function expectWrites(api: BudgetApi, changes: readonly PlannedChange[]) {
  const left = changes.filter(({ method }) => method !== null)
  let done = 0
  const total = left.length
  const gated = wrapApi(api, (name, call) => async (request, signal) => {
    if (!isWriteOperation(name)) return call(request, signal)
    const { query, body, if_match: _, if_none_added_since: _since, idempotency_key: _key, ...ids } = request
    const path = buildPath(name, ids, query)
    const planned = left.shift()
    if (!planned || !isPlanned(planned, { method: operations[name].method, path, body }))
      throw new ApiError('conflict', 'the budget was changed while the draft was applied')
    const reply = await call(request, signal)
    done += 1
    return reply
  })
  return { api: gated, countMissing: () => total - done }
}

/** True if a write is the planned one; where that has the id of something new, any id stands. */
function isPlanned(planned: PlannedChange, write: Pick<PlannedChange, 'method' | 'path' | 'body'>): boolean {
  const [expected, actual] = [planned, write].map(({ method, path, body }) =>
    JSON.stringify([method, path, body]),
  )
  const parts = (expected ?? '').split(NEW_ID).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${parts.join('[\\w]+')}$`).test(actual ?? '')
}
