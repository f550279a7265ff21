/** Brings what is new and changed in a newer file into a workspace, as one entry of the history. */

import type { CommandContext, PromptChoice } from '../../command/context.ts'
import { InvalidContentError, UserError } from '../../contract/errors.ts'
import type { MigrateResult } from '../migrate-view.ts'
import { buildResult, createMove, suggestUndo } from '../move-in.ts'
import type { PreparedMove } from '../prepare-move.ts'
import { buildChanges, type Decide, type UpdateChanges, type UpdateCount } from './build-changes.ts'
import type { ComparedBudgets, ComparedThing } from './compare-budgets.ts'
import {
  assertComparable,
  type ComparedMove,
  type CompareRequest,
  comparePlan,
  compareWorkspace,
  proveCompared,
} from './compare-workspace.ts'
import { createDescriber, groupThings, type ShownThing } from './describe-things.ts'
import type { Decision } from './merge-fields.ts'
import { packBudget } from './moved-budget.ts'
import { listRestoring } from './restore-overspending.ts'
import type { DecidedConflict, UpdateResult } from './update-view.ts'

/** What an update is asked for. */
export interface UpdateRequest extends CompareRequest {
  /** Who is right about every conflict; undefined asks, or keeps what is here. */
  conflicts: Decision | undefined
  /** How the history names the command. */
  label: string
}

/** Brings a newer file into a workspace. @throws UserError when it does not fit, or the user stops */
export async function updateWorkspace(
  context: CommandContext,
  request: UpdateRequest,
): Promise<UpdateResult> {
  const { result, written } = await mergeFile(context, request)
  if (!written) return result
  // What was compared before is no longer in memory.
  const { move, hasKeys, workspaces, workspace } = written
  const ours = workspaces.contentStore(workspace.id).read()
  const compared = comparePlan(move.plan, { ours, source: move.source, hasKeys })
  const proof = await proveCompared({ ...written, compared })
  return {
    ...result,
    ...buildResult(move, { name: workspace.name, id: workspace.id, proof }),
    ...groupThings(compared, true),
  }
}

/** Compares, decides and writes. Nothing is written in a dry run. */
async function mergeFile(
  context: CommandContext,
  request: UpdateRequest,
): Promise<{ result: UpdateResult; written?: Omit<ComparedMove, 'compared'> }> {
  const found = await compareWorkspace(context, request)
  const { move, hasBase, hasKeys, workspaces, workspace, counter } = found
  const { name } = workspace
  const compared = assertComparable(found)
  const conflicts = await decideConflicts(context, { compared, hasBase, given: request.conflicts })
  const decide: Decide = (thing) => conflicts.get(thing)?.taken ?? 'here'
  const changes = buildChanges(compared, { decide, now: context.invocation.now() })
  const result = {
    ...buildResult(move, { name }),
    is_first: !hasBase,
    updated: changes.counts,
    conflicts: [...conflicts.values()],
    undo: null,
    ...groupThings(compared, hasBase),
  }
  if (context.invocation.isDryRun) return { result }
  await confirmDeletions(context, changes.counts, compared)
  const isWritten = writeChanges(context, found, { changes, label: request.label })
  const undo = isWritten ? suggestUndo(workspaces, workspace) : null
  return { result: { ...result, undo }, written: { move, hasBase, hasKeys, workspaces, workspace, counter } }
}

/**
 * Offers to assign what the program kept overspent in its categories, which makes an entry of the history.
 * @param isWanted the user asked for it; else a terminal asks, and a script is told how
 */
export async function offerRestoring(
  context: CommandContext,
  move: PreparedMove,
  { moved, file, isWanted }: { moved: MigrateResult; file: string; isWanted: boolean },
): Promise<MigrateResult> {
  const { user, invocation } = context
  const kept = listRestoring(move.plan).length
  const workspaces = await context.computer.openLocalWorkspaces()
  const workspace = workspaces.getWorkspace(moved.workspace_id ?? '')
  if (kept === 0 || !workspace) return moved
  const what = kept === 1 ? '1 category month' : `${kept} category months`
  const isAsked = !isWanted && user.isInteractive() && !invocation.assumesYes
  const about = `The other program kept the overspending of ${what} in the category; here Ready to Assign paid for it`
  if (
    !isWanted &&
    !(isAsked && (await user.confirm('Assign it, so that these categories are overspent here too?', about)))
  )
    return {
      ...moved,
      restorable: kept,
      restore: `migrate update "${moved.workspace_name}" "${file}" --restore-overspending`,
    }
  const open = { since: undefined, types: [], dateOrder: undefined, decimal: undefined, spending: undefined }
  const { proof, differences } = await updateWorkspace(context, {
    workspaces,
    workspace,
    file,
    flags: { from: move.source, ...open },
    conflicts: 'there',
    restoresOverspending: true,
    label: `migrate "${file.split(/[\\/]/).at(-1)}" --restore-overspending`,
  })
  return { ...moved, proof, differences, restorable: kept }
}

