/** `budget imports undo`: deletes the transactions an import created. */

import type { WorkspaceContext } from '../../command/context.ts'
import { defineCommand } from '../../command/define.ts'
import { findTransactions } from '../../command/names/find-transactions.ts'
import { booleanFlag } from '../../command/option-spec.ts'
import { UserError } from '../../contract/errors.ts'
import type { Transaction } from '../../contract/operations/transactions.ts'
import {
  type ImportRecord,
  type ImportStore,
  listImportedIds,
  markImportUndone,
} from '../../contract/ports/import-journal.ts'
import { buildSubject, requireUndoConfirmation } from '../../history/undo-entry.ts'
import { describeUndoResult, toUndoOutput } from '../../history/undo-view.ts'
import { findImport, importOption } from '../../import/journal/find-import.ts'
import {
  findImportEntries,
  planImportUndo,
  undoImportEntries,
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
  const { id, account_id } = record
  const entries = await findImportEntries(context, id)
  const plan = entries && (await planImportUndo(context, { import_id: id, entries, with_later }))
  // What was changed since the import is deleted as well, and the later changes stay in the history.
  if (!entries || !plan)
    return withAccountLock(context, imports, { account_id }, () =>
      deleteImportedTransactions(context, imports, record),
    )
  const isAboutOthers = plan.entries.length > entries.length
  const subject = await buildSubject(context, plan)
  const rows = isAboutOthers
    ? await findRemaining(context, { account_id, batches: imports.listBatches(id) })
    : await confirmDeletion(context, imports, record)
  // The question about the deletion says nothing about the later changes of other things.
  if (isAboutOthers) await requireUndoConfirmation(context, plan, subject)
  const result = await undoImportEntries(context, { entries, with_later }, plan)
  const deleted = rows.map((row) => row.id)
  return isAboutOthers && result
    ? toImportUndoResult({ import_id: id, deleted }, describeUndoResult(toUndoOutput(result, subject)))
    : { import_id: id, deleted }
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

/** Finds the transactions of the import that still exist, and asks whether to delete them. */
async function confirmDeletion(
  context: WorkspaceContext,
  imports: ImportStore,
  { id, account_id, path }: ImportRecord,
): Promise<Transaction[]> {
  const rows = await findRemaining(context, { account_id, batches: imports.listBatches(id) })
  const total = groupThousands(sum(rows.map(({ amount }) => amount)))
  const cost = context.workspace.costsRequests ? `, in ${pluralize(rows.length, 'request')}` : ''
  const about = `${path}: ${describeTransactions(rows)}`
  await context.user.requireConfirmation(
    `Delete ${pluralize(rows.length, 'transaction')}, ${total} net${cost}?`,
    async () => about,
  )
  return rows
}

async function deleteImportedTransactions(
  context: WorkspaceContext,
  imports: ImportStore,
  record: ImportRecord,
): Promise<UndoResult> {
  const {
    workspace: { api, reserveRequests },
    invocation: { signal },
    user: { reportProgress },
  } = context
  const rows = await confirmDeletion(context, imports, record)
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
    if (context.invocation.isDryRun) return
    markImportUndone(imports, record, deleted)
  })
  return { import_id: record.id, deleted }
}

/** Describes what the user has done with the transactions since, which would be lost. */
function describeTransactions(rows: readonly Transaction[]): string {
  const reconciled = rows.filter(({ status }) => status === 'reconciled').length
  const edited = rows.filter(({ created_at, updated_at }) => updated_at > created_at).length
  return `${reconciled || 'none'} reconciled, ${edited || 'none'} changed since the import`
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
