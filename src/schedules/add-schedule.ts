/** Adds a schedule, and finds the transaction that has already fulfilled its last date. */

import type { WorkspaceContext } from '../command/context.ts'
import type { AccountSummary } from '../command/names/name-cache.ts'
import type { CategoryWithGroup } from '../command/names/resolve-name.ts'
import { UserError } from '../contract/errors.ts'
import type { Schedule, ScheduleDraft } from '../contract/operations/schedules.ts'
import type { Transaction } from '../contract/operations/transactions.ts'
import { addDays, addMonths, toMonth } from '../money/calendar.ts'
import { resolveDefaultAccount, toMerchantFields } from '../transactions/build-draft.ts'
import { toAmountFields, toScheduleSplits } from './build-schedule.ts'
import { parseRecurrence, type TypedRecurrence } from './dates/parse-recurrence.ts'
import { iteratePlannedDates } from './dates/planned-dates.ts'
import type { Recurrence } from './dates/recurrence.ts'
import { linkOpenDates } from './link-dates.ts'
import type { ScheduleSplitLine, TypedScheduleAmount } from './schedule-options.ts'

/** What the user typed about a schedule. */
export interface ScheduleInput {
  amount: TypedScheduleAmount
  merchant: string | undefined
  category: CategoryWithGroup | 'rta' | undefined
  readyToAssign: boolean
  account: AccountSummary | undefined
  to: AccountSummary | undefined
  split: ScheduleSplitLine[]
  notes: string | undefined
  match: string | undefined
  statement: number | null | undefined
  about: boolean
  auto: boolean
  recurrence: TypedRecurrence
}

/** A schedule, and the transaction that fulfils its first date. */
export interface AddedSchedule {
  schedule: Schedule
  fulfilled: Transaction | undefined
}

/** Adds a schedule. Its first date is the one before the next, if a transaction fulfils that. */
export async function addSchedule(context: WorkspaceContext, input: ScheduleInput): Promise<AddedSchedule> {
  const { api } = context.workspace
  const recurrence = parseRecurrence(input.recurrence, context.invocation.today)
  const draft = { ...(await buildDraft(context, input)), ...toRecurrenceFields(recurrence) }
  // A request that may be taken back again is not worth it where each one counts.
  const looksBack = input.recurrence.from === undefined && context.workspace.rollsBack
  const previous = looksBack ? findPreviousDate(recurrence) : undefined
  const first = previous === undefined ? {} : { first_date: previous, ...addOneTime(draft) }
  const { schedule } = await api.createSchedule({ body: { ...draft, ...first } })
  const { linked } = await linkCreated(context, schedule)
  if (linked) return { schedule: linked.schedule, fulfilled: linked.transaction }
  if (previous === undefined) return { schedule, fulfilled: undefined }
  const { first_date, days, times } = draft
  const body = { first_date, times, ...(days && { days }) }
  const reply = await api.updateSchedule({ schedule_id: schedule.id, body })
  return { schedule: reply.schedule, fulfilled: undefined }
}

const addOneTime = ({ times }: Pick<ScheduleDraft, 'times'>) =>
  typeof times === 'number' ? { times: times + 1 } : {}

async function linkCreated(context: WorkspaceContext, { id, next_date }: Schedule) {
  // A dry run of a remote workspace has no schedule to link.
  if (context.invocation.isDryRun && context.workspace.costsRequests) return { linked: undefined }
  const { linked } = await linkOpenDates(context, { schedule_id: id })
  return { linked: linked.find(({ schedule, date }) => schedule.id === id && date === next_date) }
}

async function buildDraft(
  context: WorkspaceContext,
  input: ScheduleInput,
): Promise<Omit<ScheduleDraft, 'first_date'>> {
  const { merchant, category, readyToAssign, to, split, notes, match } = input
  if (merchant === undefined && to === undefined)
    throw new UserError('usage', 'A schedule requires a MERCHANT, or --to for a transfer', {
      hint: 'budget schedules add --help shows examples',
    })
  if (merchant !== undefined && to !== undefined)
    throw new UserError('usage', 'A transfer has no merchant: use either MERCHANT or --to')
  const chosen = [category !== undefined, readyToAssign, split.length > 0].filter(Boolean)
  if (chosen.length > 1)
    throw new UserError('usage', 'Use only one of CATEGORY, --ready-to-assign and --split')
  const account = input.account ?? (await resolveDefaultAccount(context))
  const typed =
    input.about && input.amount.kind === 'fixed' ? { ...input.amount, kind: 'about' as const } : input.amount
  const amount = toAmountFields(typed, { isTransfer: to !== undefined })
  return {
    account_id: account.id,
    ...amount,
    ...(to && { transfer_account_id: to.id }),
    ...(merchant !== undefined && (await toMerchantFields(context.workspace.names, merchant))),
    ...(category && category !== 'rta' && { category_id: category.id }),
    ...((readyToAssign || category === 'rta') && { ready_to_assign: true }),
    ...toScheduleSplits(split, amount.amount),
    ...(notes !== undefined && { notes }),
    ...(match !== undefined && { match_text: match }),
    ...(input.statement !== undefined && { statement_day: input.statement }),
    ...(input.auto && { auto_post: true }),
  }
}

/** Returns the fields of a recurrence as the API takes them. */
export const toRecurrenceFields = ({ days, ...recurrence }: Recurrence) => ({
  ...recurrence,
  ...(days.length > 0 && { days: [...days] }),
})

/** Returns the planned date before the first one; undefined for a single date. */
function findPreviousDate(recurrence: Recurrence): string | undefined {
  const { first_date, every } = recurrence
  if (every === null) return undefined
  if (every.unit === 'day') return addDays(first_date, -every.count)
  const earlier = {
    ...recurrence,
    first_date: `${addMonths(toMonth(first_date), -every.count)}-01`,
    times: null,
  }
  let previous: string | undefined
  for (const date of iteratePlannedDates(earlier, earlier.first_date)) {
    if (date >= first_date) return previous
    previous = date
  }
  return previous
}
