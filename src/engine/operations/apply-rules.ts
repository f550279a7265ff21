/**
 * Applies the rules of auto-categorization to transactions that exist already.
 * @see docs/spec.md#x1
 */

import { isOnBudgetAccountType } from '../../contract/operations/accounts.ts'
import type { Transaction } from '../../contract/operations/transactions.ts'
import type { RuleMatch } from '../../contract/ports/local-service.ts'
import type { TransactionRow } from '../../store/transaction-columns.ts'
import { type AppliedRule, findApplicableRule } from '../budget/categorize.ts'
import { findRow, type RequestContext } from '../budget/request-context.ts'
import { updateMerchantHistory } from '../budget/resolve-merchant.ts'
import { openRunningTotals } from '../budget/running-totals.ts'
import { createTransactionView } from '../budget/transaction-view.ts'

/** Returns the rule of each transaction that one applies to. @throws ApiError not_found */
export const matchRules = (context: RequestContext, ids: readonly string[]): RuleMatch[] =>
  ids.flatMap((transaction_id) => {
    const row = findRow(context, 'transaction', transaction_id, context.store.transactions.get)
    const applied = findRuleOfRow(context, row)
    if (!applied) return []
    const { rule, category } = applied
    return {
      transaction_id,
      rule_id: context.ids.toId('rule', rule.seq),
      category_id: category === 'ready_to_assign' ? null : context.ids.toId('category', category),
    }
  })

/** Categorizes the transactions by the rules and returns those that changed. */
export function applyRules(context: RequestContext, ids: readonly string[]): Transaction[] {
  const { store, now } = context
  const totals = openRunningTotals(context)
  const changed = ids.flatMap((id) => {
    const before = findRow(context, 'transaction', id, store.transactions.get)
    const applied = findRuleOfRow(context, before)
    if (!applied) return []
    const isIncome = applied.category === 'ready_to_assign'
    const category = applied.category === 'ready_to_assign' ? null : applied.category
    if (before.category === category && before.ready_to_assign === isIncome) return []
    const after = { ...before, category, ready_to_assign: isIncome, auto: true, updated_at: now }
    store.transactions.update(after)
    totals.change(before, after)
    updateMerchantHistory(context, after, { isChosen: false })
    return [after]
  })
  totals.flush()
  return changed.map(createTransactionView(context))
}

/** Transfers, split transactions and accounts off budget are never categorized by rules. @see docs/spec.md#x0 */
function findRuleOfRow(
  context: RequestContext,
  { deleted, pair, splits, merchant: seq, account, amount }: TransactionRow,
): AppliedRule | undefined {
  if (deleted || pair !== null || splits !== null || seq === null) return undefined
  if (!isOnBudgetAccountType(context.getAccount(account).type)) return undefined
  const merchant = context.store.merchants.get(seq)
  return merchant && findApplicableRule(context, { merchant, account, amount })
}
