/** `budget imports undo`: deletes the transactions an import created. */

import type { WorkspaceContext } from '../../command/context.ts'
import { defineCommand } from '../../command/define.ts'
import { findTransactions } from '../../command/names/find-transactions.ts'
import { booleanFlag } from '../../command/option-spec.ts'
import { UserError } from '../../contract/errors.ts'
import type { Transaction } from '../../contract/operations/transactions.ts'
import type { UndoPlan } from '../../contract/ports/history.ts'
import {
  type ImportRecord,
  type ImportStore,
  listImportedIds,
  markImportUndone,
} from '../../contract/ports/import-journal.ts'
import { buildSubject, requireUndoConfirmation } from '../../history/undo-entry.ts'
import { describeUndoResult, toUndoOutput } from '../../history/undo-view.ts'
import { findImport, importOption } from '../../import/journal/find-import.ts'
import { restoreCleared } from '../../import/journal/restore-cleared.ts'
import {
  findImportEntries,
  planImportUndo,
  type UndoImportRequest,
  undoImportEntries,
  undoSoleEntry,
} from '../../import/journal/undo-import-entries.ts'
import { toImportUndoResult, type UndoResult, undoView } from '../../import/views/imports-view.ts'
import { withAccountLock } from '../../import/with-account-lock.ts'
import { sum } from '../../money/decimal.ts'
import { groupThousands } from '../../output/format-amount.ts'
import { pluralize } from '../../output/pluralize.ts'

/** How many deletions pass between two progress reports. */
const PROGRESS_INTERVAL = 100

export const undo = defineCommand({
  name: 'imports undo',
  summary: 'Undo an import: delete the transactions it created',
  arguments: { id: importOption() },
  flags: {
    withLater: booleanFlag('Also undo later changes to the imported transactions'),
  },
  examples: [
    { when: 'Undo an import into the wrong account', commandLine: 'budget imports undo 3f2a --yes' },
  ],
  mutates: true,
  cannotDraft: 'budget imports undo --dry-run shows what it would take back',
  isAtomic: false,
  waitsForRateLimit: true,
  async run(context, { id, withLater }) {
    const imports = await context.workspace.openImportStore()
    const record = findImport(imports, id, ({ state }) => state !== 'undone')
    assertNotUndone(record, context)
    return undoImport(context, { imports, record, with_later: withLater })
  },
  view: undoView,
})

interface ImportToUndo {
  imports: ImportStore
  record: ImportRecord
  with_later: boolean
}

/** Takes the import back by the history or, where that is not possible, deletes its transactions. */
async function undoImport(
  context: WorkspaceContext,
  { imports, record, with_later }: ImportToUndo,
): Promise<UndoResult> {
  const { id: import_id, account_id } = record
  const entries = await findImportEntries(context, import_id)
  const request = entries && { import_id, entries, with_later }
  const undone = request && (await undoEntries(context, { imports, record, request }))
  // What was changed since the import is deleted as well, and the later changes stay in the history.
  return (
    undone ??
    withAccountLock(context, imports, { account_id }, () =>
      deleteImportedTransactions(context, { imports, record, entries }),
    )
  )
}

interface EntriesToUndo extends Pick<ImportToUndo, 'imports' | 'record'> {
  request: UndoImportRequest
}

/** Takes the entries of an import back, or reports it in a dry run; undefined where that is not possible. */
async function undoEntries(
  context: WorkspaceContext,
  { imports, record, request }: EntriesToUndo,
): Promise<UndoResult | undefined> {
  const { id: import_id, account_id } = record
  const { assumesYes, isDryRun } = context.invocation
  const batches = imports.listBatches(import_id)
  const ids = listImportedIds(batches)
  // A plan takes as long as the undo, and with --yes the user does not see it.
  if (assumesYes && !isDryRun && !request.with_later && request.entries.length === 1)
    return (await undoSoleEntry(context, request)) && { import_id, deleted: ids }
  const plan = await planImportUndo(context, request)
  if (!plan) return undefined
  const isAboutOthers = plan.entries.length > request.entries.length
  const subject = await buildSubject(context, plan)
  // The question about the deletion says nothing about the later changes of other things.
  const deleted = isAboutOthers
    ? (await findRemaining(context, { account_id, batches })).map(({ id }) => id)
    : ids
  await (isAboutOthers
    ? requireUndoConfirmation(context, plan, subject)
    : confirmDeletion(context, record, await summarizeRemaining(context, { account_id, batches, plan })))
  if (isDryRun) context.invocation.recordPlannedUndo(plan)
  const result = isDryRun ? undefined : await undoImportEntries(context, request)
  return isAboutOthers && result
    ? toImportUndoResult({ import_id, deleted }, describeUndoResult(toUndoOutput(result, subject)))
    : { import_id, deleted }
}

