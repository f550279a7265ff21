/** Posts, skips and matches single dates of a schedule. @see docs/schedules.md#what-is-stored */

import type { WorkspaceContext } from '../command/context.ts'
import { UserError } from '../contract/errors.ts'
import type { Schedule } from '../contract/operations/schedules.ts'
import type { Transaction } from '../contract/operations/transactions.ts'
import { daysBetween, LAST_DAY } from '../money/calendar.ts'
import { toShellValue } from '../output/shell-words.ts'
import { linkMatch } from './link-dates.ts'
import { listOpenDates, type OpenDate } from './open-dates.ts'

/** A schedule after its dates changed. */
export interface ChangedDates {
  schedule: Schedule
  /** The dates that changed. */
  dates: string[]
  /** The transactions that were created or linked. */
  transactions: Transaction[]
}

/**
 * Returns the next open date of a schedule.
 * @throws UserError when it has none, or is paused
 */
export function requireNextDate(schedule: Schedule): OpenDate {
  const { name, paused, next_date } = schedule
  const [next] = next_date === null ? [] : listOpenDates(schedule, LAST_DAY, 1)
  if (next) return next
  throw paused
    ? new UserError('invalid', `${name} is paused`, {
        hint: `To resume it: budget schedules resume ${toShellValue(name)}`,
      })
    : new UserError('invalid', `${name} has no date left`)
}

/** Creates the transaction of the next open date. @default on its due date */
export async function postNextDate(
  { workspace: { api }, user }: Pick<WorkspaceContext, 'workspace' | 'user'>,
  schedule: Schedule,
  { date, amount }: { date?: string | undefined; amount?: string | undefined },
): Promise<ChangedDates> {
  const next = requireNextDate(schedule)
  if (schedule.amount_kind === 'range' && amount === undefined && next.amount !== null)
    user.info(`The amount is estimated; to say another one: --amount`)
  const reply = await api.postScheduleDate({
    schedule_id: schedule.id,
    date: next.date,
    body: {
      date: date ?? next.due_date,
      ...(amount !== undefined && { amount }),
    },
  })
  return { schedule: reply.schedule, dates: [next.date], transactions: reply.transactions }
}

/** Skips the next open date, or all that are due before a day. */
export async function skipDates(
  { workspace: { api } }: Pick<WorkspaceContext, 'workspace'>,
  schedule: Schedule,
  until: string | undefined,
): Promise<ChangedDates> {
  const first = requireNextDate(schedule)
  const dates =
    until === undefined ? [first] : listOpenDates(schedule, until).filter(({ due_date }) => due_date < until)
  if (dates.length === 0)
    throw new UserError('invalid', `${schedule.name} has no open date before ${until}`, {
      hint: `Its next date is ${first.due_date}`,
    })
  let changed = schedule
  for (const { date } of dates) {
    const reply = await api.updateScheduleDate({ schedule_id: schedule.id, date, body: { skipped: true } })
    changed = reply.schedule
  }
  return { schedule: changed, dates: dates.map(({ date }) => date), transactions: [] }
}

/** Fulfils the open date that is nearest to a transaction. */
export async function matchTransaction(
  context: Pick<WorkspaceContext, 'workspace' | 'invocation'>,
  schedule: Schedule,
  transaction_id: string,
): Promise<ChangedDates> {
  const { transaction } = await context.workspace.api.getTransaction({ transaction_id })
  const distance = ({ due_date }: OpenDate): number => Math.abs(daysBetween(due_date, transaction.date))
  const until = transaction.date > context.invocation.today ? transaction.date : context.invocation.today
  const { account_id, account_name, transfer_account_id, transfer_account_name } = schedule
  if (transaction.account_id !== account_id && transaction.account_id !== transfer_account_id) {
    const accounts = [account_name, transfer_account_name].filter((name) => name !== null).join(' or ')
    throw new UserError('invalid', `The transaction is in ${transaction.account_name}`, {
      hint: `${schedule.name} expects one in ${accounts}`,
    })
  }
  const next = requireNextDate(schedule)
  const before = listOpenDates(schedule, until)
  // The first date after it may be nearer than any before.
  const dates = listOpenDates(schedule, LAST_DAY, before.length + 1)
  const open = dates.toSorted((a, b) => distance(a) - distance(b))[0] ?? next
  const link = await linkMatch(context, { open, row: transaction })
  if (!link)
    throw new UserError('conflict', 'The transaction fulfils a date of a schedule already', {
      hint: `To free it: budget schedules unmatch ${toShellValue(transaction_id)}`,
    })
  return { schedule: link.schedule, dates: [open.date], transactions: [link.transaction] }
}

/** Opens the date that a transaction fulfils; it never fulfils that date again by itself. */
export async function unmatchTransaction(
  { workspace: { api } }: Pick<WorkspaceContext, 'workspace'>,
  transaction_id: string,
): Promise<ChangedDates> {
  const { schedules } = await api.listSchedules({ query: { all_dates: true } })
  for (const { id, dates } of schedules) {
    const found = dates.find((date) => date.transaction_id === transaction_id)
    if (!found) continue
    const request = { schedule_id: id, date: found.date, body: { transaction_id: null } }
    const { schedule } = await api.updateScheduleDate(request)
    return { schedule, dates: [found.date], transactions: [] }
  }
  throw new UserError('not_found', 'The transaction fulfils no date of a schedule')
}

/** Pauses or resumes a schedule; a paused one has no open date. */
export async function setPaused(
  { workspace: { api } }: Pick<WorkspaceContext, 'workspace'>,
  { id }: Schedule,
  paused: boolean,
): Promise<{ schedule: Schedule; remarks: string[] }> {
  const { schedule } = await api.updateSchedule({ schedule_id: id, body: { paused } })
  return { schedule, remarks: [] }
}
