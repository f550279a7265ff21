/** Reads what is planned and what there is for it: schedules, accounts, and the categories of this month. */

import type { CommandInvocation, CommandWorkspace } from '../command/context.ts'
import type { Account } from '../contract/operations/accounts.ts'
import type { BudgetMonth } from '../contract/operations/months.ts'
import type { Schedule } from '../contract/operations/schedules.ts'
import { toMonth } from '../money/calendar.ts'
import { getCurrencyDecimals } from '../money/currency.ts'
import { type MinorUnits, parseTotal } from '../money/minor-units.ts'
import { computeNeeds, findCards, type Needs } from './needs.ts'
import { listAllOpenDates, type OpenDate } from './open-dates.ts'

/** Where a plan is read. */
export interface PlanContext {
  workspace: Pick<CommandWorkspace, 'api'>
  invocation: Pick<CommandInvocation, 'today'>
}

/** What is planned up to a day, and what there is for it. */
export interface Plan {
  schedules: readonly Schedule[]
  openDates: readonly OpenDate[]
  accounts: readonly Account[]
  currency: string
  needs: Needs
}

/**
 * Reads the plan up to a day; on a remote profile that takes three requests.
 * @param until the last due date, or a function of the schedules
 * @param reply this month, where it is known already
 */
export async function readPlan(
  { workspace: { api }, invocation: { today } }: PlanContext,
  until: string | ((schedules: readonly Schedule[]) => string),
  reply?: { month: BudgetMonth; currency: string },
): Promise<Plan> {
  const { schedules } = await api.listSchedules({})
  const openDates = listAllOpenDates(schedules, typeof until === 'string' ? until : until(schedules))
  const { accounts } = await api.listAccounts({})
  const { month, currency } = reply ?? (await api.getMonth({ month: toMonth(today) }))
  const categories = month.category_groups.flatMap((group) => group.categories)
  const payments = categories.filter((one) => one.category_type === 'credit_card_payment')
  const parse = (amount: string): MinorUnits => parseTotal(amount, getCurrencyDecimals(currency))
  const balances = new Map(accounts.map(({ id, balance }) => [id, parse(balance)]))
  const needs = computeNeeds({
    openDates,
    today,
    currency,
    available: new Map(categories.map(({ id, available }) => [id, parse(available)])),
    cards: findCards(accounts, payments, (id) => balances.get(id) ?? 0n),
  })
  return { schedules, openDates, accounts, currency, needs }
}
