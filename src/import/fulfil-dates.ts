/** Fulfils open dates of schedules with the rows of an import. @see docs/schedules.md#matching */

import type { WorkspaceContext } from '../command/context.ts'
import { toNameKey } from '../contract/normalize-name.ts'
import type { Transaction } from '../contract/operations/transactions.ts'
import type { OpenDate } from '../schedules/open-dates.ts'
import type { LinkRow } from '../schedules/plan-links.ts'
import { truncateTexts } from './matching/row-drafts.ts'
import { readRowsByDisposition } from './plan/classify-rows.ts'
import type { ImportPreview } from './plan/preview-import.ts'
import type { ImportResult } from './posting/import-result.ts'
import type { FulfilledDates, PlannedDates } from './views/schedule-text.ts'

/** What became of dates, and which rows have their category from a schedule. */
export interface LinkedRows extends Pick<FulfilledDates, 'fulfilled' | 'questions'> {
  categorizedIds: ReadonlySet<string>
}

/**
 * Fulfils dates with the rows of accounts, and asks on a terminal about rows with another amount. Returns undefined
 * where there are no schedules. It runs before the import is finished: an interruption leaves nothing out.
 */
export async function fulfilDates(
  context: WorkspaceContext,
  account_ids: readonly string[],
  { isAccepted }: { isAccepted: boolean },
): Promise<LinkedRows | undefined> {
  const { workspace, user, invocation } = context
  const isAsked = user.isInteractive() && !invocation.assumesYes && !isAccepted
  if (!workspace.hasSchedules()) return undefined
  const { linkOpenDates } = await import('../schedules/link-dates.ts')
  const { askMatch } = await import('../schedules/ask-match.ts')
  const imports = await workspace.openImportStore()
  const { linked, asked } = await imports.groupCommit(() =>
    linkOpenDates(context, { account_ids: new Set(account_ids) }),
  )
  const fulfilled = linked.map(({ schedule, date, transaction }) =>
    describe(schedule.name, date, transaction),
  )
  const questions: FulfilledDates['questions'] = []
  for (const match of asked) {
    const answer = isAsked ? await askMatch(context, match, imports.groupCommit) : undefined
    const { open, row } = match
    if (answer === 'fulfilled') fulfilled.push(describe(open.schedule.name, open.date, row))
    else if (answer === undefined)
      questions.push({ ...describe(open.schedule.name, open.date, row), expected: open.amount })
  }
  const categorizedIds = new Set(
    linked.flatMap(({ is_categorized, transaction }) => (is_categorized ? transaction.id : [])),
  )
  return { fulfilled, questions, categorizedIds }
}

/** Fulfils dates with the rows of an account after a file: also one that brings none, since an undo may have opened some. */
export async function fulfilDatesOfFile(
  context: WorkspaceContext,
  file: { request: { catchup: boolean }; account: { id: string }; accepted: boolean; defers_dates?: boolean },
): Promise<LinkedRows | undefined> {
  if (file.request.catchup || file.defers_dates) return undefined
  return fulfilDates(context, [file.account.id], { isAccepted: file.accepted })
}

const describe = (name: string, planned_date: string, { id, date, amount }: Transaction) => ({
  name,
  planned_date,
  transaction_id: id,
  date,
  amount,
})

/** A row, with its number if it is of the file that is previewed. */
type FileRow = LinkRow & { file_row?: number | undefined }

/**
 * Returns which dates the rows of a file would fulfil, and about which the import would ask; undefined where there are
 * none. Rows that are in the account already count, too, and are not told.
 * @param fileRows the rows of the files before, to which those of this file are added
 */
export async function previewDates(
  context: WorkspaceContext,
  preview: ImportPreview,
  fileRows: LinkRow[] = [],
): Promise<PlannedDates | undefined> {
  if (!context.workspace.hasSchedules()) return undefined
  const { planLinks, readLinkInput } = await import('../schedules/plan-links.ts')
  const input = await readLinkInput(context, { account_ids: new Set([preview.account_id]) })
  if (input.openDates.length + input.posted.length === 0) return undefined
  const { isOfSchedule } = await import('../schedules/match-dates.ts')
  const schedules = new Set(
    [...input.openDates, ...input.posted.map(({ open }) => open)].map((one) => one.schedule),
  )
  const merchants = await context.workspace.names.merchants()
  const ids = new Map(merchants.map(({ id, name }) => [toNameKey(name), id]))
  const own = new Map<LinkRow, number>()
  for (const row of readRowsByDisposition('create', preview.statement, preview.plan)) {
    const decision = preview.overrideFor?.(row)
    const { payee, notes } = truncateTexts(row, decision)
    const linkRow: LinkRow = {
      id: `row ${row.row}`,
      date: row.date,
      amount: row.amount,
      account_id: preview.account_id,
      merchant_id: ids.get(toNameKey(payee)) ?? null,
      merchant_name: payee,
      transfer_account_id: decision?.transfer_account_id ?? null,
      notes,
      status: row.disposition === 'pending' ? 'pending' : 'cleared',
    }
    if ([...schedules].some((schedule) => isOfSchedule(schedule, linkRow))) own.set(linkRow, row.row)
  }
  fileRows.push(...own.keys())
  // Rows of two files may have the same number.
  const rows: FileRow[] = [
    ...input.rows,
    ...fileRows.map((row, at) => ({ ...row, id: `${row.id} ${at}`, file_row: own.get(row) })),
  ]
  const { replaced, fulfilled, asked } = planLinks(input, rows)
  const describePlanned = ({ open, row }: { open: OpenDate; row: FileRow }) =>
    row.file_row === undefined
      ? []
      : {
          name: open.schedule.name,
          planned_date: open.date,
          row: row.file_row,
          date: row.date,
          amount: row.amount,
          expected: open.amount,
        }
  const dates = {
    fulfilled: [...replaced, ...fulfilled].flatMap(describePlanned).toSorted((a, b) => a.row - b.row),
    questions: asked.flatMap(describePlanned).toSorted((a, b) => a.row - b.row),
  }
  return dates.fulfilled.length + dates.questions.length === 0 ? undefined : dates
}

/** Adds what became of dates to the report of an import; rows that one categorized are no longer uncategorized. */
export function addScheduleFields<Output extends Pick<ImportResult, 'created' | 'categories'>>(
  output: Output,
  linked: LinkedRows | undefined,
): Output & { schedules?: FulfilledDates } {
  if (!linked || linked.fulfilled.length + linked.questions.length === 0) return output
  const { categorizedIds, ...dates } = linked
  const { categories, created } = output
  // Rows of earlier imports may fulfil dates, too.
  const own = categorizedIds.size === 0 ? [] : created.toJSON().filter((id) => categorizedIds.has(id))
  return {
    ...output,
    schedules: { ...dates, categorized: own.length },
    ...(categories &&
      own.length > 0 && {
        categories: { ...categories, none: categories.none - own.length, schedule: own.length },
      }),
  }
}
