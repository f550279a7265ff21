/** Names the accounts that do not move in, because they hold shares or other currencies. */

import { groupBy } from '../../contract/group-by.ts'
import { sum } from '../../money/decimal.ts'
import type { NotTakenRow } from '../source-budget.ts'

/** What an account that does not move in got or gave. */
export interface LeftPosting {
  account: string
  /** E.g. `VTI` or `EUR`. */
  commodity: string
  /** A decimal number. */
  quantity: string
}

/** Returns the line of the result about them: `Broker (12 VTI, 10.5 EUR)`. */
export function describeLeftAccounts(postings: Iterable<LeftPosting>, currency: string): NotTakenRow {
  const accounts = [...groupBy([...postings], ({ account }) => account)].map(([account, own]) => {
    const holdings = [...groupBy(own, ({ commodity }) => commodity)].map(
      ([commodity, rows]) => `${formatSum(rows)} ${commodity}`,
    )
    return `${account} (${holdings.join(', ')})`
  })
  return [
    `accounts without ${currency}`,
    accounts.length,
    'left out: a workspace has one currency, and no shares',
    accounts,
  ]
}

function formatSum(postings: readonly LeftPosting[]): string {
  const total = sum(postings.map(({ quantity }) => quantity))
  return total.includes('.') ? total.replace(/\.?0+$/, '') : total
}
