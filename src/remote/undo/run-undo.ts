/** Sends the requests of a planned undo and records them as entries of the history. */

import { type BudgetApi, operations } from '../../contract/api.ts'
import {
  ApiError,
  type ItemResult,
  NetworkError,
  PartialFailureError,
  UserError,
} from '../../contract/errors.ts'
import type { RawRequest } from '../../contract/operation.ts'
import { formatCategoryEtag } from '../../contract/operations/months.ts'
import type { Change } from '../../contract/ports/history.ts'
import type { WriteLog } from '../../contract/ports/write-log.ts'
import { compare } from '../../money/decimal.ts'
import type { RecordedCommand } from '../recording/record-writes.ts'
import { describeThing, getAmount, parseAssignmentId } from '../writes/api-entities.ts'
import type { InverseRequest } from '../writes/api-write.ts'
import { replaceIds } from './current-ids.ts'
import type { EntrySteps, RemoteUndoPlan, UndoStep } from './plan-undo.ts'

/** What sending an undo needs. */
export interface UndoContext {
  /** The API that records its writes in `command`. */
  api: BudgetApi
  log: WriteLog
  command: RecordedCommand
  signal: AbortSignal | undefined
  /** Milliseconds since 1970. */
  now: () => number
}

/**
 * Takes back the entries of a plan and returns the ids of the entries that record it, in the same order.
 * @throws PartialFailureError when a request fails after others were applied; another undo takes back the rest.
 */
export async function runRemoteUndo(context: UndoContext, { entries }: RemoteUndoPlan): Promise<number[]> {
  const allSteps = entries.flatMap(({ steps }) => steps)
  const done: UndoStep[] = []
  const recorded: number[] = []
  try {
    for (const entrySteps of entries) recorded.push(await undoEntry(context, entrySteps, done))
    return recorded
  } catch (error) {
    const isExpected =
      error instanceof ApiError || error instanceof UserError || error instanceof NetworkError
    if (!isExpected || done.length === 0) throw error
    throw new PartialFailureError(buildItems(allSteps, done.length, error), error)
  } finally {
    context.command.inverts = null
  }
}

/** Takes back one entry; an unfinished undo of it is continued in its own entry. */
async function undoEntry(
  { api, log, command, signal, now }: UndoContext,
  { entry, steps }: EntrySteps,
  done: UndoStep[],
): Promise<number> {
  command.label = entry.undoes === null ? `undo ${entry.id}` : `redo ${entry.undoes}`
  command.undoes = entry.id
  command.entry = log.findUnfinishedUndo(entry.id)?.id
  let createdIds = log.listCreatedAgain()
  for (const step of steps) {
    for (const [at, request] of step.requests.entries()) {
      signal?.throwIfAborted()
      // A transaction is restored before it is completed; the other requests only prepare for the last one.
      const main = step.requests[0]?.name === 'restoreTransaction' ? 0 : step.requests.length - 1
      command.inverts = at === main ? step.inverts : { ...step.inverts, ids: [] }
      await send(api, replaceIds(request, createdIds), step)
      if (operations[request.name].status === 201) createdIds = log.listCreatedAgain()
    }
    done.push(step)
  }
  // What an entry created and a later one deleted needs no request.
  command.entry ??= log.beginEntry({
    at: now(),
    command: command.label,
    undoes: entry.id,
    origin: command.origin,
  })
  log.markUndone(entry.id, command.entry)
  return command.entry
}

/** Sends a request; an assignment whose category changed otherwise is sent again with its new figures. */
async function send(api: BudgetApi, { name, request }: InverseRequest, { change }: UndoStep): Promise<void> {
  // The methods take different requests; the plan built this one for its operation.
  const call = api[name] as (request: RawRequest) => Promise<unknown>
  for (let current = request; ; ) {
    try {
      await call(current)
      return
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.name !== 'precondition_failed') throw explainRefusal(error, change)
      const { month, category_id } = parseAssignmentId(change.id)
      const reply = await api.getMonth({ month })
      const categories = reply.month.category_groups.flatMap((group) => group.categories)
      const category = categories.find(({ id }) => id === category_id)
      const isSame = category && compare(category.assigned, getAmount(change.after, 'assigned')) === 0
      if (!isSame) throw new UserError('conflict', `${describeThing(change)} has been changed since`)
      current = { ...request, if_match: formatCategoryEtag(category) }
    }
  }
}

/** Something that the thing refers to is gone; the bare answer of the service would not say what that means here. */
function explainRefusal(error: ApiError, change: Change): Error {
  if (!/does not exist|not found/i.test(error.message)) return error
  const text = `${describeThing(change)} cannot be restored: ${error.message}`
  return new UserError('conflict', text, {
    hint: 'It needs something that has been deleted, merged or recreated since; make the change by hand',
  })
}

function buildItems(steps: readonly UndoStep[], failed: number, error: unknown): ItemResult[] {
  const isUnknown = error instanceof NetworkError && error.mayHaveApplied
  return steps.map(({ change }, at): ItemResult => {
    const label = { id: change.id, name: describeThing(change) }
    if (at < failed) return { ...label, outcome: 'done' }
    if (at > failed) return { ...label, outcome: 'not_tried' }
    return { ...label, outcome: isUnknown ? 'unknown' : 'refused' }
  })
}
