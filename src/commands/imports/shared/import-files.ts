/** Files go into accounts one after the other: each file into each account that takes rows of it. */

import type { World } from '../../../command/define.ts'
import { Mistake } from '../../../contract/errors.ts'
import type { BookedRows } from '../../../import/matching/previous-imports.ts'
import { withAdvice } from '../../../import/posting/import-result.ts'
import { rowsOf } from '../../../render/import-counts.ts'
import type { ShownImport } from '../../../render/import-report.ts'
import { type Importing, importFile } from './import-file.ts'
import type { Destination } from './target-accounts.ts'

interface Several {
  files: readonly string[]
  destinations: readonly Destination[]
  /** Equal rows of two files are two transactions. */
  concat: boolean
  importing: Omit<Importing, 'path' | 'account'>
}

/** Imports file after file, and account after account of each, until one of them is stopped. */
export async function importAll(
  given: World,
  { files, destinations, concat, importing }: Several,
): Promise<ShownImport | ShownImport[]> {
  const world = destinations.length > 1 ? readingStdinOnce(given) : given
  const results: ShownImport[] = []
  const shared = destinations.map(() => (concat ? { taken: new Set<string>() } : { planned: [] }))
  for (const [at, path] of files.entries()) {
    const left = files.slice(at + 1)
    for (const [number, destination] of destinations.entries()) {
      const { account, statement } = destination
      const order = orderFor(destination, { importing, results, concat })
      const others: { planned?: BookedRows[]; taken?: Set<string> } = shared[number] ?? {}
      const result = await importFile(world, { ...importing, ...others, order, account, path }).catch(
        (error) => {
          const where = destinations.length > 1 ? `${path} → ${account.name}` : path
          const named = files.length > 1 || destinations.length > 1 ? aboutFile(error, path, where) : error
          throw world.dryRun || results.length === 0 ? named : withAdvice(named, doneBefore(results))
        },
      )
      results.push('stopped' in result && left.length > 0 ? { ...result, not_begun: left } : result)
      if ('stopped' in result) return only(results)
      if (statement !== undefined && number === destinations.length - 1)
        warnOfUnread(world, path, results.slice(-destinations.length))
    }
  }
  return only(results)
}

const only = (results: ShownImport[]): ShownImport | ShownImport[] => {
  const [one] = results
  return one && results.length === 1 ? one : results
}

/** The order for one account: which account of the file it takes, and which imports its rows come on top of. */
function orderFor(
  { account, statement }: Destination,
  { importing, results, concat }: Pick<Several, 'importing' | 'concat'> & { results: readonly ShownImport[] },
): Importing['order'] {
  const before = results.filter((one) => one.account_id === account.id).map((one) => one.import_id)
  const { choices } = importing.order
  return {
    ...importing.order,
    choices: { ...choices, ...(statement !== undefined && { statement }) },
    ...(concat && before.length > 0 && { added_to: before }),
  }
}

/** What comes in on stdin is there once. */
function readingStdinOnce(world: World): World {
  let stdin: Promise<Uint8Array> | undefined
  const read: World['files']['read'] = (path, options) => {
    if (path !== '-') return world.files.read(path, options)
    stdin ??= world.files.read(path, options)
    return stdin
  }
  return { ...world, files: { ...world.files, read } }
}

/** Warns of accounts of a file whose rows went nowhere although others of it were assigned. */
function warnOfUnread({ warn }: World, path: string, results: readonly ShownImport[]): void {
  if (results.length < 2) return
  const [first, ...others] = results.map((one) => one.other_accounts ?? [])
  const unread = (first ?? []).filter(({ name }) =>
    others.every((accounts) => accounts.some((one) => one.name === name)),
  )
  if (unread.length > 0)
    warn(
      `No account takes the rows of ${unread.map(({ name, rows }) => `${name} (${rowsOf(rows)})`).join(', ')} in ${path}`,
    )
}

/** The same slip, with the name of the file it is about. */
function aboutFile(error: unknown, path: string, where: string): unknown {
  if (!(error instanceof Mistake) || error.message.includes(path)) return error
  const { kind, message, hint, field, rows } = error
  const more = { ...(hint !== undefined && { hint }), ...(field !== undefined && { field }) }
  return new Mistake(kind, `${where}: ${message}`, { ...more, ...(rows && { rows }) })
}

const doneBefore = (results: readonly ShownImport[]): string =>
  `Booked before that: ${results.map(({ file, counts }) => `${rowsOf(counts.create)} of ${file}`).join(', ')}`
