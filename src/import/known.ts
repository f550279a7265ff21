/** What the account already holds around the days of a file: which rows are there, which may be. */ // import.md §5

import { setImmediate as nextTurn } from 'node:timers/promises'
import type { BudgetApi } from '../contract/api.ts'
import { type Batch, type Journal, keyBytes } from '../contract/journal.ts'
import { transactionPages } from '../contract/pages.ts'
import type { Transaction } from '../contract/transactions.ts'
import { addDays } from '../money/calendar.ts'
import { type Digests, digestAt, digestOf, emptyDigests, numbered, numberOf } from './digests.ts'
import { duplicateKey } from './drafts.ts'
import { holds, noteBooked, noteFound, type RowKeys } from './row_keys.ts'
import { FIRST_DAY, LAST_DAY } from './sorted.ts'

/** A transaction of the service that no row of the file equals, of an amount that the file holds. */
export interface Candidate {
  id: string
  date: string
  amount: string
  payee: string
  notes: string
  /** Of one side of a transfer, where the other side is. */
  transfer_account_id: string | null
  status: Transaction['status']
  /** An earlier import booked it: nobody entered it by hand. */
  imported: boolean
}

export interface Known {
  /** The file's keys and how often each is in the account; undefined when the account holds nothing in these days. */
  keys: RowKeys | undefined
  candidates: readonly Candidate[]
  /** The transactions that have the words of a row and were not imported from here. */
  same: string[]
  /** The requests the look-up took. */
  requests: number
}

/** Rows with the transactions they became. */
export type BookedRows = Pick<Batch, 'keys' | 'references' | 'ids'>

/** An account around the days a file spans. */
export interface Sought {
  account_id: string
  span: { first: string; last: string } | undefined
  /** What the file's references are, as `Batch.references` has it. */
  references: string
  /** Takes the file's keys; only asked when there is something to compare them with. */
  keys(): RowKeys
  journal: Journal
  /** Rows that other files of a dry run would bring. */
  planned: readonly BookedRows[]
  /** Rows that were imported once and deleted since count as missing. */
  reimport_deleted: boolean
  /** Transactions that say nothing about this file: another file of the same run brought them. */
  beside: ReadonlySet<string>
}

/** A bank may book a week after a person did. */
export const NEAR_DAYS = 7

/** Asks the journal, then lists the account around the file's days; keeps only what the file asks about. */
export async function knownOf(api: BudgetApi, sought: Sought, signal?: AbortSignal): Promise<Known> {
  const { account_id, span, beside } = sought
  const candidates: Candidate[] = []
  const same: string[] = []
  let requests = 0
  if (!span) return { keys: undefined, candidates, same, requests }
  const days = windowOf(span)
  const living = sought.reimport_deleted ? await livingIds(api, { account_id, ...days }, signal) : undefined
  const journaled = await bookedBefore(sought, days, living)
  requests += living?.requests() ?? 0
  let { keys } = journaled
  for await (const page of transactionPages(api, { account_id, ...days }, signal, remembering())) {
    requests += 1
    // A service in this process answers without a pause; an interruption is only heard in one.
    await nextTurn()
    for (const transaction of page) {
      const { id, deleted } = transaction
      if (deleted || beside.has(id)) continue
      const digest = digestOf(id)
      if (numberOf(journaled.explained, digest) !== undefined) continue
      keys ??= sought.keys()
      const known = {
        ...candidateOf(transaction),
        imported: numberOf(journaled.others, digest) !== undefined,
      }
      const words = digestOf(duplicateKey(known))
      if (holds(keys, words)) same.push(id)
      if (!noteFound(keys, words) && keys.amounts.has(known.amount)) candidates.push(known)
    }
  }
  return { keys, candidates, same, requests }
}

/** The rows that earlier imports booked: noted in the keys; the transactions they explain, and those of other rows. */
async function bookedBefore(
  { account_id, references, journal, planned, beside, ...sought }: Sought,
  days: Days,
  living: Living | undefined,
): Promise<{ keys: RowKeys | undefined; explained: Digests; others: Digests }> {
  const explained = emptyDigests()
  const others = emptyDigests()
  let keys: RowKeys | undefined
  const booked = journal.booked(account_id, { since: days.since_date, until: days.until_date })
  for (const batch of both(booked, planned)) {
    keys ??= sought.keys()
    const comparable = batch.references === references && references !== ''
    for (let at = 0; at < batch.keys.length; at += keyBytes) {
      const id = batch.ids[at / keyBytes] ?? ''
      if (beside.has(id)) continue
      if (living && id !== '' && holds(keys, digestAt(batch.keys, at)) && !(await living.has(id))) continue
      const found = noteBooked(keys, batch.keys, { at, comparable })
      if (id !== '') numbered(found === undefined ? others : explained, digestOf(id))
    }
  }
  return { keys, explained, others }
}

function* both<One>(first: Iterable<One>, second: Iterable<One>): Generator<One> {
  yield* first
  yield* second
}

interface Days {
  since_date: string
  until_date: string
}

interface Living {
  has(id: string): Promise<boolean>
  requests(): number
}

/** Tells which transactions are still there. One that was moved to other days is asked for by itself. */
async function livingIds(
  api: BudgetApi,
  window: Days & { account_id: string },
  signal: AbortSignal | undefined,
): Promise<Living> {
  const ids = emptyDigests()
  let requests = 0
  for await (const page of transactionPages(api, window, signal, () => true)) {
    requests += 1
    for (const { id, deleted } of page) if (!deleted) numbered(ids, digestOf(id))
  }
  return {
    requests: () => requests,
    async has(id) {
      if (numberOf(ids, digestOf(id)) !== undefined) return true
      requests += 1
      return !(await api.getTransaction({ transaction_id: id }, signal)).transaction.deleted
    },
  }
}

/** Tells ids that come for the first time; as digests, since an account may hold a million. */
function remembering(): (id: string) => boolean {
  const ids = emptyDigests()
  return (id) => {
    const before = ids.size
    return numbered(ids, digestOf(id)) === before
  }
}

function windowOf({ first, last }: { first: string; last: string }): Days {
  const since = addDays(first, -NEAR_DAYS)
  const until = addDays(last, NEAR_DAYS)
  return {
    since_date: since < FIRST_DAY ? FIRST_DAY : since,
    until_date: until > LAST_DAY ? LAST_DAY : until,
  }
}

const candidateOf = (transaction: Transaction): Omit<Candidate, 'imported'> => {
  const { id, date, amount, merchant_name, notes, transfer_account_id, status } = transaction
  return { id, date, amount, payee: merchant_name ?? '', notes: notes ?? '', transfer_account_id, status }
}
