/** Orders changes as people read them, because SQLite records rows in no order. */

import type { Change, ChangeType } from '../../contract/ports/history.ts'

/** What others belong to comes first: a merchant before its transactions. */
const order: Readonly<Record<ChangeType, number>> = {
  setting: 0,
  profile: 1,
  workspace: 2,
  key: 3,
  layout: 4,
  file: 5,
  import: 6,
  account: 7,
  category_group: 8,
  category: 9,
  merchant: 10,
  rule: 11,
  target: 12,
  snooze: 13,
  assignment: 14,
  reconciliation: 15,
  transaction: 16,
}

const getDate = ({ before, after }: Change): string => {
  const date = (after ?? before)?.['date']
  return typeof date === 'string' ? date : ''
}

const compareTexts = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** Returns changes by type, transactions newest first, everything else in the order of the ids. */
export const orderChanges = (changes: readonly Change[]): Change[] =>
  changes.toSorted(
    (a, b) =>
      order[a.type] - order[b.type] || compareTexts(getDate(b), getDate(a)) || compareTexts(a.id, b.id),
  )
