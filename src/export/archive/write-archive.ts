/** Writes an archive: a tar with one fact a line, the same bytes for the same workspace. @see docs/export.md#archive */

import type { ArchiveSource } from '../../contract/ports/archive-source.ts'
import { packFile, TAR_END } from './tar.ts'

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
  yield* packFile('budget.json', [`${JSON.stringify(summary)}\n`])
  for await (const { name, facts } of source.listTables()) {
    counts.files += 1
    counts.facts += facts.length
    yield* packFile(
      `${name}.ndjson`,
      facts.map((fact) => `${JSON.stringify(fact)}\n`),
    )
  }
  yield TAR_END
}
