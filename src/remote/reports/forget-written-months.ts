/** Forgets the cached months that the writes of this computer touch. @see docs/reports.md#remote-cache */

import { type BudgetApi, isWriteOperation, wrapApi } from '../../contract/api.ts'
import { ApiError, StorageError, statusByErrorName } from '../../contract/errors.ts'
import type { MonthCache, TouchedMonths } from '../../contract/ports/month-cache.ts'
import { asFields } from '../writes/api-entities.ts'
import { apiWrites } from '../writes/api-writes.ts'

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
export const forgetWrittenMonths = (api: BudgetApi, options: ForgetOptions): BudgetApi =>
  wrapApi(api, (name, call) => {
    const listTouchedMonths = isWriteOperation(name) ? apiWrites[name].listTouchedMonths : null
    if (!listTouchedMonths) return call
    return async (request, signal) => {
      const settle = await announce(options)
      let touched: TouchedMonths = 'all'
      try {
        const reply = await call(request, signal)
        touched = listTouchedMonths({ request, reply: asFields(reply) })
        return reply
      } catch (error) {
        if (isRefusal(error)) touched = []
        throw error
      } finally {
        await settle(touched)
      }
    }
  })

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
