/** `budget profile list`: lists the profiles. */

import { defineStandaloneCommand } from '../../command/define.ts'
import { isLocalProfile } from '../../config/profiles.ts'
import { profileListView, toProfileOutput } from '../../setup/profiles-view.ts'

export const list = defineStandaloneCommand({
  name: 'profile list',
  summary: 'List the profiles and their workspaces',
  examples: [{ when: 'Your budgets', commandLine: 'budget profile list' }],
  async run({ computer: { settings } }) {
    const userConfig = await settings()
    const read = userConfig.readProfiles()
    return Object.entries(read.profiles).map(([name, profile]) => ({
      ...toProfileOutput(name, profile, read),
      has_key: isLocalProfile(profile) ? null : userConfig.resolveKey(profile, name) !== undefined,
    }))
  },
  view: profileListView,
})
