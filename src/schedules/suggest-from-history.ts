/** Suggests schedules from what recurs already, with the transactions that are the evidence, and adds those wanted. */

import type { WorkspaceContext } from '../command/context.ts'
import type { Schedule, ScheduleDraft } from '../contract/operations/schedules.ts'
import type { Transaction } from '../contract/operations/transactions.ts'
import { addMonths, toMonth } from '../money/calendar.ts'
import { getCurrencyDecimals } from '../money/currency.ts'
import { formatAmount, parseTotal } from '../money/minor-units.ts'
import { groupThousands } from '../output/format-amount.ts'
import { listLiveRows } from '../transactions/future-rows.ts'
import { toRecurrenceFields } from './build-schedule.ts'
import { describeRecurrence } from './dates/describe-recurrence.ts'
import { isOfSchedule } from './match-dates.ts'
import { type PaidRow, type SuggestedSchedule, suggestSchedules } from './suggest/suggest-schedules.ts'

/** A schedule that what recurs suggests. */
export interface Suggestion {
  name: string
  amount: string
  is_estimate: boolean
  every: string
  next_date: string
  account_id: string
  account_name: string
  category_name: string | null
  /** The transactions that are the evidence, the earliest first. */
  evidence: { id: string; date: string; amount: string }[]
  /** What would be added. */
  draft: ScheduleDraft
  /** The schedule that was added; null without --apply. */
  schedule_id: string | null
}

/** So much of the past is searched. */
const MONTHS_BACK = 25

/** A transaction, with its amount in minor units. */
interface PastRow extends PaidRow {
  row: Transaction
}

/** Returns what recurs and has no schedule yet; adds what `apply` says. */
export async function suggestFromHistory(
  context: WorkspaceContext,
  apply: 'ask' | 'all' | undefined,
): Promise<Suggestion[]> {
  const { workspace, invocation, user } = context
  const { schedules } = await workspace.api.listSchedules({})
  const decimals = getCurrencyDecimals(await workspace.names.currency(toMonth(invocation.today)))
  const since_date = `${addMonths(toMonth(invocation.today), -MONTHS_BACK)}-01`
  const rows = await listLiveRows(context, { since_date, until_date: invocation.today })
  const paid = rows.toReversed().map((row) => ({ ...row, amount: parseTotal(row.amount, decimals), row }))
  const accountNames = new Map((await workspace.names.accounts()).map(({ id, name }) => [id, name]))
  const suggestions = suggestSchedules(paid, invocation.today)
    .filter((suggested) => !isScheduled(schedules, suggested.rows.at(-1)?.row))
    .map((suggested) => toSuggestion(suggested, { decimals, accountNames }))
  if (apply === undefined) return suggestions
  const added: Suggestion[] = []
  for (const suggestion of suggestions) {
    const isWanted =
      apply === 'all' || (await user.confirm(`Add ${suggestion.name}?`, describeSuggestion(suggestion)))
    if (!isWanted) continue
    const { schedule } = await workspace.api.createSchedule({ body: suggestion.draft })
    added.push({ ...suggestion, schedule_id: schedule.id })
  }
  return added
}

/** True if a schedule expects transactions like this one. */
const isScheduled = (schedules: readonly Schedule[], row: Transaction | undefined): boolean =>
  row !== undefined &&
  schedules.some((schedule) => isOfSchedule(schedule, row) && isNearAmount(schedule, row))

/** Two subscriptions of one merchant have different amounts. */
function isNearAmount({ expected_amount }: Schedule, { amount }: Transaction): boolean {
  if (expected_amount === null) return true
  const ratio = Number(amount) / Number(expected_amount)
  return ratio > 0.75 && ratio < 1.34
}

function toSuggestion(
  { rows: paid, recurrence, next_date, ...suggested }: SuggestedSchedule<PastRow>,
  { decimals, accountNames }: { decimals: number; accountNames: ReadonlyMap<string, string> },
): Suggestion {
  const rows = paid.map(({ row }) => row)
  const { account_id, merchant_id, transfer_account_id, category_id, amount_kind } = suggested
  const amount = formatAmount(suggested.amount, decimals)
  const isIncome = rows.some(({ ready_to_assign }) => ready_to_assign)
  const category = rows.findLast((row) => row.category_id !== null)?.category_name ?? null
  return {
    name: rows.at(-1)?.merchant_name ?? accountNames.get(transfer_account_id ?? '') ?? '',
    amount,
    is_estimate: amount_kind === 'about',
    every: describeRecurrence(recurrence),
    next_date,
    account_id,
    account_name: accountNames.get(account_id) ?? '',
    category_name: isIncome ? 'Ready to Assign' : category,
    evidence: rows.map((row) => ({ id: row.id, date: row.date, amount: row.amount })),
    draft: {
      account_id,
      amount,
      amount_kind,
      ...(merchant_id !== null && { merchant_id }),
      ...(transfer_account_id !== null && { transfer_account_id }),
      ...(category_id !== null && { category_id }),
      ...(isIncome && category_id === null && { ready_to_assign: true }),
      ...toRecurrenceFields(recurrence),
    },
    schedule_id: null,
  }
}

const MAX_EVIDENCE = 3

/** Returns one line about a suggestion, with the latest evidence. */
function describeSuggestion(suggestion: Suggestion): string {
  const { name, amount, is_estimate, every, next_date, evidence, account_name } = suggestion
  const latest = evidence.slice(-MAX_EVIDENCE).map((row) => `${row.date} ${groupThousands(row.amount)}`)
  return `${name}, ${is_estimate ? 'about ' : ''}${groupThousands(amount)} every ${every} in ${account_name}, next ${next_date}; ${evidence.length} times, last ${latest.join(', ')}`
}
