/** `budget profile remove`: removes a profile. */

import { defineStandaloneCommand } from '../../command/define.ts'
import { textOption } from '../../command/options.ts'
import { getProfile } from '../../config/profiles.ts'
import { UserError } from '../../contract/errors.ts'
import { defineProfileChangeView, toProfileOutput } from '../../setup/profiles-view.ts'

export const remove = defineStandaloneCommand({
  name: 'profile remove',
  summary: 'Remove a profile and its API key; the workspace stays',
  arguments: { name: textOption('The profile', 'PROFILE') },
  examples: [{ when: 'A profile you no longer need', commandLine: 'budget profile remove work' }],
  mutates: true,
  async run({ computer: { settings } }, { name }) {
    const userConfig = await settings()
    const read = userConfig.readProfiles()
    const profile = getProfile(name, read)
    if (name === 'local') throw new UserError('usage', 'Profile local cannot be removed')
    await userConfig.removeProfile(name)
    return toProfileOutput(name, profile, { ...read, default_profile: 'local' })
  },
  view: defineProfileChangeView(({ name }) => `Removed profile ${name}`),
})
