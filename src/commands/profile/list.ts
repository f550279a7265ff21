import { standalone } from '../../command/define.ts'
import { isLocal } from '../../config/profiles.ts'
import { profileList } from '../../render/settings.ts'
import { shown } from './shared/profile-view.ts'

export const list = standalone({
  name: 'profile list',
  summary: 'List the profiles: which workspaces, and where',
  examples: [{ when: 'Which budgets can be worked on', type: 'budget profile list' }],
  async run({ settings }) {
    const its = await settings()
    const read = its.profiles()
    return Object.entries(read.profiles).map(([name, profile]) => ({
      ...shown(name, profile, read),
      has_key: isLocal(profile) ? null : its.keyFor(profile, name) !== undefined,
    }))
  },
  show: profileList,
})