/** Asks about each conflict on a terminal; in a script what is here stays, unless the flag says otherwise. */
async function decideConflicts(
  context: CommandContext,
  { compared, hasBase, given }: { compared: ComparedBudgets; hasBase: boolean; given: Decision | undefined },
): Promise<Map<ComparedThing, DecidedConflict>> {
  const { user, invocation } = context
  const describe = createDescriber(compared, hasBase)
  const isAsked =
    given === undefined && user.isInteractive() && !invocation.assumesYes && !invocation.isDryRun
  let rest = given
  const decided = new Map<ComparedThing, DecidedConflict>()
  const open = compared.things.filter(({ isConflict }) => isConflict)
  for (const [at, thing] of open.entries()) {
    const shown = describe(thing)
    let taken = rest
    if (isAsked && !taken) {
      const answer = await askAbout(context, shown, `${at + 1} of ${open.length}`)
      taken = answer.taken
      if (answer.isForAll) rest = taken
    }
    decided.set(thing, { ...shown, taken: taken ?? 'here', is_decided: taken !== undefined })
  }
  return decided
}

const choices = [
  { value: 'here', label: 'Keep what is here' },
  { value: 'there', label: 'Take what is in the file' },
  { value: 'all here', label: 'Keep what is here, for this and all the others' },
  { value: 'all there', label: 'Take what is in the file, for this and all the others' },
  { value: 'stop', label: 'Stop: change nothing' },
] as const satisfies readonly PromptChoice[]

async function askAbout(
  { user }: CommandContext,
  shown: ShownThing,
  position: string,
): Promise<{ taken: Decision; isForAll: boolean }> {
  const answer = await user.select(`${position}: ${describeConflict(shown)}`, choices)
  if (answer === undefined || answer === 'stop') throw new UserError('unconfirmed', 'Nothing was changed')
  return { taken: answer.endsWith('there') ? 'there' : 'here', isForAll: answer.startsWith('all') }
}

/** Returns a conflict in one line. */
const describeConflict = ({ name, reason, fields }: ShownThing): string =>
  [
    `${name}: ${reason.toLowerCase()}`,
    ...fields.map(
      ({ field, there, here, before }) =>
        `${field.replaceAll('_', ' ')} ${here ?? 'none'} here, ${there ?? 'none'} in the file${before === null ? '' : ` (was ${before})`}`,
    ),
  ].join('; ')

/** More than so much of what moved in is not deleted without a question: the file may be cut, or of another budget. */
const MANY_DELETED = 3
const MANY_SHARE = 4

async function confirmDeletions(
  { user }: CommandContext,
  counts: readonly UpdateCount[],
  { base }: ComparedBudgets,
): Promise<void> {
  const deleted = counts.find(({ type }) => type === 'transaction')?.deleted ?? 0
  const of = base?.transactions.length ?? 0
  if (deleted < MANY_DELETED || deleted * MANY_SHARE < of) return
  await user.requireConfirmation(
    `The file no longer has ${deleted} of the ${of} transactions that moved in. Delete them here?`,
  )
}

/** Writes the changes in one transaction; returns false where there is nothing to write. */
function writeChanges(
  { invocation }: CommandContext,
  { workspaces, workspace, move, compared, counter }: ComparedMove,
  { changes, label }: { changes: UpdateChanges; label: string },
): boolean {
  const { id } = workspace
  const { moved, counts, ...rows } = changes
  const said = packBudget(moved)
  const created = createMove(move, said, invocation.now())
  const isSame =
    counts.length === 0 &&
    compared?.ours.move?.answers === created.answers &&
    Buffer.compare(compared.ours.move.said, said) === 0
  if (isSame) return false
  workspaces.recordCommand(id, label)
  const transaction = workspaces.beginTransaction(id)
  try {
    if (workspaces.changeCounter(id) !== counter) throw changedError()
    workspaces.contentStore(id).update({ ...rows, move: created })
    transaction.commit()
    return true
  } catch (error) {
    transaction.rollback()
    if (!(error instanceof InvalidContentError)) throw error
    throw new UserError('conflict', `The file does not fit what is here: ${error.message}`, {
      hint: 'Nothing was changed. Use --conflicts here or --conflicts there, or change it by hand and run the command again',
    })
  }
}

const changedError = (): UserError =>
  new UserError('conflict', 'The budget was changed while it was compared; nothing was done', {
    hint: 'Run the command again',
  })
