/** What the account already holds around the days of a file: which rows are there, which may be. */ // import.md §5

import { setImmediate as nextTurn } from 'node:timers/promises'
import type { BudgetApi } from '../contract/api.ts'
import { transactionPages } from '../contract/pages.ts'
import type { Transaction } from '../contract/transactions.ts'
import { addDays } from '../money/calendar.ts'
import { emptyDigests, numbered } from './digests.ts'
import { duplicateKey } from './drafts.ts'
import { type FileKeys, noteFound } from './file_keys.ts'
import { FIRST_DAY, LAST_DAY } from './sorted.ts'

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
  /** The file's keys and how often each is in the account; undefined when the account holds nothing in these days. */
  keys: FileKeys | undefined
  candidates: readonly Candidate[]
  /** The requests the look-up took. */
  requests: number
}

/** An account around the days a file spans. */
export interface Sought {
  account_id: string
  span: { first: string; last: string } | undefined
  /** Takes the file's keys; only asked when there is something to compare them with. */
  keys(): FileKeys
}

/** A bank may book a week after a person did. */
export const NEAR_DAYS = 7

/** Lists the account around the file's days and keeps only what the file asks about. */
export async function knownOf(api: BudgetApi, sought: Sought, signal?: AbortSignal): Promise<Known> {
  const { account_id, span } = sought
  const candidates: Candidate[] = []
  let keys: FileKeys | undefined
  let requests = 0
  if (!span) return { keys, candidates, requests }
  for await (const page of transactionPages(api, { account_id, ...windowOf(span) }, signal, remembering())) {
    requests += 1
    // A service in this process answers without a pause; an interruption is only heard in one.
    await nextTurn()
    for (const transaction of page) {
      if (transaction.deleted) continue
      keys ??= sought.keys()
      const known = candidateOf(transaction)
      if (!noteFound(keys, duplicateKey(known)) && keys.amounts.has(known.amount)) candidates.push(known)
    }
  }
  return { keys, candidates, requests }
}

/** Tells ids that come for the first time; as digests, since an account may hold a million. */
function remembering(): (id: string) => boolean {
  const ids = emptyDigests()
  return (id) => {
    const before = ids.size
    return numbered(ids, id) === before
  }
}

function windowOf({ first, last }: { first: string; last: string }) {
  const since = addDays(first, -NEAR_DAYS)
  const until = addDays(last, NEAR_DAYS)
  return {
    since_date: since < FIRST_DAY ? FIRST_DAY : since,
    until_date: until > LAST_DAY ? LAST_DAY : until,
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
