/** `budget profile use`: makes a profile the default. */

import { defineStandaloneCommand } from '../../command/define.ts'
import { textOption } from '../../command/options.ts'
import { getProfile } from '../../config/profiles.ts'
import { defineProfileChangeView } from '../../render/profiles.ts'
import { toProfileOutput } from './shared/profile-view.ts'

export const use = defineStandaloneCommand({
  name: 'profile use',
  summary: 'Make a profile the one that is used when none is named',
  arguments: { name: textOption('The profile', 'PROFILE') },
  examples: [{ when: 'Back to the budget on this machine', commandLine: 'budget profile use local' }],
  mutates: true,
  async run({ settings }, { name }) {
    const userConfig = await settings()
    const read = userConfig.readProfiles()
    const profile = getProfile(name, read)
    await userConfig.setDefaultProfile(name)
    return toProfileOutput(name, profile, { ...read, default_profile: name })
  },
  view: defineProfileChangeView(({ name }) => `${name} is used from now on`),
})
