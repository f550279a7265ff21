/**
 * Puts the rows that were not booked into files beside the one they came from, and never over a person's work.
 * @see docs/reliability.md#r8
 */

import type { WorkspaceContext } from '../../../command/define.ts'
import { StorageError, UserError } from '../../../contract/errors.ts'
import type { ImportResult } from '../../../import/posting/import-result.ts'
import type { ImportRunOutput } from '../../../render/import-report.ts'

/** The report, once the rows that were set aside lie in files of their own. */
export async function writeRejects(
  { files }: WorkspaceContext,
  report: ImportResult,
  path: string,
): Promise<ImportRunOutput> {
  const { rejected_text: rejected, held_text: held, ...shown } = report
  const beside = path === '-' ? 'stdin' : path
  const not_written: string[] = []
  const kept_files: string[] = []
  const write = async (name: 'rejected' | 'held', text: string | undefined) => {
    if (text === undefined) return {}
    try {
      const { path: written, kept } = await writeToFreeName(files, { beside: `${beside}.${name}`, text })
      kept_files.push(...kept)
      return { [`${name}_file`]: written }
    } catch (error) {
      // The others are booked: that must be told, whatever becomes of a file beside it.
      if (!(error instanceof UserError || error instanceof StorageError)) throw error
      not_written.push(error.message)
      return {}
    }
  }
  const written = { ...(await write('rejected', rejected)), ...(await write('held', held)) }
  return {
    ...shown,
    ...written,
    ...(kept_files.length > 0 && { kept_files }),
    ...(not_written.length > 0 && { not_written }),
  }
}

/** Writes a text under the first name that is free or holds the very same; `kept`: the files that hold something else. */
async function writeToFreeName(
  files: WorkspaceContext['files'],
  { beside, text }: { beside: string; text: string },
): Promise<{ path: string; kept: string[] }> {
  const kept: string[] = []
  for (let number = 1; ; number++) {
    const path = `${beside}${number === 1 ? '' : `-${number}`}.csv`
    const there = await readTextIfExists(files, path)
    if (there === undefined) await files.write(path, text, { force: false, secret: true })
    if (there === undefined || there === text) return { path, kept }
    kept.push(path)
  }
}

async function readTextIfExists(files: WorkspaceContext['files'], path: string): Promise<string | undefined> {
  try {
    return new TextDecoder().decode(await files.read(path))
  } catch (error) {
    if (error instanceof UserError && error.kind === 'not_found') return undefined
    throw error
  }
}
