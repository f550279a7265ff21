/** Fulfils open dates of schedules with the rows of an import. @see docs/schedules.md#matching */

import type { WorkspaceContext } from '../command/context.ts'
import type { Transaction } from '../contract/operations/transactions.ts'
import { groupThousands } from '../output/format-amount.ts'
import type { DateMatch } from '../schedules/match-dates.ts'
import type { ImportResult } from './posting/import-result.ts'
import type { FulfilledDates } from './views/schedule-text.ts'

/**
 * Fulfils dates with the rows of an account, and asks on a terminal about rows with another amount. Returns undefined
 * where there are no schedules. It runs before the import is finished: an interruption leaves nothing out.
 */
export async function fulfilDates(
  context: WorkspaceContext,
  account_id: string,
  { isAccepted }: { isAccepted: boolean },
): Promise<FulfilledDates | undefined> {
  const { workspace, user, invocation } = context
  const isAsked = user.isInteractive() && !invocation.assumesYes && !isAccepted
  if (!workspace.hasSchedules()) return undefined
  const { linkOpenDates } = await import('../schedules/link-dates.ts')
  const { linked, asked } = await linkOpenDates(context, { account_ids: new Set([account_id]) })
  const fulfilled = linked.map(({ schedule, date, transaction }) =>
    describe(schedule.name, date, transaction),
  )
  const questions: FulfilledDates['questions'] = []
  for (const match of asked) {
    const answer = isAsked ? await ask(context, match) : undefined
    const { open, row } = match
    if (answer === 'fulfilled') fulfilled.push(describe(open.schedule.name, open.date, row))
    else if (answer === undefined)
      questions.push({ ...describe(open.schedule.name, open.date, row), expected: open.amount })
  }
  const categorized = linked.filter(({ is_categorized }) => is_categorized).length
  return fulfilled.length === 0 && questions.length === 0 ? undefined : { fulfilled, questions, categorized }
}

const describe = (name: string, planned_date: string, { id, date, amount }: Transaction) => ({
  name,
  planned_date,
  transaction_id: id,
  date,
  amount,
})

/** Asks whether a row is what a date expected; undefined when the user leaves it open. */
async function ask(
  context: WorkspaceContext,
  { open, row }: DateMatch<Transaction>,
): Promise<'fulfilled' | 'refused' | undefined> {
  const { api } = context.workspace
  const { schedule, date, amount, due_date } = open
  const isOther = amount !== null && amount !== row.amount
  const answer = await context.user.select(
    `${schedule.name}: ${groupThousands(row.amount)} on ${row.date} instead of ${groupThousands(amount ?? '')} on ${due_date}?`,
    [
      { value: 'once', label: 'Yes, this time' },
      ...(isOther ? [{ value: 'always', label: `Yes, ${groupThousands(row.amount)} from now on` }] : []),
      { value: 'no', label: 'No, it is something else' },
    ],
  )
  if (answer === undefined) return undefined
  const { linkMatch } = await import('../schedules/link-dates.ts')
  await linkMatch(context, { open, row })
  const request = { schedule_id: schedule.id, date }
  if (answer === 'no') {
    await api.updateScheduleDate({ ...request, body: { transaction_id: null } })
    return 'refused'
  }
  if (answer === 'always')
    await api.updateSchedule({ schedule_id: schedule.id, body: { amount: row.amount } })
  return 'fulfilled'
}

/** Returns what a report says of schedules; rows that one categorized are no longer uncategorized. */
export function toScheduleFields({ categories }: ImportResult, schedules: FulfilledDates | undefined) {
  if (!schedules) return {}
  const { categorized } = schedules
  if (!categories || categorized === 0) return { schedules }
  return {
    schedules,
    categories: { ...categories, none: categories.none - categorized, schedule: categorized },
  }
}
