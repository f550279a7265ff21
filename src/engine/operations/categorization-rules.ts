/**
 * Adds, removes and orders the rules of auto-categorization.
 * @see docs/spec.md#x1
 * @see docs/spec.md#l-not-in-the-api-needed-locally-admin-functions-of-the-engine-never-routes-under-v1
 */

import { badRequest, notFound } from '../../contract/errors.ts'
import type { ReferenceKind } from '../../contract/fields.ts'
import { toNameKey } from '../../contract/normalize-name.ts'
import type { CategorizationRule, CategorizationRuleDraft } from '../../contract/ports/local-service.ts'
import type { CategorizationRuleRow } from '../../store/categorization-rules.ts'
import { assertFound, type RequestContext } from '../budget/request-context.ts'
import { moveToPosition } from './category-order.ts'

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
