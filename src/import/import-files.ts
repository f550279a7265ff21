/** Imports several files, each into every account that takes rows of it. */

import type { FileSystem, WorkspaceContext } from '../command/context.ts'
import { UserError } from '../contract/errors.ts'
import { pluralize } from '../output/pluralize.ts'
import { type ImportFileRequest, importFile } from './import-file.ts'
import type { ImportRequest } from './import-request.ts'
import type { ImportedRows } from './matching/previous-imports.ts'
import { appendAdvice } from './posting/import-result.ts'
import type { Destination } from './target-accounts.ts'
import type { ImportFileOutput } from './views/report-view.ts'

interface ImportFilesRequest {
  files: readonly string[]
  destinations: readonly Destination[]
  /** Equal rows of two files are two transactions. */
  concat: boolean
  fileRequest: Omit<ImportFileRequest, 'path' | 'account'>
}

/** Imports file after file, and account after account, until one import is stopped. */
export async function importFilesInTurn(
  initialContext: WorkspaceContext,
  { files, destinations, concat, fileRequest }: ImportFilesRequest,
): Promise<ImportFileOutput | ImportFileOutput[]> {
  const context = destinations.length > 1 ? memoizeStdin(initialContext) : initialContext
  const results: ImportFileOutput[] = []
  const rowsOfFiles = destinations.map(() => (concat ? { claimedIds: new Set<string>() } : { planned: [] }))
  for (const [at, path] of files.entries()) {
    const remainingFiles = files.slice(at + 1)
    for (const [number, destination] of destinations.entries()) {
      const { account, statement } = destination
      const addedTo = concat ? results : []
      const request = buildImportRequest(destination, { request: fileRequest.request, addedTo })
      const earlierRows: { planned?: ImportedRows[]; claimedIds?: Set<string> } = rowsOfFiles[number] ?? {}
      const records_opening = fileRequest.records_opening === true && at === 0
      const accountRequest = { ...fileRequest, ...earlierRows, request, account, path, records_opening }
      const result = await importFile(context, accountRequest).catch((error) => {
        const where = destinations.length > 1 ? `${path} → ${account.name}` : path
        const namedError =
          files.length > 1 || destinations.length > 1 ? prefixWithFile(error, path, where) : error
        throw context.invocation.isDryRun || results.length === 0
          ? namedError
          : appendAdvice(namedError, describeCompleted(results))
      })
      results.push(
        'stopped' in result && remainingFiles.length > 0 ? { ...result, not_begun: remainingFiles } : result,
      )
      if ('stopped' in result) return unwrapSingle(results)
      if (statement !== undefined && number === destinations.length - 1)
        warnAboutUnassigned(context, path, results.slice(-destinations.length))
    }
  }
  return unwrapSingle(results)
}

const unwrapSingle = (results: ImportFileOutput[]): ImportFileOutput | ImportFileOutput[] => {
  const [output] = results
  return output && results.length === 1 ? output : results
}

/** Returns the request for one account: which account of the file it takes, and which imports it adds to. */
function buildImportRequest(
  { account, statement }: Destination,
  { request, addedTo }: { request: ImportRequest; addedTo: readonly ImportFileOutput[] },
): ImportRequest {
  const earlierIds = addedTo
    .filter((output) => output.account_id === account.id)
    .map((output) => output.import_id)
  return {
    ...request,
    choices: { ...request.choices, ...(statement !== undefined && { statement }) },
    ...(earlierIds.length > 0 && { added_to: earlierIds }),
  }
}

/** Returns the context, which reads stdin only once. */
function memoizeStdin(context: WorkspaceContext): WorkspaceContext {
  let stdin: Promise<Uint8Array> | undefined
  const { computer } = context
  const read: FileSystem['read'] = (path, options) => {
    if (path !== '-') return computer.files.read(path, options)
    stdin ??= computer.files.read(path, options)
    return stdin
  }
  return { ...context, computer: { ...computer, files: { ...computer.files, read } } }
}

/** Warns about accounts of a file that no --statement assigns. */
function warnAboutUnassigned(
  { user: { warn } }: WorkspaceContext,
  path: string,
  results: readonly ImportFileOutput[],
): void {
  if (results.length < 2) return
  const [first, ...others] = results.map((output) => output.other_accounts ?? [])
  const unread = (first ?? []).filter(({ name }) =>
    others.every((accounts) => accounts.some((output) => output.name === name)),
  )
  if (unread.length > 0)
    warn(
      `No account is assigned to ${unread.map(({ name, rows }) => `${name} (${pluralize(rows, 'row')})`).join(', ')} in ${path}`,
    )
}

/** Returns the error with the name of its file in front. */
function prefixWithFile(error: unknown, path: string, where: string): unknown {
  if (!(error instanceof UserError) || error.message.includes(path)) return error
  return new UserError(error.kind, `${where}: ${error.message}`, error)
}

const describeCompleted = (results: readonly ImportFileOutput[]): string =>
  `Imported before that: ${results.map(({ file, counts }) => `${pluralize(counts.create, 'row')} of ${file}`).join(', ')}`
