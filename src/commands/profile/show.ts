/** `budget profile show`: shows a profile. */

import { defineStandaloneCommand } from '../../command/define.ts'
import { optional } from '../../command/option-spec.ts'
import { textOption } from '../../command/options.ts'
import { getProfile } from '../../config/profiles.ts'
import { profileView, toProfileOutput } from '../../setup/profiles-view.ts'

export const show = defineStandaloneCommand({
  name: 'profile show',
  summary: 'Show a profile; by default the one in use',
  arguments: { name: optional(textOption('The profile', 'PROFILE')) },
  examples: [{ when: 'The profile in use', commandLine: 'budget profile show' }],
  async run({ computer: { settings } }, { name }) {
    const userConfig = await settings()
    const read = userConfig.readProfiles()
    if (name !== undefined) return toProfileOutput(name, getProfile(name, read), read)
    const selected = userConfig.selectProfile()
    return toProfileOutput(selected.name, selected.profile, read)
  },
  view: profileView,
})
