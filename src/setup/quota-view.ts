/** Shows how many requests of a key are used in its rate-limit window. */

import type { Quota } from '../contract/ports/remote-caches.ts'
import { sanitizeLine } from '../output/sanitize.ts'
import { defineView, textColumn, type View } from '../output/view.ts'

/** The rate-limit window of a profile's key. All figures are null for a local profile. */
export interface QuotaReport {
  profile: string
  limit: number | null
  used: number | null
  left: number | null
  resets_at: string | null
  blocked_until: string | null
}

/** Converts a quota to the report; times become ISO 8601. */
export const toQuotaReport = (profile: string, quota: Quota): QuotaReport => ({
  profile,
  limit: quota.limit,
  used: quota.used,
  left: quota.left,
  resets_at: toIsoTime(quota.resets_at),
  blocked_until: toIsoTime(quota.blocked_until),
})

const toIsoTime = (milliseconds: number | null): string | null =>
  milliseconds === null ? null : new Date(milliseconds).toISOString()

/** One line about the requests used and left. */
export const quotaView: View<QuotaReport> = {
  ...defineView<QuotaReport, QuotaReport>({
    columns: [
      textColumn('profile', 'Profile'),
      textColumn('limit', 'Limit'),
      textColumn('used', 'Used'),
      textColumn('left', 'Left'),
      textColumn('resets_at', 'Resets at'),
      textColumn('blocked_until', 'Blocked until'),
    ],
  }),
  renderText: ({ profile, limit, used, left, resets_at }) => {
    if (limit === null) return `Profile ${sanitizeLine(profile)} has no request limit\n`
    const until = resets_at === null ? 'in the last 60 minutes' : `until ${resets_at}`
    return `${sanitizeLine(`${used} of ${limit} requests used ${until}; about ${left} left`)}\n`
  },
}
