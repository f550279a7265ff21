/** Makes the schedules of a workspace from those of a source. */

import type { ContentSchedule } from '../../contract/ports/workspace-content.ts'
import {
  describeNotTaken,
  type NotTaken,
  type SourceCategoryRef,
  type SourceSchedule,
} from '../source-budget.ts'
import { fitNotes } from './fit-names.ts'
import type { PlannedNames } from './plan-names.ts'

interface PlanContext {
  names: PlannedNames
  /** Milliseconds since 1970. */
  now: number
  findOrAddMerchant: (payee: string | null) => number | null
}

/** Returns the schedules in the order of the source, and what could not be kept of them. */
export function planSchedules(
  sources: readonly SourceSchedule[],
  context: PlanContext,
): { rows: ContentSchedule[]; notTaken: NotTaken[] } {
  const { accountByKey } = context.names
  const isWhole = ({ amount, account, transferAccount }: SourceSchedule): boolean =>
    amount !== 0n && [account ?? '', transferAccount].every((key) => key === null || accountByKey.has(key))
  const kept = sources.filter(isWhole)
  const left = sources.filter((source) => !isWhole(source)).map(({ name }) => name)
  const changed = kept.flatMap(({ name, changes }) => changes.map((change) => `${name}: ${change}`))
  return {
    rows: kept.map((source, at) => ({ seq: at + 1, ...planSchedule(source, context) })),
    notTaken: describeNotTaken([
      ['schedules without an account or an amount', left.length, 'left out', left],
      ['changes of schedules', changed.length, 'correct them with budget schedules edit', changed],
    ]),
  }
}

function planSchedule(
  source: SourceSchedule,
  { names, now, findOrAddMerchant }: PlanContext,
): Omit<ContentSchedule, 'seq'> {
  const { account: own = '', transferAccount, recurrence, lines, amount, amountTo } = source
  // A transfer is written as the money that goes out.
  const isReversed = transferAccount !== null && amount > 0n
  const [from, to] = isReversed ? [transferAccount, own] : [own, transferAccount]
  const [account, other] = [from, to].map((key) => names.accountByKey.get(key ?? ''))
  const planPlace = (ref: SourceCategoryRef) => {
    const none = { category: null, ready_to_assign: false }
    // Only a transfer that leaves the budget has a category.
    if (ref === null || !account?.onBudget || other?.onBudget) return none
    if (ref === 'ready_to_assign') return { ...none, ready_to_assign: !other }
    const category = names.categoryByKey.get(ref.category)
    return category === undefined || names.paymentCategories.has(category) ? none : { ...none, category }
  }
  const planNotes = (notes: string | null) => (notes === null ? null : fitNotes(notes).notes)
  return {
    account: account?.seq ?? 0,
    transfer_account: other?.seq ?? null,
    merchant: other ? null : findOrAddMerchant(source.payee),
    ...planPlace(lines ? null : source.category),
    amount_kind: source.amountKind,
    amount: isReversed ? -amount : amount,
    amount_to: isReversed && amountTo !== null ? -amountTo : amountTo,
    splits:
      lines?.map((line) => ({
        amount: line.amount,
        ...planPlace(line.category),
        notes: planNotes(line.notes),
      })) ?? null,
    notes: planNotes(source.notes),
    match_text: null,
    statement_day: null,
    recurrence: JSON.stringify(recurrence),
    auto_post: source.autoPost,
    paused: names.accounts.some(({ seq, closed }) => closed && [account?.seq, other?.seq].includes(seq)),
    created_at: now,
    updated_at: now,
  }
}