/** @throws UserError `conflict` for an import that is undone already */
function assertNotUndone(
  { state, id, path }: ImportRecord,
  { workspace: { undoesImports } }: WorkspaceContext,
): void {
  if (state !== 'undone') return
  throw new UserError('conflict', `Import ${id} (${path}) is already undone`, {
    hint: undoesImports ? 'budget redo brings it back' : 'To import the file again: budget import FILE',
  })
}

/** The transactions of an import that still exist, and what was done with them, which would be lost. */
interface RemainingRows {
  count: number
  /** The sum of their amounts. */
  amount: string
  reconciled: number
  edited: number
}

/** Asks whether to delete the transactions of the import. */
async function confirmDeletion(
  context: WorkspaceContext,
  { path }: ImportRecord,
  { count, amount, reconciled, edited }: RemainingRows,
): Promise<void> {
  const cost = context.workspace.costsRequests ? `, in ${pluralize(count, 'request')}` : ''
  await context.user.requireConfirmation(
    `Delete ${pluralize(count, 'transaction')}, ${groupThousands(amount)} net${cost}?`,
    async () => `${path}: ${reconciled || 'none'} reconciled, ${edited || 'none'} changed since the import`,
  )
}

const summarizeRows = (rows: readonly Transaction[]): RemainingRows => ({
  count: rows.length,
  amount: sum(rows.map(({ amount }) => amount)),
  reconciled: rows.filter(({ status }) => status === 'reconciled').length,
  edited: rows.filter(({ created_at, updated_at }) => updated_at > created_at).length,
})

/** Counts the transactions of the import that still exist: from the plan where it has counted exactly those. */
async function summarizeRemaining(
  context: WorkspaceContext,
  { plan, ...imported }: ImportedBatches & { plan: UndoPlan },
): Promise<RemainingRows> {
  const counted = plan.summarize?.()?.deleted
  const ids = listImportedIds(imported.batches)
  const isSame =
    counted?.count === ids.length && ids.every((id) => id >= counted.ids.first && id <= counted.ids.last)
  return isSame ? counted : summarizeRows(await findRemaining(context, imported))
}

interface ImportToDelete extends Pick<ImportToUndo, 'imports' | 'record'> {
  /** The entries of the history; undefined where it cannot take the import back. */
  entries: UndoImportRequest['entries'] | undefined
}

async function deleteImportedTransactions(
  context: WorkspaceContext,
  { imports, record, entries }: ImportToDelete,
): Promise<UndoResult> {
  const {
    workspace: { api, reserveRequests },
    invocation: { signal },
    user: { reportProgress },
  } = context
  const { id, account_id } = record
  const rows = await findRemaining(context, { account_id, batches: imports.listBatches(id) })
  await confirmDeletion(context, record, summarizeRows(rows))
  reserveRequests(rows.length)
  const deleted: string[] = []
  // If the command is stopped, a local workspace rolls back; on a remote one, undoing again deletes the rest.
  await imports.groupCommit(async () => {
    for (const row of rows) {
      signal.throwIfAborted()
      await api.deleteTransaction({ transaction_id: row.id })
      deleted.push(row.id)
      if (deleted.length % PROGRESS_INTERVAL === 0 || deleted.length === rows.length)
        reportProgress({ done: deleted.length, of: rows.length, what: 'transactions deleted' })
    }
    await restoreCleared(context, { imports, import_id: id, entries: entries ?? [] })
    if (context.invocation.isDryRun) return
    markImportUndone(imports, record, deleted)
  })
  return { import_id: id, deleted }
}

interface ImportedBatches {
  account_id: string
  batches: Parameters<typeof listImportedIds>[0]
}

/** Finds the transactions of the import that still exist, also in other accounts and on other dates. */
async function findRemaining(
  { workspace, invocation: { signal } }: WorkspaceContext,
  { account_id, batches }: ImportedBatches,
): Promise<Transaction[]> {
  const since_date = batches.map(({ first_date }) => first_date).toSorted()[0]
  const until_date = batches
    .map(({ last_date }) => last_date)
    .toSorted()
    .at(-1)
  if (since_date === undefined || until_date === undefined) return []
  const filters = { account_id, since_date, until_date }
  return findTransactions({ ...workspace, signal }, { ids: listImportedIds(batches), filters })
}
