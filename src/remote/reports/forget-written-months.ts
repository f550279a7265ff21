/** Forgets the cached months that the writes of this computer touch. @see docs/reports.md#remote-cache */

import { type BudgetApi, isWriteOperation, operationNames, type WriteOperation } from '../../contract/api.ts'
import { ApiError, StorageError, statusByErrorName } from '../../contract/errors.ts'
import type { RawRequest } from '../../contract/operation.ts'
import type { MonthCache, TouchedMonths } from '../../contract/ports/month-cache.ts'
import { toMonth } from '../../money/calendar.ts'

/** A write and its reply. */
interface Write {
  request: RawRequest
  reply: unknown
}

const everything = (): TouchedMonths => 'all'

// The record is total: a write without a decision does not compile. null: it changes no line of a report.
const touchedByOperation: Readonly<Record<WriteOperation, ((write: Write) => TouchedMonths) | null>> = {
  createAccount: ({ request }) => findBalanceMonth(toFields(request.body)),
  updateAccount: null,
  deleteAccount: null,
  assignCategory: null,
  createTransactions: ({ reply }) => listReplyMonths(reply),
  // The reply does not tell the date before.
  updateTransaction: ({ request, reply }) =>
    'date' in toFields(request.body) ? 'all' : listReplyMonths(reply),
  deleteTransaction: ({ reply }) => listReplyMonths(reply),
  restoreTransaction: ({ reply }) => listReplyMonths(reply),
  createCategory: null,
  updateCategory: null,
  deleteCategory: everything,
  createCategoryGroup: null,
  updateCategoryGroup: null,
  createMerchant: null,
  // A starting balance is known by the name of its merchant.
  updateMerchant: everything,
  deleteMerchant: everything,
}

const toFields = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? { ...value } : {}

function findBalanceMonth({
  initial_balance,
  initial_balance_date: date,
}: ReturnType<typeof toFields>): TouchedMonths {
  if (initial_balance === undefined) return []
  return typeof date === 'string' ? [toMonth(date)] : 'all'
}

/** Returns the months of the transactions in a reply; every month when it has none. */
function listReplyMonths(reply: unknown): TouchedMonths {
  const { transaction, transactions } = toFields(reply)
  const rows: unknown[] = [transaction, ...(Array.isArray(transactions) ? transactions : [])]
  const dates = rows.map((row) => toFields(row)['date']).filter((date) => typeof date === 'string')
  return dates.length > 0 ? [...new Set(dates.map(toMonth))] : 'all'
}

/** True if the service refused a write, so that it changed nothing. */
const isRefusal = (error: unknown): boolean =>
  error instanceof ApiError && statusByErrorName[error.name] < 500

interface ForgetOptions {
  /** Opens the cache when there is one. */
  openExisting: () => Promise<MonthCache | undefined>
  /** Returns milliseconds since 1970. */
  now: () => number
}

/** Returns the same API. Each write is announced to the cache before it is sent, and settled after its reply. */
export function forgetWrittenMonths(api: BudgetApi, options: ForgetOptions): BudgetApi {
  const methods = operationNames.map((name) => {
    // The methods take different requests; the cast lets this wrapper pass any of them on.
    const call = api[name] as (request: RawRequest, signal?: AbortSignal) => Promise<unknown>
    const findTouched = isWriteOperation(name) ? touchedByOperation[name] : null
    if (!findTouched) return [name, call]
    return [
      name,
      async (request: RawRequest, signal?: AbortSignal) => {
        const settle = await announce(options)
        let touched: TouchedMonths = 'all'
        try {
          const reply = await call(request, signal)
          touched = findTouched({ request, reply })
          return reply
        } catch (error) {
          if (isRefusal(error)) touched = []
          throw error
        } finally {
          await settle(touched)
        }
      },
    ]
  })
  return Object.fromEntries(methods) as BudgetApi // one method for every operation name
}

/** Announces a write; returns the function that settles it. */
async function announce({
  openExisting,
  now,
}: ForgetOptions): Promise<(touched: TouchedMonths) => Promise<void>> {
  let write: number | undefined
  await useSafely(openExisting, (cache) => {
    write = cache.beginWrite(now())
  })
  // A report that another process began meanwhile may have created the cache.
  return (touched) => useSafely(openExisting, (cache) => cache.settleWrite(write, touched))
}

/** Uses the cache if there is one. Where it fails, the write goes on: what was announced and not settled is not used. */
async function useSafely(
  openExisting: ForgetOptions['openExisting'],
  use: (cache: MonthCache) => void,
): Promise<void> {
  try {
    const cache = await openExisting()
    if (cache) use(cache)
  } catch (error) {
    if (!(error instanceof StorageError)) throw error
  }
}
