/** Writes an archive of the workspace, local or remote. */

import type { WorkspaceContext } from '../command/context.ts'
import type { ArchiveFact, ArchiveSource } from '../contract/ports/export-source.ts'
import { groupThousands } from '../output/format-amount.ts'
import { toShellPath } from '../output/shell-words.ts'
import { createFilePacker, TAR_END } from './archive/tar.ts'

/** Yields an archive of everything; at its end it tells what was written, and what a service did not tell. */
export async function* writeWholeArchive(context: WorkspaceContext): AsyncGenerator<string> {
  const counts: ArchiveCounts = { facts: 0, files: 0 }
  const source = await context.workspace.openArchiveSource()
  yield* writeArchive(source, counts)
  const path = context.invocation.outputPath
  const look = path === undefined ? '' : `. To view it: tar -tf ${toShellPath(path)}`
  context.user.info(`${groupThousands(String(counts.facts))} lines in ${counts.files} files${look}`)
  const { lacks } = await source.readSummary()
  if (lacks.length > 0) context.user.warn(`The service does not provide ${lacks.join('; ')}`)
}

/** The version of the format. A reader refuses a higher one. */
const ARCHIVE_VERSION = 1

/** What was archived. */
export interface ArchiveCounts {
  facts: number
  files: number
}

/** Yields the archive of a workspace as text; `counts` tells what it holds when it is complete. */
export async function* writeArchive(source: ArchiveSource, counts: ArchiveCounts): AsyncGenerator<string> {
  const { workspace_id, name: workspace_name, currency, lacks } = await source.readSummary()
  const summary = {
    format: 'budget archive',
    version: ARCHIVE_VERSION,
    workspace_id,
    workspace_name,
    currency,
    lacks,
  }
  const packFile = createFilePacker()
  yield* packFile('budget.json', [`${JSON.stringify(summary)}\n`])
  for await (const { name, facts } of source.listTables()) {
    counts.files += 1
    yield* packFile(`${name}.ndjson`, formatFacts(facts, counts))
  }
  yield TAR_END
}

function* formatFacts(facts: Iterable<ArchiveFact>, counts: ArchiveCounts): Generator<string> {
  for (const fact of facts) {
    counts.facts += 1
    yield `${JSON.stringify(fact)}\n`
  }
}
