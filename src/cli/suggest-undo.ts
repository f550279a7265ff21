/** Tells a user on a terminal how to take back what a command changed. */

import type { Connection } from '../command/runtime.ts'
import type { History, HistoryEntry } from '../contract/ports/history.ts'
import type { Invocation } from './invocation.ts'

/**
 * Writes `Undo with: budget undo` to stderr, with the number of the entry only if `budget undo` alone takes back
 * another one. `undos` are the entries that an undo recorded. It writes nothing in a pipe, with --quiet, and when nothing was recorded.
 */
export async function suggestUndo(
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
