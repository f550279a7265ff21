/**
 * Adds, removes and orders the rules of auto-categorization, and applies them to transactions that exist.
 * @see docs/spec.md#x1
 * @see docs/spec.md#l-not-in-the-api-needed-locally-admin-functions-of-the-engine-never-routes-under-v1
 */

import { badRequest, notFound } from '../../contract/errors.ts'
import type { ReferenceKind } from '../../contract/fields.ts'
import { toNameKey } from '../../contract/normalize-name.ts'
import { isOnBudgetAccountType } from '../../contract/operations/accounts.ts'
import type { Transaction } from '../../contract/operations/transactions.ts'
import type {
  CategorizationRule,
  CategorizationRuleDraft,
  RuleMatch,
} from '../../contract/ports/workspace-admin.ts'
import type { CategorizationRuleRow } from '../../store/categorization-rules.ts'
import type { TransactionRow } from '../../store/transaction-row-mapping.ts'
import { type AppliedRule, findApplicableRule } from '../budget/categorize.ts'
import { assertFound, findRow, type RequestContext } from '../budget/request-context.ts'
import { updateMerchantHistory } from '../budget/resolve-merchant.ts'
import { openRunningTotals } from '../budget/running-totals.ts'
import { createTransactionView } from '../budget/transaction-rows.ts'
import { moveToPosition } from './categories.ts'

/** Returns the seq of an id in a draft; null for none. */
function resolveSeq(context: RequestContext, kind: ReferenceKind, id: string | undefined): number | null {
  if (id === undefined) return null
  const message = context.findReferenceError(kind, id)
  if (message) throw badRequest(`${kind}_id ${message}`)
  return context.ids.toSeq(kind, id) ?? null
}

/** Lists all rules by position. */
export function listRules(context: RequestContext): CategorizationRule[] {
  const { store, ids } = context
  const tables = { account: store.accounts, category: store.categories, merchant: store.merchants }
  const toIdOrNull = (kind: keyof typeof tables, seq: number | null) =>
    seq === null ? null : ids.toId(kind, seq)
  const getNameOrNull = (kind: keyof typeof tables, seq: number | null) =>
    seq === null ? null : assertFound<{ name: string }>(tables[kind].get(seq)).name
  return store.rules.list().map((rule, index) => ({
    id: ids.toId('rule', rule.seq),
    position: index + 1,
    merchant_id: toIdOrNull('merchant', rule.merchant),
    merchant_name: getNameOrNull('merchant', rule.merchant),
    merchant_contains: rule.merchant_contains,
    account_id: toIdOrNull('account', rule.account),
    account_name: getNameOrNull('account', rule.account),
    direction: rule.direction,
    category_id: toIdOrNull('category', rule.category),
    category_name: getNameOrNull('category', rule.category),
    ready_to_assign: rule.ready_to_assign,
  }))
}

const getRule = (context: RequestContext, id: string): CategorizationRule => {
  const rule = listRules(context).find((one) => one.id === id)
  if (!rule) throw notFound('rule')
  return rule
}

/** Adds a rule after the others. */
export function addRule(context: RequestContext, draft: CategorizationRuleDraft): CategorizationRule {
  const merchant_contains = draft.merchant_contains === undefined ? null : toNameKey(draft.merchant_contains)
  if (merchant_contains === '') throw badRequest('merchant_contains must be a non-empty string')
  const merchant = resolveSeq(context, 'merchant', draft.merchant_id)
  const account = resolveSeq(context, 'account', draft.account_id)
  const category = resolveSeq(context, 'category', draft.category_id)
  const ready_to_assign = draft.ready_to_assign ?? false
  if ((category === null) !== ready_to_assign) {
    throw badRequest('rule must have exactly one of category_id, ready_to_assign')
  }
  const direction: CategorizationRuleRow['direction'] = draft.direction ?? null
  const seq = context.store.rules.insert({
    merchant,
    merchant_contains,
    account,
    direction,
    category,
    ready_to_assign,
  })
  return getRule(context, context.ids.toId('rule', seq))
}

/** Removes a rule; those after it move up. */
export function removeRule(context: RequestContext, id: string): CategorizationRule {
  const rule = getRule(context, id)
  context.store.rules.remove(assertFound(context.ids.toSeq('rule', id)))
  return rule
}

/** Moves a rule to another position; the rules in between shift by one. */
export function moveRule(context: RequestContext, id: string, position: number): CategorizationRule {
  const rule = getRule(context, id)
  const seq = context.ids.toSeq('rule', id)
  const seqs = context.store.rules.list().map((one) => one.seq)
  context.store.rules.reorder(moveToPosition(seqs, assertFound(seq), position))
  return { ...rule, position }
}

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
