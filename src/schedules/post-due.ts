/** Posts the dates of schedules with `--auto` once they are due. @see docs/schedules.md#posted-by-itself */

import type { WorkspaceContext } from '../command/context.ts'
import { ApiError } from '../contract/errors.ts'
import type { Schedule } from '../contract/operations/schedules.ts'
import { groupThousands } from '../output/format-amount.ts'
import { pluralize } from '../output/pluralize.ts'
import { toShellValue } from '../output/shell-words.ts'
import { listAllOpenDates, type OpenDate } from './open-dates.ts'

type DueContext = Pick<WorkspaceContext, 'workspace' | 'invocation' | 'user'>

/** What is due of schedules with `--auto`. */
export interface DueDates {
  due: OpenDate[]
  /** Dates on or before the last reconciliation of an account: only the user can tell what became of them. */
  reconciled: OpenDate[]
  /** Returns the name of a schedule as commands take it: its id where others have the same name. */
  name(schedule: Schedule): string
}

/** Finds the dates that are due, without those whose transaction the user deleted or took away. */
export async function findDueDates({ workspace, invocation }: DueContext): Promise<DueDates> {
  const { schedules } = await workspace.api.listSchedules({})
  const name = ({ id, name: text }: Schedule): string =>
    toShellValue(schedules.filter((one) => one.name === text).length === 1 ? text : id)
  const open = listAllOpenDates(
    schedules.filter(({ auto_post }) => auto_post),
    invocation.today,
  ).filter(isUntouched)
  if (open.length === 0) return { due: [], reconciled: [], name }
  const list = (await workspace.openReconciliations()).list()
  const last = new Map(list.map(({ account_id, date }) => [account_id, date]))
  const isReconciled = ({ due_date, schedule: { account_id, transfer_account_id } }: OpenDate): boolean =>
    [account_id, transfer_account_id].some((id) => due_date <= (last.get(id ?? '') ?? ''))
  return { due: open.filter((one) => !isReconciled(one)), reconciled: open.filter(isReconciled), name }
}

const isUntouched = ({ schedule, date }: OpenDate): boolean =>
  schedule.dates.every((known) => known.date !== date || known.refused_transaction_ids.length === 0)

/** So many posted dates are named. */
const MAX_NAMED = 3

/** Posts what is due, each date on its own day. What another process has posted meanwhile stays as it is. */
export async function postDueDates(context: DueContext): Promise<void> {
  const { user } = context
  const { due, reconciled, name } = await findDueDates(context)
  const posted: string[] = []
  for (const open of due) {
    const said = await postDate(context, open, name(open.schedule))
    if (said !== undefined) posted.push(said)
  }
  if (posted.length > MAX_NAMED) user.info(`Posted ${posted.length} due dates of schedules`)
  else for (const said of posted) user.info(`Posted ${said}`)
  for (const { schedule, due_date } of reconciled)
    user.info(
      `${schedule.name} of ${due_date} is not posted by itself, because the account is reconciled beyond it: budget schedules post ${name(schedule)}, or skip ${name(schedule)}`,
    )
}

/** Posts a date and returns what was posted; undefined when that is not possible. */
async function postDate(
  { workspace: { api }, user }: DueContext,
  { schedule, date, due_date }: OpenDate,
  name: string,
): Promise<string | undefined> {
  try {
    const reply = await api.postScheduleDate({ schedule_id: schedule.id, date, body: { date: due_date } })
    const [row] = reply.transactions
    return row && `${schedule.name}, ${groupThousands(row.amount)} on ${row.date} in ${row.account_name}`
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.name !== 'conflict')
      user.warn(
        `${schedule.name} of ${due_date} was not posted: ${error.message}; to skip it: budget schedules skip ${name}`,
      )
    return undefined
  }
}

/** Tells on a terminal how many dates the next command that writes will post. */
export async function tellDatesToPost(context: DueContext): Promise<void> {
  const { due } = await findDueDates(context)
  if (due.length > 0)
    context.user.info(
      `${pluralize(due.length, 'date is', 'dates are')} to be posted by the next command that writes`,
    )
}
