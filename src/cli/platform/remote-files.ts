/** Opens what this computer keeps of a remote workspace; each module is loaded at its first use. */

import type { RemoteProfileWithKey } from '../../command/context.ts'
import type { UserConfigOptions } from '../../config/user-config.ts'
import type { openImportStore } from '../../store/imports-db.ts'
import type { openMonthCache } from '../../store/month-cache.ts'
import type { openRemoteHistory } from '../../store/remote-history.ts'
import { getStateDirectory } from './state-directory.ts'

/** Opens what this computer keeps of a remote workspace, each file at its first use. */
export function openRemoteFiles(remote: RemoteProfileWithKey, warn: UserConfigOptions['warn']) {
  let importStore: ReturnType<typeof openImportStore> | undefined
  let log: ReturnType<typeof openRemoteHistory> | undefined
  let months: ReturnType<typeof openMonthCache> | undefined
  return {
    async openImportStore() {
      importStore ??= (await import('../../store/imports-db.ts')).openImportStore(
        await getStateDirectory(),
        remote,
      )
      return importStore
    },
    async openLog() {
      log ??= (await import('../../store/remote-history.ts')).openRemoteHistory(
        await getStateDirectory(),
        remote,
      )
      return log
    },
    monthCache: {
      async openCache() {
        const options = { folder: await getStateDirectory(), remote, warn }
        months ??= (await import('../../store/month-cache.ts')).openMonthCache(options)
        return months
      },
      hasCache: async () =>
        (await import('../../store/month-cache.ts')).hasMonthCache(await getStateDirectory()),
      now: Date.now,
    },
    async openReviewDrafts(import_id?: string) {
      const { openReviewDrafts } = await import('../../store/review-drafts.ts')
      const { hashRemoteIdentity } = await import('../../store/hash-remote-identity.ts')
      const workspace = hashRemoteIdentity(remote.base_url, remote.workspace_id)
      return openReviewDrafts(await getStateDirectory(), workspace, import_id)
    },
    async openDrafts() {
      const { openDrafts } = await import('../../store/drafts-db.ts')
      const { hashRemoteIdentity } = await import('../../store/hash-remote-identity.ts')
      return openDrafts(await getStateDirectory(), hashRemoteIdentity(remote.base_url, remote.workspace_id))
    },
    close() {
      importStore?.close()
      log?.close()
      months?.close()
    },
  }
}
