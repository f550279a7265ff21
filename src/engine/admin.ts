/** What the API cannot set: targets and rules. */ // spec L

import { badRequest } from '../contract/errors.ts'
import type { RuleDraft, TargetDraft, WorkspaceAdmin } from '../contract/local.ts'
import { nameKey } from '../contract/names.ts'
import type { Referent } from '../contract/pieces.ts'
import { isDate, isMonth } from '../money/calendar.ts'
import { parseAmount } from '../money/minor.ts'
import { type Context, contextOf, find, type Surroundings } from './context.ts'

/** The row an id in a draft stands for; null for none. */
function seqIn(context: Context, kind: Referent, id: string | undefined, field: string): number | null {
  if (id === undefined) return null
  const words = context.objection(kind, id)
  if (words) throw badRequest(`${field} ${words}`)
  return context.ids.seq(kind, id) ?? null
}

function setTarget(context: Context, category_id: string, draft: TargetDraft): void {
  const { store, decimals } = context
  const category = find(context, 'category', category_id, store.categories.get)
  const amount = parseAmount(draft.amount, decimals)
  if (amount === undefined || amount <= 0n) throw badRequest('amount must be positive')
  // A payment category can be told how much to set aside, and nothing else. spec T8
  if (category.card !== null && draft.kind !== 'monthly_set_aside') {
    throw badRequest('kind must be monthly_set_aside for a payment category')
  }
  const weekly = draft.kind === 'weekly_refill' || draft.kind === 'weekly_set_aside'
  if (weekly && draft.weekday === undefined) throw badRequest('weekday is required')
  if (draft.kind === 'by_date' && !(draft.by && isDate(draft.by))) {
    throw badRequest('by must be a date in the form YYYY-MM-DD')
  }
  store.targets.set({
    category: category.seq,
    kind: draft.kind,
    amount,
    weekday: draft.weekday ?? null,
    by_date: draft.by ?? null,
    repeat_months: draft.repeat_months ?? null,
    start_month: null,
  })
}

function addRule(context: Context, draft: RuleDraft): void {
  const category = seqIn(context, 'category', draft.category_id, 'category_id')
  const ready_to_assign = draft.ready_to_assign ?? false
  if ((category === null) !== ready_to_assign) {
    throw badRequest('rule must have exactly one of category_id, ready_to_assign')
  }
  context.store.rules.insert({
    merchant: seqIn(context, 'merchant', draft.merchant_id, 'merchant_id'),
    merchant_contains: draft.merchant_contains === undefined ? null : nameKey(draft.merchant_contains),
    account: seqIn(context, 'account', draft.account_id, 'account_id'),
    direction: draft.direction ?? null,
    category,
    ready_to_assign,
  })
}

/** The settings of an open workspace that no request of the API reaches. */
export function openAdmin(surroundings: Surroundings): WorkspaceAdmin {
  const write = (work: (context: Context) => void): void =>
    surroundings.store.write(() => work(contextOf(surroundings)))
  return {
    setTarget: (category_id, draft) => write((context) => setTarget(context, category_id, draft)),
    addRule: (draft) => write((context) => addRule(context, draft)),
    setLinked: (account_id, linked) =>
      write((context) => {
        const account = find(context, 'account', account_id, context.store.accounts.get)
        context.store.accounts.setLinked(account.seq, linked)
      }),
    snoozeTarget: (category_id, month) =>
      write((context) => {
        if (!isMonth(month)) throw badRequest('month must be in the form YYYY-MM')
        const category = find(context, 'category', category_id, context.store.categories.get)
        context.store.targets.snooze(category.seq, month)
      }),
  }
}
