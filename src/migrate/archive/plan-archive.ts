/** Plans the workspace that an archive of ours becomes: the one that it is of. */

import type { ContentTransaction } from '../../contract/ports/workspace-content.ts'
import { toMonth } from '../../money/calendar.ts'
import type { SourceFile } from '../../tables/source-file.ts'
import type { MoveCounts, WorkspacePlan } from '../plan/plan-workspace.ts'
import { readArchive } from './read-archive.ts'

/** An archive that can move in. */
export interface PlannedArchive {
  /** The name of the archived workspace, where the archive tells it. */
  name: string | undefined
  title: string
  plan: WorkspacePlan
}

/**
 * Plans the move of an archive. Its transactions are read when they are written, and counted meanwhile.
 * @throws UserError with the file and the line of the first error; undefined when the files are no archive
 */
export function planArchive(
  files: readonly SourceFile[],
  options: { keepIds: boolean },
): PlannedArchive | undefined {
  const archive = readArchive(files, options)
  if (!archive) return undefined
  const { name, content, figures, lacks, explainRefusal } = archive
  const counts: MoveCounts = {
    accounts: content.accounts.filter(({ deleted }) => !deleted).length,
    transactions: 0,
    splits: 0,
    transfers: 0,
    categories: content.categories.filter(({ deleted }) => !deleted).length,
    months: 0,
  }
  return {
    name,
    title: lacks.length > 0 ? 'An archive of a remote workspace' : 'A budget archive',
    plan: {
      content: { ...content, transactions: countTransactions(content.transactions, counts) },
      figures,
      rules: undefined,
      counts,
      notTaken: lacks.map((what) => ({
        what,
        count: 0,
        why: 'the service does not provide them, so the archive has none',
      })),
      explainRefusal,
    },
  }
}

/** Yields the transactions and counts those that are not deleted. */
function* countTransactions(
  transactions: Iterable<ContentTransaction>,
  counts: MoveCounts,
): Generator<ContentTransaction> {
  const months = new Set<string>()
  for (const transaction of transactions) {
    if (!transaction.deleted) {
      counts.transactions++
      if (transaction.splits) counts.splits++
      if (transaction.pair !== null && transaction.amount < 0n) counts.transfers++
      months.add(toMonth(transaction.date))
      counts.months = months.size
    }
    yield transaction
  }
}
