import { standalone } from '../../command/define.ts'
import { plain } from '../../command/options.ts'
import { profileNamed } from '../../config/profiles.ts'
import { Mistake } from '../../contract/errors.ts'
import { profileChange } from '../../render/settings.ts'
import { shown } from './shared/profile-view.ts'

export const remove = standalone({
  name: 'profile remove',
  summary: 'Forget a profile and its key; its workspace stays',
  arguments: { name: plain('The profile', 'PROFILE') },
  examples: [{ when: 'It is not needed any more', type: 'budget profile remove work' }],
  changes: true,
  async run({ settings }, { name }) {
    const its = await settings()
    const read = its.profiles()
    const profile = profileNamed(name, read)
    if (name === 'local') throw new Mistake('usage', 'The profile local is always there')
    await its.removeProfile(name)
    return shown(name, profile, { ...read, default_profile: 'local' })
  },
  show: profileChange(({ name }) => `Profile ${name} is forgotten`),
})
