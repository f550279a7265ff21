/** The rows of a plan go to the service in batches, the oldest first. */ // import.md §6 §7

import { Buffer } from 'node:buffer'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { BudgetApi } from '../contract/api.ts'
import { ApiError, StorageTrouble, Unreachable } from '../contract/errors.ts'
import { batchSize } from '../contract/transactions.ts'
import { decimalsOf } from '../money/currency.ts'
import { formatAmount, type Minor } from '../money/minor.ts'
import type { Money } from '../money/money.ts'
import { draftOf } from './drafts.ts'
import type { ImportPlan } from './plan.ts'
import { refusedRow } from './refusal.ts'
import type { StatementRow } from './row_reader.ts'
import { rowsToBook } from './sorted.ts'
import type { Statement } from './statement.ts'

export interface Booking {
  statement: Statement
  plan: ImportPlan
  account_id: string
  currency: string
  signal?: AbortSignal
  progress?: (done: { rows: number; of: number; requests: number }) => void
}

/** What was booked. */
export interface Booked {
  created: string[]
  sum: Money
  requests: number
}

/** Books the rows of a plan until all are or the signal stops it. */
export async function bookAll(api: BudgetApi, booking: Booking): Promise<Booked> {
  const { plan, statement, currency, account_id, signal, progress } = booking
  const created: string[] = []
  let requests = 0
  let total: Minor = 0n
  for (const batch of batchesOf(rowsToBook(statement, plan))) {
    if (signal?.aborted) break
    const transactions = batch.map((row) => draftOf(row, account_id))
    try {
      // No signal: a batch on its way is waited for, so that it is known whether it was booked.
      const reply = await api.createTransactions({ body: { transactions } })
      for (const { id } of reply.transactions ?? []) created.push(compact(id))
    } catch (error) {
      throw refusedRow(error, { statement, batch, booked: created.length }) ?? told(error, created.length)
    }
    for (const { minor } of batch) total += minor ?? 0n
    requests += 1
    // A service in this process answers without a pause; an interruption is only heard in one.
    await nextTurn()
    progress?.({ rows: created.length, of: plan.counts.create, requests })
  }
  const sum = formatAmount(total, decimalsOf(currency))
  const complete = created.length === plan.counts.create && sum === plan.sums.create
  if (!complete && !signal?.aborted)
    throw new Error(
      `The plan books ${plan.counts.create} rows of ${plan.sums.create}, not ${created.length} of ${sum}`,
    )
  return { created, sum, requests }
}

// Of a string put together from pieces V8 keeps the pieces: three times the memory, which counts in a list of a million.
const compact = (id: string): string => Buffer.from(id).toString()

function* batchesOf(rows: Iterable<StatementRow>): Generator<StatementRow[]> {
  let batch: StatementRow[] = []
  for (const row of rows) {
    batch.push(row)
    if (batch.length < batchSize) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

/** The same failure, telling what was booked before it. */
function told(error: unknown, booked: number): unknown {
  const rows = booked === 0 ? 'No row was booked' : `${booked} rows were booked`
  const advice = `${rows} before that; import the file again: what is booked is skipped`
  if (error instanceof ApiError) {
    const same = new ApiError(error.name, `${error.detail}. ${advice}`, error.retryAfter)
    same.cause = error
    return same
  }
  if (error instanceof Unreachable) return new Unreachable(`${error.message}. ${advice}`, error.sent, error)
  return error instanceof StorageTrouble ? new StorageTrouble(`${error.message}. ${advice}`, error) : error
}
