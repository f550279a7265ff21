/** Imports several files, each into every account that takes rows of it. */

import type { FileSystem, WorkspaceContext } from '../command/context.ts'
import { UserError } from '../contract/errors.ts'
import { pluralize } from '../output/pluralize.ts'
import type { LinkRow } from '../schedules/plan-links.ts'
import { addScheduleFields, fulfilDates, type LinkedRows } from './fulfil-dates.ts'
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

/**
 * Imports file after file, and account after account, until one import is stopped. The rows of all files together
 * fulfil dates of schedules: the order of the files changes nothing.
 */
export async function importFilesInTurn(
  initialContext: WorkspaceContext,
  request: ImportFilesRequest,
): Promise<ImportFileOutput | ImportFileOutput[]> {
  const { files, destinations, fileRequest } = request
  const context = destinations.length > 1 ? memoizeStdin(initialContext) : initialContext
  if (files.length === 1 || fileRequest.request.catchup || context.invocation.isDryRun)
    return unwrapSingle(await importEach(context, request, []))
  const results: ImportFileOutput[] = []
  const fulfil = () =>
    fulfilDates(context, [...new Set(destinations.map(({ account }) => account.id))], {
      isAccepted: fileRequest.accepted,
    })
  try {
    await importEach(context, { ...request, fileRequest: { ...fileRequest, defers_dates: true } }, results)
  } catch (error) {
    if (!context.invocation.signal.aborted) await fulfil()
    throw error
  }
  return unwrapSingle(divideDates(results, await fulfil()))
}

async function importEach(
  context: WorkspaceContext,
  { files, destinations, concat, fileRequest }: ImportFilesRequest,
  results: ImportFileOutput[],
): Promise<ImportFileOutput[]> {
  const rowsOfFiles = destinations.map(() => ({
    file_rows: [],
    ...(concat ? { claimedIds: new Set<string>() } : { planned: [] }),
  }))
  for (const [at, path] of files.entries()) {
    const remainingFiles = files.slice(at + 1)
    for (const [number, destination] of destinations.entries()) {
      const { account, statement } = destination
      const addedTo = concat ? results : []
      const request = buildImportRequest(destination, { request: fileRequest.request, addedTo })
      const earlierRows: { planned?: ImportedRows[]; claimedIds?: Set<string>; file_rows?: LinkRow[] } =
        rowsOfFiles[number] ?? {}
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
      if ('stopped' in result) return results
      if (statement !== undefined && number === destinations.length - 1)
        warnAboutUnassigned(context, path, results.slice(-destinations.length))
    }
  }
  return results
}

/** Says of each fulfilled date in the report of the file that brought its row; of older rows in the last one. */
function divideDates(
  results: readonly ImportFileOutput[],
  linked: LinkedRows | undefined,
): ImportFileOutput[] {
  if (!linked) return [...results]
  const left = new Set([...linked.fulfilled, ...linked.questions].map((row) => row.transaction_id))
  return results.map((output, at) => {
    if (!('created' in output)) return output
    const isLast = at === results.length - 1
    const own = new Set(isLast ? left : output.created.toJSON().filter((id) => left.has(id)))
    for (const id of own) left.delete(id)
    const keeps = ({ transaction_id }: { transaction_id: string }): boolean => own.has(transaction_id)
    return addScheduleFields(output, {
      ...linked,
      fulfilled: linked.fulfilled.filter(keeps),
      questions: linked.questions.filter(keeps),
    })
  })
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
