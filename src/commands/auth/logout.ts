import { standalone } from '../../command/define.ts'
import { logout as logoutSheet } from '../../render/settings.ts'
import { remoteMeant } from './shared/remote-profile.ts'

export const logout = standalone({
  name: 'auth logout',
  summary: "Forget a profile's key; other profiles keep theirs",
  examples: [{ when: 'On a machine that is given away', type: 'budget auth logout --profile work' }],
  changes: true,
  async run({ settings }) {
    const its = await settings()
    const { name, origin, ...profile } = remoteMeant(its)
    const removed = its.keyFor(profile)?.source === 'credentials.json'
    if (removed) await its.removeKey(profile)
    return { profile: name, origin, removed }
  },
  show: logoutSheet,
})
