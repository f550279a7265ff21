/** Adds a schedule, and finds the transaction that has already fulfilled its last date. */

import type { WorkspaceContext } from '../command/context.ts'
import type { AccountSummary } from '../command/names/name-cache.ts'
import { UserError } from '../contract/errors.ts'
import { toNameKey } from '../contract/normalize-name.ts'
import type { Schedule, ScheduleDraft } from '../contract/operations/schedules.ts'
import { addDays, addMonths, nameMonth, toMonth } from '../money/calendar.ts'
import { compare } from '../money/decimal.ts'
import { groupThousands } from '../output/format-amount.ts'
import { resolveDefaultAccount } from '../transactions/build-draft.ts'
import { addReference } from '../transactions/read-reply.ts'
import { formatReference } from '../transactions/transaction-columns.ts'
import {
  type ChangedSchedule,
  toAmountFields,
  toContentFields,
  toRecurrenceFields,
} from './build-schedule.ts'
import { parseRecurrence } from './dates/parse-recurrence.ts'
import { listPlannedDates } from './dates/planned-dates.ts'
import type { Recurrence } from './dates/recurrence.ts'
import { describeSchedule } from './describe-schedule.ts'
import { type LinkedDate, linkOpenDates } from './link-dates.ts'
import { listImportedAccounts } from './overdue.ts'
import type { TypedSchedule, TypedScheduleAmount } from './schedule-options.ts'

/** What the user typed about a new schedule. */
export interface ScheduleInput extends TypedSchedule {
  amount: TypedScheduleAmount
  readyToAssign: boolean
  to: AccountSummary | undefined
  about: boolean
}

/** Adds a schedule. Its first date is the one before the next, if a transaction fulfils that. */
export async function addSchedule(context: WorkspaceContext, input: ScheduleInput): Promise<ChangedSchedule> {
  const { api } = context.workspace
  const recurrence = parseRecurrence(input, context.invocation.today)
  const draft = { ...(await buildDraft(context, input)), ...toRecurrenceFields(recurrence) }
  const { first_date, days, times } = draft
  await confirmSecond(context, draft)
  // A request that may be taken back again is not worth it where each one counts.
  const looksBack = input.from === undefined && context.workspace.rollsBack
  const previous = looksBack ? findPreviousDate(recurrence) : undefined
  const earlier = { first_date: previous ?? first_date, times: times === null ? null : times + 1 }
  const created = await api.createSchedule({
    body: previous === undefined ? draft : { ...draft, ...earlier },
  })
  const link = await linkFirstDate(context, created.schedule)
  const { schedule } =
    link ??
    (previous === undefined
      ? created
      : await api.updateSchedule({
          schedule_id: created.schedule.id,
          body: { first_date, times, ...(days && { days }) },
        }))
  return {
    schedule,
    remarks: [...(link ? [describeLink(context, link)] : []), ...(await describeAuto(context, schedule))],
  }
}

/** Asks before a schedule is added twice; where the user cannot be asked, it is told. */
async function confirmSecond(
  { workspace: { names }, user, invocation }: WorkspaceContext,
  draft: ScheduleDraft,
): Promise<void> {
  const first = (await names.schedules()).find((one) => one.next_date !== null && isSame(one, draft))
  if (!first) return
  const about = `There is one like it: ${describeSchedule(first)}`
  if (!user.isInteractive() || invocation.assumesYes || invocation.isDryRun) user.warn(about)
  else if (!(await user.confirm('Add it all the same?', about)))
    throw new UserError('unconfirmed', 'Nothing was added')
}

/** True if a schedule expects the same amount, from or to the same merchant or account, in the same account. */
function isSame(
  one: Schedule,
  { account_id, transfer_account_id, amount, ...draft }: ScheduleDraft,
): boolean {
  const isSameMerchant =
    typeof draft.merchant_name === 'string'
      ? toNameKey(draft.merchant_name) === toNameKey(one.merchant_name ?? '')
      : (draft.merchant_id ?? null) === one.merchant_id
  const isSameAmount =
    typeof amount === 'string' && one.amount !== null
      ? compare(amount, one.amount) === 0
      : (amount ?? null) === one.amount
  const isSameAccount =
    one.account_id === account_id && one.transfer_account_id === (transfer_account_id ?? null)
  return isSameMerchant && isSameAmount && isSameAccount
}

async function linkFirstDate(context: WorkspaceContext, { id, next_date }: Schedule) {
  // A dry run of a remote workspace has no schedule to link.
  if (context.invocation.isDryRun && context.workspace.costsRequests) return undefined
  const { linked } = await linkOpenDates(context, { schedule_id: id })
  return linked.find(({ schedule, date }) => schedule.id === id && date === next_date)
}

/** Returns `December is paid: 3C, 2026-11-30, -1,450.00`. */
function describeLink(context: WorkspaceContext, { date, transaction }: LinkedDate): string {
  const reference = formatReference(addReference(context, transaction))
  return `${nameMonth(date)} is paid: ${reference}, ${transaction.date}, ${groupThousands(transaction.amount)}`
}

/** Returns what is to be said about `--auto`; nothing where no account of the schedule is imported. */
export async function describeAuto(
  { workspace }: Pick<WorkspaceContext, 'workspace'>,
  { auto_post, account_id, account_name, transfer_account_id, transfer_account_name }: Schedule,
): Promise<string[]> {
  if (!auto_post) return []
  const imported = await listImportedAccounts(workspace)
  if (!imported.has(account_id) && !imported.has(transfer_account_id)) return []
  return [
    `${imported.has(account_id) ? account_name : transfer_account_name} is imported: the bank's row takes the place of what is posted, so nothing is doubled, but --auto is not needed`,
  ]
}

async function buildDraft(
  context: WorkspaceContext,
  input: ScheduleInput,
): Promise<Omit<ScheduleDraft, 'first_date' | 'times' | 'days'>> {
  const { merchant, category, readyToAssign, to, split } = input
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
  const kind = input.about && input.amount.kind === 'fixed' ? 'about' : input.amount.kind
  const amount = toAmountFields({ ...input.amount, kind }, { isTransfer: to !== undefined })
  const typed = { ...input, category: readyToAssign ? ('rta' as const) : category }
  return {
    ...amount,
    ...(await toContentFields(context, typed, amount.amount)),
    account_id: account.id,
    ...(to && { transfer_account_id: to.id }),
    ...(input.auto && { auto_post: true }),
  }
}

/** Returns the planned date before the first one; undefined for a single date. */
function findPreviousDate(recurrence: Recurrence): string | undefined {
  const { first_date, every } = recurrence
  if (every === null) return undefined
  if (every.unit === 'day') return addDays(first_date, -every.count)
  const start = `${addMonths(toMonth(first_date), -every.count)}-01`
  const earlier = { ...recurrence, first_date: start, times: null }
  return listPlannedDates(earlier, start, addDays(first_date, -1)).at(-1)
}
