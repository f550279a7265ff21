import { standalone } from '../../command/define.ts'
import { plain } from '../../command/options.ts'
import { profileNamed } from '../../config/profiles.ts'
import { profileChange } from '../../render/settings.ts'
import { shown } from './shared/profile-view.ts'

export const use = standalone({
  name: 'profile use',
  summary: 'Make a profile the one that is used when none is named',
  arguments: { name: plain('The profile', 'PROFILE') },
  examples: [{ when: 'Back to the budget on this machine', type: 'budget profile use local' }],
  changes: true,
  async run({ settings }, { name }) {
    const its = await settings()
    const read = its.profiles()
    const profile = profileNamed(name, read)
    await its.setDefaultProfile(name)
    return shown(name, profile, { ...read, default_profile: name })
  },
  show: profileChange(({ name }) => `${name} is used from now on`),
})
