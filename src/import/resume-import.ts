/** Resumes an import that was stopped. */

import type { WorkspaceContext } from '../command/context.ts'
import { findAccount } from '../command/names/resolve-name.ts'
import { UserError } from '../contract/errors.ts'
import type { ImportRecord } from '../contract/ports/import-journal.ts'
import { toShellPath } from '../output/shell-words.ts'
import { convertSheet } from '../tables/sheets/read-sheet.ts'
import { importFile } from './import-file.ts'
import { parseRequest } from './import-request.ts'
import { findImport, findUnfinished } from './journal/find-import.ts'
import { computeImportId } from './plan/preview-import.ts'
import type { ImportFileOutput } from './views/report-view.ts'

/** Imports the remaining rows of the named import, or of the only unfinished one. */
export async function resumeImport(
  context: WorkspaceContext,
  { id, assume }: { id: string | undefined; assume: 'done' | 'absent' | undefined },
): Promise<ImportFileOutput> {
  const imports = await context.workspace.openImportStore()
  const record =
    id === undefined
      ? findUnfinished(imports)
      : findImport(imports, id, ({ state }) => state === 'unfinished')
  const { path, account_id } = record
  if (path === '-') {
    throw new UserError('usage', 'This import was read from stdin, which was not saved', {
      hint: 'Send the same file to "budget import -" again: rows already imported are skipped',
    })
  }
  if (
    computeImportId(account_id, await convertSheet(await context.computer.files.read(path))) !== record.id
  ) {
    throw new UserError('conflict', `"${path}" is not the file that was imported`, {
      hint: `Import it with "budget import": rows already imported are skipped`,
    })
  }
  const account = await findImportAccount(context, record)
  const request = parseRequest(record.request)
  if (request.layout !== undefined) await assertLayoutExists(context, request.layout)
  return importFile(context, { path, account, request, accepted: true, assume })
}

/**
 * Returns the account of an import.
 * @throws UserError with its former name and the entry of the history that deleted it, when it was deleted
 */
async function findImportAccount(
  { workspace: { names, history } }: WorkspaceContext,
  { account_id, path }: ImportRecord,
) {
  const accounts = await names.accounts()
  const [latest] = accounts.some(({ id }) => id === account_id)
    ? []
    : await history().list({ entity: { type: 'account', id: account_id }, limit: 1 })
  if (!latest) return findAccount(names, account_id)
  const { changes } = await history().get(latest.id)
  const change = changes.find(({ type, id }) => type === 'account' && id === account_id)
  const name = change?.before?.['name']
  const label = typeof name === 'string' ? name : account_id
  throw new UserError('not_found', `The account ${label} of this import has been deleted`, {
    hint: `budget history show ${latest.id} shows the change; to import into another account: budget import ${toShellPath(path)} --account ACCOUNT`,
  })
}

/**
 * Asserts that the layout of the import still exists: another one might read the remaining rows differently.
 */
async function assertLayoutExists(
  { computer: { settings } }: WorkspaceContext,
  layout: string,
): Promise<void> {
  const layouts = (await settings()).listLayouts()
  if (layouts.some(({ name }) => name === layout)) return
  throw new UserError(
    'not_found',
    `This import was started with the layout "${layout}", which no longer exists`,
    {
      hint: 'Restore the layout, or import the file again with another one: rows already imported are skipped',
    },
  )
}
