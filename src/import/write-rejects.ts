/**
 * Writes rows that were not imported to files next to the bank file, and never overwrites a file.
 * @see docs/reliability.md#r8
 */

import type { WorkspaceContext } from '../command/context.ts'
import { StorageError, UserError } from '../contract/errors.ts'
import type { ImportResult } from './posting/import-result.ts'
import type { ImportRunOutput } from './views/report-view.ts'

/** Writes rejected and held rows to files and returns the result with the paths. */
export async function writeRejects(
  { computer: { files } }: WorkspaceContext,
  report: ImportResult,
  path: string,
): Promise<ImportRunOutput> {
  const { rejected_text: rejected, held_text: held, ...shown } = report
  const basePath = path === '-' ? 'stdin' : path
  const not_written: string[] = []
  const kept_files: string[] = []
  const write = async (name: 'rejected' | 'held', text: string | undefined) => {
    if (text === undefined) return {}
    try {
      const { path: writtenPath, kept: keptPaths } = await writeToFreeName(files, {
        beside: `${basePath}.${name}`,
        text,
      })
      kept_files.push(...keptPaths)
      return { [`${name}_file`]: writtenPath }
    } catch (error) {
      // The other rows are imported, which must be reported even if this file cannot be written.
      if (!(error instanceof UserError || error instanceof StorageError)) throw error
      not_written.push(error.message)
      return {}
    }
  }
  const writtenPath = { ...(await write('rejected', rejected)), ...(await write('held', held)) }
  return {
    ...shown,
    ...writtenPath,
    ...(kept_files.length > 0 && { kept_files }),
    ...(not_written.length > 0 && { not_written }),
  }
}

/**
 * Writes a text to the first path that is free or contains the same text; `kept` are the paths with other
 * content.
 */
async function writeToFreeName(
  files: WorkspaceContext['computer']['files'],
  { beside: basePath, text }: { beside: string; text: string },
): Promise<{ path: string; kept: string[] }> {
  const keptPaths: string[] = []
  for (let number = 1; ; number++) {
    const path = `${basePath}${number === 1 ? '' : `-${number}`}.csv`
    const existing = await readTextIfExists(files, path)
    if (existing === undefined) await files.write(path, text, { force: false, secret: true })
    if (existing === undefined || existing === text) return { path, kept: keptPaths }
    keptPaths.push(path)
  }
}

async function readTextIfExists(
  files: WorkspaceContext['computer']['files'],
  path: string,
): Promise<string | undefined> {
  try {
    return new TextDecoder().decode(await files.read(path))
  } catch (error) {
    if (error instanceof UserError && error.kind === 'not_found') return undefined
    throw error
  }
}
