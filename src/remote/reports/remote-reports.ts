/** Connects the reports of a remote workspace with the cache of its closed months. @see docs/reports.md#remote-cache */

import type { Connection } from '../../command/runtime.ts'
import type { BudgetApi } from '../../contract/api.ts'
import { StorageError } from '../../contract/errors.ts'
import type { MonthCache } from '../../contract/ports/month-cache.ts'
import { forgetWrittenMonths } from './forget-written-months.ts'

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
    if (refreshes) months?.settleWrite(undefined, 'all')
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
