/** Writes an archive: a tar with one fact a line, the same bytes for the same workspace. @see docs/export.md#archive */

import type { ArchiveFact, ArchiveSource } from '../../contract/ports/archive-source.ts'
import { createFilePacker, TAR_END } from './tar.ts'

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
