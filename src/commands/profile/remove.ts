/** `budget profile remove`: removes a profile. */

import { defineStandaloneCommand } from '../../command/define.ts'
import { textOption } from '../../command/options.ts'
import { getProfile } from '../../config/profiles.ts'
import { UserError } from '../../contract/errors.ts'
import { defineProfileChangeView } from '../../render/profiles.ts'
import { toProfileOutput } from './shared/profile-view.ts'

export const remove = defineStandaloneCommand({
  name: 'profile remove',
  summary: 'Forget a profile and its key; its workspace stays',
  arguments: { name: textOption('The profile', 'PROFILE') },
  examples: [{ when: 'It is not needed any more', commandLine: 'budget profile remove work' }],
  mutates: true,
  async run({ settings }, { name }) {
    const userConfig = await settings()
    const read = userConfig.readProfiles()
    const profile = getProfile(name, read)
    if (name === 'local') throw new UserError('usage', 'The profile local is always there')
    await userConfig.removeProfile(name)
    return toProfileOutput(name, profile, { ...read, default_profile: 'local' })
  },
  view: defineProfileChangeView(({ name }) => `Profile ${name} is forgotten`),
})
