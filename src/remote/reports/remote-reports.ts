/** Connects the reports of a remote workspace with the cache of its closed months. @see docs/reports.md#remote-cache */

import type { Connection } from '../../command/runtime.ts'
import { type BudgetApi, isWriteOperation, wrapApi } from '../../contract/api.ts'
import { ApiError, StorageError, statusByErrorName } from '../../contract/errors.ts'
import type { MonthCache, TouchedMonths } from '../../contract/ports/remote-caches.ts'
import { asFields } from '../writes/api-entities.ts'
import { apiWrites } from '../writes/api-writes.ts'

/** The cache of a remote workspace. */
export interface RemoteReportOptions {
  /** Opens the cache, once. @throws StorageError when it cannot be opened */
  openCache: () => Promise<MonthCache>
  /** True if a report has created the cache. */
  hasCache: () => boolean | Promise<boolean>
  /** Returns milliseconds since 1970. */
  now: () => number
}

/** What a remote connection has because of its reports. */
export interface RemoteReports {
  /** Returns the same API, whose writes forget the months that they touch. */
  watchWrites: (api: BudgetApi) => BudgetApi
  openReportSource: Connection['openReportSource']
}

/** Returns the reports of a remote workspace. */
export const connectRemoteReports = ({ openCache, hasCache, now }: RemoteReportOptions): RemoteReports => ({
  watchWrites: (api) =>
    forgetWrittenMonths(api, {
      openExisting: async () => ((await hasCache()) ? openCache() : undefined),
      now,
    }),
  async openReportSource({ refreshes, ...options }) {
    const months = await openUnlessBroken(openCache)
    if (refreshes) months?.finishWrite(undefined, 'all')
    const { createFoldingSource } = await import('./folding-source.ts')
    return createFoldingSource({ ...options, cache: months && { months, now } })
  },
})

/** Without the cache, a report costs more requests. */
async function openUnlessBroken(
  openCache: RemoteReportOptions['openCache'],
): Promise<MonthCache | undefined> {
  try {
    return await openCache()
  } catch (error) {
    if (error instanceof StorageError) return undefined
    throw error
  }
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

/** Returns the same API. Each write is announced to the cache before it is sent, and finished after its reply. */
const forgetWrittenMonths = (api: BudgetApi, options: ForgetOptions): BudgetApi =>
  wrapApi(api, (name, call) => {
    const listTouchedMonths = isWriteOperation(name) ? apiWrites[name].listTouchedMonths : null
    if (!listTouchedMonths) return call
    return async (request, signal) => {
      const finish = await announce(options)
      let touched: TouchedMonths = 'all'
      try {
        const reply = await call(request, signal)
        touched = listTouchedMonths({ request, reply: asFields(reply) })
        return reply
      } catch (error) {
        if (isRefusal(error)) touched = []
        throw error
      } finally {
        await finish(touched)
      }
    }
  })

/** Announces a write; returns the function that finishes it. */
async function announce({
  openExisting,
  now,
}: ForgetOptions): Promise<(touched: TouchedMonths) => Promise<void>> {
  let write: number | undefined
  await useSafely(openExisting, (cache) => {
    write = cache.beginWrite(now())
  })
  // A report that another process began meanwhile may have created the cache.
  return (touched) => useSafely(openExisting, (cache) => cache.finishWrite(write, touched))
}

/** Uses the cache if there is one. Where it fails, the write goes on: what was announced and not finished is not used. */
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
