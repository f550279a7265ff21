/** What earlier imports booked, by the journal: which of it are rows of this file. */ // import.md §5

import type { BudgetApi } from '../../contract/api.ts'
import { transactionPages } from '../../contract/paginate.ts'
import { type Batch, type Journal, keyBytes } from '../../contract/ports/import-journal.ts'
import { type Digests, digestAt, digestOf, emptyDigests, numbered, numberOf } from '../text/digest-set.ts'
import { holds, holdsReference, noteBooked, type RowKeys, type Worth } from './row-fingerprints.ts'

/** Rows with the transactions they became. */
export type BookedRows = Pick<Batch, 'keys' | 'references' | 'ids'>

/** The days of a file, and some around them. */
export interface Days {
  since_date: string
  until_date: string
}

/** Which earlier imports are asked. */
export interface Earlier {
  account_id: string
  /** What the file's references are, as `Batch.references` has it. */
  references: string
  /** Takes the file's keys; only asked when there is something to compare them with. */
  keys(): RowKeys
  journal: Journal
  /** Rows that other files of a dry run would bring. */
  planned: readonly BookedRows[]
  /** Transactions that say nothing about this file: another file of the same run brought them. */
  beside: ReadonlySet<string>
  /** Takes the transactions that rows of the file are, where another file of the run must not count them again. */
  taken?: Set<string> | undefined
}

/** The transactions that earlier imports booked, by what they are to the file. */
export interface Journaled {
  keys: RowKeys | undefined
  /** They are rows of the file, or surely none: nothing is left to ask about them. */
  explained: Digests
  /** They have other references than rows with the same words. */
  renewed: Digests
  others: Digests
  /** Those that were deleted since and whose rows the file holds. */
  dead: string[]
}

const setOf = { there: 'explained', other: 'explained', renewed: 'renewed', unknown: 'others' } as const

/** The rows that earlier imports booked, noted in the keys. `living`: those that were deleted since count for nothing. */
export async function bookedBefore(
  earlier: Earlier,
  days: Days,
  living: Living | undefined,
): Promise<Journaled> {
  const { account_id, references, journal, planned, beside, taken } = earlier
  const [explained, renewed, others] = [emptyDigests(), emptyDigests(), emptyDigests()]
  const found: Journaled = { keys: undefined, explained, renewed, others, dead: [] }
  const window = { since: days.since_date, until: days.until_date }
  const booked = (): Generator<BookedRows> => both(journal.booked(account_id, window), planned)
  if (booked().next().done) return found
  const keys = earlier.keys()
  found.keys = keys
  const isComparable = (batch: BookedRows): boolean => batch.references === references && references !== ''
  const proven = shareReferences(keys, booked(), isComparable) ? 'lasting' : 'unproven'
  for (const batch of booked()) {
    const worth: Worth = isComparable(batch) ? proven : 'nothing'
    for (let at = 0; at < batch.keys.length; at += keyBytes) {
      const id = batch.ids[at / keyBytes] ?? ''
      if (beside.has(id)) continue
      if (living && id !== '' && holds(keys, digestAt(batch.keys, at)) && !(await living.has(id))) {
        found.dead.push(id)
        continue
      }
      const is = noteBooked(keys, batch.keys, { at, worth }) ?? 'unknown'
      if (id === '') continue
      numbered(found[setOf[is]], digestOf(id))
      if (is === 'there') taken?.add(id)
    }
  }
  return found
}

/** Has any row of earlier imports a reference that the file has? */
function shareReferences(
  keys: RowKeys,
  booked: Iterable<BookedRows>,
  isComparable: (batch: BookedRows) => boolean,
): boolean {
  if (!keys.references) return false
  for (const batch of booked) {
    if (!isComparable(batch)) continue
    for (let at = 0; at < batch.keys.length; at += keyBytes)
      if (holdsReference(keys, batch.keys, at)) return true
  }
  return false
}

function* both<One>(first: Iterable<One>, second: Iterable<One>): Generator<One> {
  yield* first
  yield* second
}

interface Living {
  has(id: string): Promise<boolean>
  requests(): number
}

/** Tells which transactions are still there. One that was moved to other days is asked for by itself. */
export async function livingIds(
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
