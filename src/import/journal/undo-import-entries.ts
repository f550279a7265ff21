/** Undoes an import by the history: everything that its entries changed is taken back, or nothing. */

import type { WorkspaceContext } from '../../command/context.ts'
import { UserError } from '../../contract/errors.ts'
import type { History, HistoryEntry, UndoPlan, UndoResult } from '../../contract/ports/history.ts'

/** The entries of an import, and whether later changes may be taken back with them. */
export interface UndoImportRequest {
  import_id: string
  /** The entries in effect, newest first. */
  entries: readonly [HistoryEntry, ...HistoryEntry[]]
  with_later: boolean
}

/**
 * Returns the entries of an import that are in effect, newest first: more than one when it was resumed. It is
 * undefined when the history cannot take the import back: on a remote profile, or because the import is older than the
 * history.
 */
export async function findImportEntries(
  { workspace: { undoesImports, history } }: Pick<WorkspaceContext, 'workspace'>,
  import_id: string,
): Promise<UndoImportRequest['entries'] | undefined> {
  if (!undoesImports) return undefined
  const entries = await history().list({ entity: { type: 'import', id: import_id } })
  const [newest, ...others] = entries.filter(({ undoes, undone_by }) => undoes === null && undone_by === null)
  const isComplete = entries.every(({ not_undoable }) => not_undoable === null)
  return newest && isComplete ? [newest, ...others] : undefined
}

/**
 * Returns what the history would take back; undefined when later entries changed what was imported and must stay, or
 * when the command imported other files as well.
 * @throws UserError `conflict` when a rule forbids it, or when with `with_later` it is not possible either
 */
export async function planImportUndo(
  context: Pick<WorkspaceContext, 'workspace'>,
  request: UndoImportRequest,
): Promise<UndoPlan | undefined> {
  const history = context.workspace.history()
  const { entries, with_later } = request
  const ids = new Set(entries.map(({ id }) => id))
  const plan = await unlessBlocked(request, () => history.planUndo(toRequest(request)))
  if (!plan || (await hasOtherImport(history, request, plan.entries))) return undefined
  return with_later || plan.entries.every(({ id }) => ids.has(id)) ? plan : undefined
}

/**
 * Takes an import back that is one entry, without planning it first; undefined when later entries changed what was
 * imported, or when the command imported other files as well.
 */
export async function undoSoleEntry(
  context: Pick<WorkspaceContext, 'workspace'>,
  request: UndoImportRequest,
): Promise<UndoResult | undefined> {
  const history = context.workspace.history()
  if (await hasOtherImport(history, request, request.entries)) return undefined
  return unlessBlocked(request, () => history.undo(toRequest(request)))
}

/** Returns the result; undefined when later entries are in the way that must stay. */
async function unlessBlocked<Result>(
  { with_later }: Pick<UndoImportRequest, 'with_later'>,
  work: () => Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await work()
  } catch (error) {
    if (!with_later && error instanceof UserError && error.kind === 'conflict') return undefined
    throw error
  }
}

async function hasOtherImport(
  history: Pick<History, 'listImports'>,
  { import_id }: Pick<UndoImportRequest, 'import_id'>,
  entries: readonly HistoryEntry[],
): Promise<boolean> {
  for (const { id } of entries)
    if ((await history.listImports(id)).some((other) => other !== import_id)) return true
  return false
}

/** Takes the entries of an import back. */
export const undoImportEntries = (
  { workspace: { history } }: Pick<WorkspaceContext, 'workspace'>,
  request: UndoImportRequest,
): Promise<UndoResult> => history().undo(toRequest(request))

/** A resumed import is the first of its entries and the later ones, which depend on it. */
const toRequest = ({ entries, with_later }: Pick<UndoImportRequest, 'entries' | 'with_later'>) => ({
  id: Math.min(...entries.map(({ id }) => id)),
  with_later: with_later || entries.length > 1,
})
