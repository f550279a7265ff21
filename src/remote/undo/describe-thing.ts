/** Names the thing of a change for the user, e.g. `Transaction 2026-11-03 Rewe -18.30`. */

import type { Change, ChangeType } from '../../contract/ports/history.ts'
import { groupThousands } from '../../output/format-amount.ts'
import { parseAssignmentId } from '../recording/api-entities.ts'

const nouns: Partial<Record<ChangeType, string>> = {
  account: 'Account',
  category: 'Category',
  category_group: 'Group',
  merchant: 'Merchant',
}

const asText = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Returns the kind and the name of a thing. */
export function describeThing({ type, id, before, after }: Change): string {
  const fields = after ?? before ?? {}
  if (type === 'transaction') {
    const words = [
      asText(fields['date']),
      asText(fields['merchant_name']),
      groupThousands(asText(fields['amount'])),
    ]
    return `Transaction ${words.filter((word) => word !== '').join(' ')}`
  }
  const name = asText(fields['name']) || asText(fields['category_name']) || id
  return type === 'assignment'
    ? `The assignment to ${name} ${parseAssignmentId(id).month}`
    : `${nouns[type] ?? type} ${name}`
}
