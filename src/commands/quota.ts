/** `budget quota`: shows how many requests are used and left. */

import { defineStandaloneCommand } from '../command/define.ts'
import { isLocalProfile } from '../config/profiles.ts'
import { type QuotaReport, quotaView, toQuotaReport } from '../setup/quota-view.ts'

export const quota = defineStandaloneCommand({
  name: 'quota',
  summary: 'Show how many requests are left this hour; makes no request',
  examples: [{ when: 'Before a large import', commandLine: 'budget quota' }],
  async run({ computer: { settings, readQuota } }): Promise<QuotaReport> {
    const userConfig = await settings()
    const { name, profile } = userConfig.selectProfile()
    if (isLocalProfile(profile)) {
      return { profile: name, limit: null, used: null, left: null, resets_at: null, blocked_until: null }
    }
    const key = userConfig.resolveKey(profile)?.key ?? ''
    return toQuotaReport(name, await readQuota({ ...profile, key }))
  },
  view: quotaView,
})
