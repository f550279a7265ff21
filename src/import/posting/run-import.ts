/** A preview is booked, and the journal knows of it. */ // import.md §6 §7

import type { BudgetApi } from '../../contract/api.ts'
import type { BadRow } from '../../contract/errors.ts'
import type { Created, ImportRecord, Journal } from '../../contract/ports/import-journal.ts'
import type { ImportPreview } from '../plan/preview-import.ts'
import { secondCopies } from './find-double-posts.ts'
import { allKnown, endedAs, refusal, stoppedBy, type Totals } from './import-result.ts'
import { addTallies, type BookedTotals, tellTally } from './import-totals.ts'
import { bookPlanned, type RunOptions, withEarlier } from './post-preview.ts'
import { heldText, rejectedText } from './rejects-file.ts'

/** What an import did. */
export interface ImportReport extends Totals {
  import_id: string
  file: string
  account_id: string
  created: Created
  /** The transactions that took the date of their rows. */
  matched: string[]
  rejected: BadRow[]
  requests: number
  /** What the booked rows came to; left out where the file was imported before. */
  money?: BookedTotals['money']
  categories?: BookedTotals['categories']
  /** Why the rest of `create` is still to be booked: the person, or the hour's limit. */
  stopped?: 'interrupted' | 'rate_limit'
  /** How many rows that were to be booked had more text than the service takes as notes. */
  notes_cut?: number
  /** Transactions that the service booked once more when a request was sent again. */
  second_copies?: string[]
  /** The records that were set aside as they stood in the file, each with its reason. */
  rejected_text?: string
  held_text?: string
}

/** Books a preview's plan in batches. Throws a Mistake with all bad rows, before anything is sent, unless they may be skipped. */
export async function runImport(
  api: BudgetApi,
  preview: ImportPreview,
  options: RunOptions,
): Promise<ImportReport> {
  const { import_id, account_id, file, statement } = preview
  const { imports, resent = () => 0 } = options
  if (preview.plan.rejected.length > 0 && options.on_error === 'abort') throw refusal(preview.plan)
  const resentBefore = resent()
  const { before, plan, booked, matched, requests, ...last } = await bookPlanned(api, preview, options)
  const isWatched = imports.isAtomic || last.preview.known.as_of !== undefined
  const isDoubtful = resent() > resentBefore || (!isWatched && booked.created > 0)
  const copies = isDoubtful ? await secondCopies(api, preview, options) : undefined
  const ended = endedAs(plan, booked)
  const { counts, sums, rejected } = withEarlier(ended, before)
  imports.finish(import_id, booked.stopped ? 'unfinished' : 'done', JSON.stringify({ counts, sums }))
  const stopped = stoppedBy({ ...booked, created: counts.create }, import_id)
  const rejectedRows = rejectedText(statement, ended)
  const heldRows = heldText(statement, ended)
  const batches = [...before.batches, ...booked.batches]
  return {
    import_id,
    file,
    account_id,
    created: { toJSON: () => batches.flatMap((number) => imports.ids(number)) },
    matched,
    counts,
    sums,
    rejected,
    requests: requests + (copies?.requests ?? 0),
    ...tellTally(addTallies(before.tally, booked.tally), preview.currency, options.rules),
    ...(stopped && { stopped }),
    ...(!options.catchup && preview.plan.notes_cut > 0 && { notes_cut: preview.plan.notes_cut }),
    ...(copies && copies.ids.length > 0 && { second_copies: copies.ids }),
    ...(rejectedRows !== undefined && { rejected_text: rejectedRows }),
    ...(heldRows !== undefined && { held_text: heldRows }),
  }
}

/** The report of a file that was imported whole before, in the very same way; undefined when there is something to do. */ // import.md §5
export function importedBefore(
  imports: Journal,
  import_id: string,
  { file, asked }: { file: string; asked: string },
): ImportReport | undefined {
  const record = imports.find(import_id)
  if (record?.state !== 'done' || record.asked !== asked) return undefined
  // Some of its rows may have gone with an import that was taken back.
  const isTakenBack = ({ account_id, state }: ImportRecord): boolean =>
    state === 'undone' && account_id === record.account_id
  if (imports.imports().some(isTakenBack)) return undefined
  const totals = JSON.parse(record.result) as Totals // `runImport` wrote it
  if (totals.counts.held > 0 || totals.counts.rejected > 0) return undefined
  return {
    import_id: record.id,
    file,
    account_id: record.account_id,
    created: { toJSON: () => [] },
    matched: [],
    ...allKnown(totals),
    rejected: [],
    requests: 0,
  }
}
