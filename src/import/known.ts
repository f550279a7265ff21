/** What the account already holds around the days of a file: which rows are there, which may be. */ // import.md §5

import type { BudgetApi } from '../contract/api.ts'
import { largestPage, type Transaction } from '../contract/transactions.ts'
import { addDays } from '../money/calendar.ts'
import { duplicateKey } from './drafts.ts'

/** A transaction of the service that no row of the file equals, of an amount that the file holds. */
export interface Candidate {
  id: string
  date: string
  amount: string
  payee: string
  notes: string
  /** One side of a transfer: entered by hand, without a merchant. */
  transfer: boolean
}

export interface Known {
  /** How often each key of the file is in the account, at most as often as in the file. */
  found: ReadonlyMap<string, number>
  candidates: readonly Candidate[]
  /** The requests the look-up took. */
  requests: number
}

/** The keys and amounts of a file, and the days it spans. */
export interface Sought {
  account_id: string
  keys: ReadonlyMap<string, number>
  amounts: ReadonlySet<string>
  first: string
  last: string
}

/** A bank may book a week after a person did. */
export const NEAR_DAYS = 7
const FIRST_DAY = '1900-01-01'
const LAST_DAY = '2199-12-31'

/** Lists the account around the file's days and keeps only what the file asks about. */
export async function knownOf(api: BudgetApi, sought: Sought, signal?: AbortSignal): Promise<Known> {
  const found = new Map<string, number>()
  const candidates: Candidate[] = []
  const seen = new Set<string>()
  let requests = 0
  let cursor: string | null = null
  do {
    const page = await api.listTransactions({ query: windowOf(sought, cursor) }, signal)
    requests += 1
    for (const transaction of page.transactions) {
      // A row that was created between two pages may come twice.
      if (transaction.deleted || seen.has(transaction.id)) continue
      seen.add(transaction.id)
      const known = candidateOf(transaction)
      const key = duplicateKey(known)
      const count = found.get(key) ?? 0
      if (count < (sought.keys.get(key) ?? 0)) found.set(key, count + 1)
      else if (sought.amounts.has(known.amount)) candidates.push(known)
    }
    cursor = page.next_cursor
  } while (cursor !== null)
  return { found, candidates, requests }
}

function windowOf({ account_id, first, last }: Sought, cursor: string | null) {
  const since = addDays(first, -NEAR_DAYS)
  const until = addDays(last, NEAR_DAYS)
  return {
    account_id,
    since_date: since < FIRST_DAY ? FIRST_DAY : since,
    until_date: until > LAST_DAY ? LAST_DAY : until,
    limit: largestPage,
    ...(cursor !== null && { cursor }),
  }
}

const candidateOf = ({ id, date, amount, merchant_name, notes, type }: Transaction): Candidate => ({
  id,
  date,
  amount,
  payee: merchant_name ?? '',
  notes: notes ?? '',
  transfer: type === 'transfer',
})
