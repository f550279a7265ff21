/** `budget profile use`: makes a profile the default. */

import { defineStandaloneCommand } from '../../command/define.ts'
import { textOption } from '../../command/options.ts'
import { getProfile } from '../../config/profiles.ts'
import { defineProfileChangeView, toProfileOutput } from '../../setup/profiles-view.ts'

export const use = defineStandaloneCommand({
  name: 'profile use',
  summary: 'Set the default profile',
  arguments: { name: textOption('The profile', 'PROFILE') },
  examples: [{ when: 'Back to the local budget', commandLine: 'budget profile use local' }],
  mutates: true,
  async run({ computer: { settings } }, { name }) {
    const userConfig = await settings()
    const read = userConfig.readProfiles()
    const profile = getProfile(name, read)
    await userConfig.setDefaultProfile(name)
    return toProfileOutput(name, profile, { ...read, default_profile: name })
  },
  view: defineProfileChangeView(({ name }) => `${name} is now the default profile`),
})
