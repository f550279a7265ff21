/** Builds the body of the PATCH that takes back a change of a transaction. */

import type { Change } from '../../contract/ports/history.ts'
import type { Fields } from '../../contract/transaction-digest.ts'

/** Fields that are sent as they were. Splits, amount and category depend on each other. */
const plainFields = ['date', 'account_id', 'merchant_id', 'notes', 'status', 'review_status'] as const

/** Returns the body with every changed field as it was before. */
export function buildTransactionReversal({ before, after }: Change): Fields {
  const old: Fields = before ?? {}
  const current: Fields = after ?? {}
  const changed = plainFields.filter((field) => field in old && old[field] !== current[field])
  return {
    ...Object.fromEntries(changed.map((field) => [field, old[field]])),
    ...('splits' in old ? reverseCategorization(old, current) : reverseAmount(old, current)),
  }
}

const reverseAmount = (old: Fields, current: Fields): Fields =>
  old['amount'] === current['amount'] ? {} : { amount: old['amount'] }

function reverseCategorization(old: Fields, current: Fields): Fields {
  // The API describes splits as an array of objects, or null.
  const lines = old['splits'] as Fields[] | null
  if (lines) return { splits: lines.map(toSplitDraft) }
  const single = current['splits'] ? { splits: null, amount: old['amount'] } : reverseAmount(old, current)
  return { ...single, ...toCategorization(old) }
}

/** The service refuses a category together with Ready to Assign. @see docs/spec.md#e5 */
function toCategorization({ category_id, ready_to_assign }: Fields): Fields {
  if (ready_to_assign === true) return { ready_to_assign: true }
  return typeof category_id === 'string' ? { category_id } : { category_id: null, ready_to_assign: false }
}

const toSplitDraft = ({ amount, notes, ...line }: Fields): Fields => ({
  amount,
  ...(line['ready_to_assign'] === true
    ? { ready_to_assign: true }
    : { category_id: line['category_id'] ?? null }),
  ...(notes !== null && notes !== undefined && { notes }),
})
