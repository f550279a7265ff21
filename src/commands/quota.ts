import { standalone } from '../command/define.ts'
import { isLocal } from '../config/profiles.ts'
import { type QuotaReport, quotaReport, quotaSheet } from '../render/status.ts'

export const quota = standalone({
  name: 'quota',
  summary: "Say how much of the hour's requests is left, without making one",
  examples: [{ when: 'Before a large import', type: 'budget quota' }],
  async run({ settings, quota }): Promise<QuotaReport> {
    const its = await settings()
    const { name, profile } = its.meant()
    if (isLocal(profile)) {
      return { profile: name, limit: null, used: null, left: null, resets_at: null, blocked_until: null }
    }
    const key = its.keyFor(profile)?.key ?? ''
    return quotaReport(name, await quota({ ...profile, key }))
  },
  show: quotaSheet,
})
