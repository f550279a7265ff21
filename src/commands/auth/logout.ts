/** `budget auth logout`: removes the API key of a profile. */

import { defineStandaloneCommand } from '../../command/define.ts'
import { getRemoteProfile, logoutView as logoutSheet } from '../../setup/profiles-view.ts'

export const logout = defineStandaloneCommand({
  name: 'auth logout',
  summary: "Delete a profile's API key",
  examples: [{ when: 'Before you give away a computer', commandLine: 'budget auth logout --profile work' }],
  mutates: true,
  async run({ computer: { settings } }) {
    const userConfig = await settings()
    const { name, origin, ...profile } = getRemoteProfile(userConfig)
    const removed = userConfig.resolveKey(profile)?.source === 'credentials.json'
    if (removed) await userConfig.removeKey(profile)
    return { profile: name, origin, removed }
  },
  view: logoutSheet,
})
