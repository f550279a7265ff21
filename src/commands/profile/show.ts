import { maybe, standalone } from '../../command/define.ts'
import { plain } from '../../command/options.ts'
import { profileNamed } from '../../config/profiles.ts'
import { profileCard } from '../../render/settings.ts'
import { shown } from './shared/profile-view.ts'

export const show = standalone({
  name: 'profile show',
  summary: 'Show a profile, or the one that is used',
  arguments: { name: maybe(plain('The profile', 'PROFILE')) },
  examples: [{ when: 'Where the everyday budget is', type: 'budget profile show' }],
  async run({ settings }, { name }) {
    const its = await settings()
    const read = its.profiles()
    if (name !== undefined) return shown(name, profileNamed(name, read), read)
    const meant = its.meant()
    return shown(meant.name, meant.profile, read)
  },
  show: profileCard,
})
