/** Writes an archive of the workspace, local or remote. */

import type { WorkspaceContext } from '../command/context.ts'
import { groupThousands } from '../output/format-amount.ts'
import { toShellPath } from '../output/shell-words.ts'
import type { ArchiveCounts } from './archive/write-archive.ts'

/** Yields an archive of everything; at its end it tells what was written, and what a service did not tell. */
export async function* writeWholeArchive(context: WorkspaceContext): AsyncGenerator<string> {
  const { writeArchive } = await import('./archive/write-archive.ts')
  const counts: ArchiveCounts = { facts: 0, files: 0 }
  const source = await context.workspace.openArchiveSource()
  yield* writeArchive(source, counts)
  const path = context.invocation.outputPath
  const look = path === undefined ? '' : `. To view it: tar -tf ${toShellPath(path)}`
  context.user.info(`${groupThousands(String(counts.facts))} lines in ${counts.files} files${look}`)
  const { lacks } = await source.readSummary()
  if (lacks.length > 0) context.user.warn(`The service does not provide ${lacks.join('; ')}`)
}
