/** Fulfils open dates of schedules with the rows of an import. @see docs/schedules.md#matching */

import type { WorkspaceContext } from '../command/context.ts'
import type { Transaction } from '../contract/operations/transactions.ts'
import type { ImportResult } from './posting/import-result.ts'
import type { FulfilledDates } from './views/schedule-text.ts'

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
