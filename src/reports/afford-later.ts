/** Finds what is needed until a later month, before something else can be afforded. @see docs/reports.md#afford */

import { daysInMonth, toMonth } from '../money/calendar.ts'
import type { MinorUnits } from '../money/minor-units.ts'
import { planTransactions } from '../schedules/forecast/plan-transactions.ts'
import { type PlanContext, readPlan } from '../schedules/read-plan.ts'
import type { ReportInput } from './report.ts'
import { readTargets } from './targets.ts'

/** What is needed until the end of a month, in minor units. */
export interface LaterNeeds {
  /** YYYY-MM. */
  on: string
  /** What Ready to Assign has to give to categories first: for schedules, targets and what is overspent in cash. */
  first: MinorUnits
  /** Returns what the schedules of a category take from it. */
  readTaken(category_id: string): MinorUnits
  /** Scheduled income until then, the earliest first. */
  income: { date: string; amount: MinorUnits }[]
}

/** Reads what is needed until the end of a month. */
export async function readLaterNeeds(
  context: PlanContext,
  { source, currency, request: { today } }: ReportInput,
  on: string,
): Promise<LaterNeeds> {
  const month = await context.workspace.api.getMonth({ month: toMonth(today) })
  const { needs, openDates } = await readPlan(context, `${on}-${daysInMonth(on)}`, month)
  const targets = readTargets(month)
  const [budgetMonth] = await source.listBudgetMonths(toMonth(today), toMonth(today))
  const first = (budgetMonth?.categories ?? []).map(({ category_id, cash_overspending }) => {
    const asked = [needs.categories.get(category_id ?? '')?.shortfall, targets.get(category_id ?? '')]
    return asked.reduce<MinorUnits>(
      (most, amount) => (amount !== undefined && amount > most ? amount : most),
      cash_overspending,
    )
  })
  return {
    on,
    first: first.reduce((sum, amount) => sum + amount, 0n),
    readTaken: (id) => (needs.categories.get(id)?.dates ?? []).reduce((sum, { needed }) => sum + needed, 0n),
    income: planTransactions(openDates, { today, currency }).flatMap(({ date, lines }) => {
      const amount = lines.reduce((sum, line) => (line.ready_to_assign ? sum + line.amount : sum), 0n)
      return amount > 0n ? [{ date, amount }] : []
    }),
  }
}
