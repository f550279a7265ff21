/** Files go into accounts one after the other: each file into each account that takes rows of it. */

import type { WorkspaceContext } from '../../../command/define.ts'
import { UserError } from '../../../contract/errors.ts'
import type { ImportedRows } from '../../../import/matching/previous-imports.ts'
import { appendAdvice } from '../../../import/posting/import-result.ts'
import { formatRowCount } from '../../../render/import-counts.ts'
import type { ImportFileOutput } from '../../../render/import-report.ts'
import { type ImportFileRequest, importFile } from './import-file.ts'
import type { Destination } from './target-accounts.ts'

interface ImportFilesRequest {
  files: readonly string[]
  destinations: readonly Destination[]
  /** Equal rows of two files are two transactions. */
  concat: boolean
  importing: Omit<ImportFileRequest, 'path' | 'account'>
}

/** Imports file after file, and account after account of each, until one of them is stopped. */
export async function importFilesInTurn(
  given: WorkspaceContext,
  { files, destinations, concat, importing }: ImportFilesRequest,
): Promise<ImportFileOutput | ImportFileOutput[]> {
  const world = destinations.length > 1 ? memoizeStdin(given) : given
  const results: ImportFileOutput[] = []
  const shared = destinations.map(() => (concat ? { claimedIds: new Set<string>() } : { planned: [] }))
  for (const [at, path] of files.entries()) {
    const left = files.slice(at + 1)
    for (const [number, destination] of destinations.entries()) {
      const { account, statement } = destination
      const order = buildImportRequest(destination, { importing, results, concat })
      const others: { planned?: ImportedRows[]; claimedIds?: Set<string> } = shared[number] ?? {}
      const result = await importFile(world, { ...importing, ...others, order, account, path }).catch(
        (error) => {
          const where = destinations.length > 1 ? `${path} → ${account.name}` : path
          const named =
            files.length > 1 || destinations.length > 1 ? prefixWithFile(error, path, where) : error
          throw world.isDryRun || results.length === 0
            ? named
            : appendAdvice(named, describeCompleted(results))
        },
      )
      results.push('stopped' in result && left.length > 0 ? { ...result, not_begun: left } : result)
      if ('stopped' in result) return unwrapSingle(results)
      if (statement !== undefined && number === destinations.length - 1)
        warnAboutUnassigned(world, path, results.slice(-destinations.length))
    }
  }
  return unwrapSingle(results)
}

const unwrapSingle = (results: ImportFileOutput[]): ImportFileOutput | ImportFileOutput[] => {
  const [one] = results
  return one && results.length === 1 ? one : results
}

/** The order for one account: which account of the file it takes, and which imports its rows come on top of. */
function buildImportRequest(
  { account, statement }: Destination,
  {
    importing,
    results,
    concat,
  }: Pick<ImportFilesRequest, 'importing' | 'concat'> & { results: readonly ImportFileOutput[] },
): ImportFileRequest['order'] {
  const before = results.filter((one) => one.account_id === account.id).map((one) => one.import_id)
  const { choices } = importing.order
  return {
    ...importing.order,
    choices: { ...choices, ...(statement !== undefined && { statement }) },
    ...(concat && before.length > 0 && { added_to: before }),
  }
}

/** What comes in on stdin is there once. */
function memoizeStdin(world: WorkspaceContext): WorkspaceContext {
  let stdin: Promise<Uint8Array> | undefined
  const read: WorkspaceContext['files']['read'] = (path, options) => {
    if (path !== '-') return world.files.read(path, options)
    stdin ??= world.files.read(path, options)
    return stdin
  }
  return { ...world, files: { ...world.files, read } }
}

/** Warns of accounts of a file whose rows went nowhere although others of it were assigned. */
function warnAboutUnassigned(
  { warn }: WorkspaceContext,
  path: string,
  results: readonly ImportFileOutput[],
): void {
  if (results.length < 2) return
  const [first, ...others] = results.map((one) => one.other_accounts ?? [])
  const unread = (first ?? []).filter(({ name }) =>
    others.every((accounts) => accounts.some((one) => one.name === name)),
  )
  if (unread.length > 0)
    warn(
      `No account takes the rows of ${unread.map(({ name, rows }) => `${name} (${formatRowCount(rows)})`).join(', ')} in ${path}`,
    )
}

/** The same slip, with the name of the file it is about. */
function prefixWithFile(error: unknown, path: string, where: string): unknown {
  if (!(error instanceof UserError) || error.message.includes(path)) return error
  const { kind, message, hint, field, rows } = error
  const more = { ...(hint !== undefined && { hint }), ...(field !== undefined && { field }) }
  return new UserError(kind, `${where}: ${message}`, { ...more, ...(rows && { rows }) })
}

const describeCompleted = (results: readonly ImportFileOutput[]): string =>
  `Booked before that: ${results.map(({ file, counts }) => `${formatRowCount(counts.create)} of ${file}`).join(', ')}`
