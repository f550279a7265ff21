/** Runs a command on a workspace: in its transaction, and under its label in the history. */

import type { CheckBeforeRun, CommandWorkspace, WorkspaceContext } from '../command/context.ts'
import type { Command } from '../command/define.ts'
import type { NameIndex } from '../command/names/resolve-name.ts'
import type { Connection } from '../command/runtime.ts'
import { PartialFailureError } from '../contract/errors.ts'
import type { History, HistoryEntry } from '../contract/ports/history.ts'
import { buildCommandLabel } from './command-label.ts'
import type { Invocation } from './invocation.ts'
import { createCommandTransaction } from './local-transaction.ts'
import type { ParsedArgs } from './parse-args.ts'
import { createWorkspaceContext } from './workspace-context.ts'

/** Writes the result of a command and returns the exit code. */
export type FinishCommand = (result: unknown, names: Pick<NameIndex, 'resolvedNames'>) => Promise<number>

interface WorkspaceRun {
  parsed: ParsedArgs
  connection: Connection
  /** @default nothing is checked */
  check?: CheckBeforeRun | undefined
  finish: FinishCommand
  openCommandRunner: CommandWorkspace['openCommandRunner']
}

/** Parses the input of a command, runs it, finishes it, and tells how to take it back. */
export async function runOnWorkspace(
  invocation: Invocation,
  { parsed, connection, check, finish, openCommandRunner }: WorkspaceRun,
): Promise<number> {
  const { command, promptFor } = invocation
  const recorded: HistoryEntry[] = []
  const context = collectUndos(
    await createWorkspaceContext(invocation, connection, openCommandRunner),
    recorded,
  )
  const runRecorded = async (input: Record<string, unknown>, work: () => Promise<unknown>) => {
    await postDueDates(invocation, connection, context)
    return runLabelled(invocation, {
      connection,
      label: { ...parsed, input },
      async work() {
        await check?.(context.workspace.api)
        return work()
      },
    })
  }
  const run = async (): Promise<unknown> => {
    const { workspace } = context
    const readInput = () => parsed.readInput({ ...workspace, today: context.invocation.today }, promptFor)
    if (command.scope !== 'local-workspace') {
      const input = await readInput()
      return runRecorded(input, async () => command.run(context, input))
    }
    // On a remote profile, asking for it fails.
    const admin = workspace.admin ?? connection.workspaceAdmin()
    const localContext = { ...context, workspace: { ...workspace, admin } }
    const input = await readInput()
    return runRecorded(input, async () => command.run(localContext, input))
  }
  try {
    const code = await finish(await run(), context.workspace.names)
    await suggestUndo(invocation, connection, recorded)
    return code
  } catch (error) {
    // What was done before the failure can be taken back.
    if (error instanceof PartialFailureError) await suggestUndo(invocation, connection, recorded)
    throw error
  }
}

/** Returns the same context; what its undos record is added to a list, because it takes as many redos. */
const collectUndos = (context: WorkspaceContext, recorded: HistoryEntry[]): WorkspaceContext => ({
  ...context,
  workspace: {
    ...context.workspace,
    history() {
      const history = context.workspace.history()
      return {
        ...history,
        async undo(request) {
          const result = await history.undo(request)
          recorded.push(...result.recorded)
          return result
        },
      }
    },
  },
})

/** Commands about single dates, which have to find them as the user saw them; a draft posts what was due when it was made. */
const ABOUT_DATES = /^(?:schedules |undo$|redo$|drafts )/

/** True if nothing is posted before a command. */
export const isAboutDates = ({ name }: Pick<Command, 'name'>): boolean => ABOUT_DATES.test(name)

/**
 * Posts what is due before a command that writes: in a transaction and an entry of the history of its own, so that
 * it is kept even if the command fails.
 */
export async function postDueDates(
  { isChange, command }: Pick<Invocation, 'isChange' | 'command'>,
  connection: Connection,
  context: WorkspaceContext,
): Promise<void> {
  const { workspace } = context
  if (!isChange || isAboutDates(command) || !workspace.hasSchedules('auto')) return
  const { postDueDates: post } = await import('../schedules/post-due.ts')
  const transaction = createCommandTransaction()
  transaction.attach(connection)
  connection.recordAs('schedules post due')
  const api = transaction.wrapApi(workspace.api)
  await transaction.run(() => post({ ...context, workspace: { ...workspace, api } }))
}

interface LabelledWork {
  connection: Connection
  /** What the user typed, which the history shows. */
  label: Parameters<typeof buildCommandLabel>[1]
  work: () => Promise<unknown>
}

async function runLabelled(
  { isChange, plannedChanges, command, runtime, transaction, commitActions }: Invocation,
  { connection, label, work }: LabelledWork,
): Promise<unknown> {
  // A dry run is one entry as well, which is rolled back: that is how its changes are read.
  if (isChange || plannedChanges) connection.recordAs(await buildCommandLabel(command, label, runtime))
  const result = await transaction.run(work)
  if (isChange) for (const act of commitActions) act()
  return result
}

/**
 * Writes `Undo with: budget undo` to stderr, with the number of the entry only if `budget undo` alone takes back
 * another one. `undos` are the entries that an undo recorded. It writes nothing in a pipe, with --quiet, and when nothing was recorded.
 */
async function suggestUndo(
  { globals, runtime, context, isChange }: Pick<Invocation, 'globals' | 'runtime' | 'context' | 'isChange'>,
  connection: Pick<Connection, 'history' | 'recordedEntry'>,
  undos: readonly HistoryEntry[],
): Promise<void> {
  if (!isChange || globals.quiet || !runtime.stdout.isTTY || !runtime.stderr.isTTY) return
  const id = connection.recordedEntry()
  if (id === undefined) return
  const suggestion = await (undos.length > 1
    ? suggestForSeveral(connection.history(), undos)
    : formatSuggestion(connection.history(), id))
  if (suggestion === undefined) return
  // The next command uses another profile unless it is typed again.
  const profile = globals.profile === undefined ? '' : ` --profile ${globals.profile}`
  context.user.info(`${suggestion}${profile}`)
}

/** Returns the sentence about an entry; undefined when it cannot be taken back. */
async function formatSuggestion(history: History, id: number): Promise<string | undefined> {
  const { findNewestChange, findNewestUndo, findOriginal, getEntry, isEmptyImport } = await import(
    '../history/select-entry.ts'
  )
  const entry = await getEntry(history, id)
  if (entry.not_undoable !== null) return undefined
  const { original, isUndo } = await findOriginal(history, entry)
  if (isUndo) {
    const newest = await findNewestUndo(history)
    return `Redo with: budget redo${newest?.id === id ? '' : ` ${original.id}`}`
  }
  if (isEmptyImport(original)) return undefined
  const newest = await findNewestChange(history)
  return `Undo with: budget undo${newest?.id === original.id ? '' : ` ${original.id}`}`
}

/** Returns the sentence about an undo of several entries: it takes as many commands to take back. */
async function suggestForSeveral(history: History, undos: readonly HistoryEntry[]): Promise<string> {
  const { findOriginal } = await import('../history/select-entry.ts')
  const about = await Promise.all(undos.map((entry) => findOriginal(history, entry)))
  // A redo without a number takes back the newest undo, and these are the newest ones.
  if (about.every(({ isUndo }) => isUndo)) return `Redo with: budget redo, ${undos.length} times`
  const commands = undos.toReversed().map(({ id }) => `budget undo ${id}`)
  return `Undo with: ${commands.join(', then ')}`
}
