/** Builds the result of a move, with names instead of numbers. */

import { getCurrencyDecimals } from '../money/currency.ts'
import { formatAmount } from '../money/minor-units.ts'
import { describeRules, type MigrateResult, type ShownDifference } from './migrate-view.ts'
import type { WorkspacePlan } from './plan/plan-workspace.ts'
import type { PreparedMove } from './prepare-move.ts'
import { listMonthsWithoutRows } from './proof/explain-money.ts'
import type { Difference, Proof } from './proof/proof.ts'

/** What became of a move. */
interface Outcome {
  name: string
  /** The workspace; undefined in a dry run. */
  id?: string
  proof?: Proof
  next?: string
  /** How many requests a move into a service needs. */
  requests?: number
}

/** Returns the result of a move, or of its dry run. */
export function buildResult(move: PreparedMove, { name, id, proof, next, requests }: Outcome): MigrateResult {
  const { plan, source, title, types, since } = move
  return {
    workspace_id: id ?? null,
    workspace_name: name,
    currency: plan.content.currency,
    source,
    title,
    counts: plan.counts,
    types,
    since: since ?? null,
    states_balances: move.statesBalances,
    proof: proof
      ? {
          accounts: proof.accounts,
          category_months: proof.category_months,
          ready_to_assign: proof.ready_to_assign,
          age_of_money: proof.age_of_money,
        }
      : null,
    // The transactions of an archive can be read once, and are all there.
    months_without_rows: source === 'budget' ? [] : listMonthsWithoutRows(plan),
    differences: proof?.differences.map((difference) => showDifference(plan, difference)) ?? [],
    not_taken: plan.notTaken.map(({ what, count, why, items = [] }) => ({ what, count, why, items })),
    requests: requests ?? 0,
    next: next ?? null,
  }
}

function showDifference({ content }: WorkspacePlan, difference: Difference): ShownDifference {
  const { figure, month, rules, theirs, ours } = difference
  const decimals = figure === 'age_of_money' ? 0 : getCurrencyDecimals(content.currency)
  const category = content.categories.find(({ seq }) => seq === difference.category)
  const account = content.accounts.find(({ seq }) => seq === difference.account)
  return {
    figure,
    month,
    category: category?.name ?? null,
    account: account?.name ?? null,
    theirs: formatAmount(theirs, decimals),
    ours: formatAmount(ours, decimals),
    rules,
    reason: describeRules(rules),
  }
}
