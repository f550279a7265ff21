import { standalone } from '../../command/define.ts'
import { plain } from '../../command/options.ts'
import { revokedKey } from '../../render/workspaces.ts'
import { findKey } from './shared/find-key.ts'

export const revoke = standalone({
  name: 'keys revoke',
  summary: 'Take a key out of use',
  arguments: { key: plain('The key, by its name or id', 'KEY') },
  examples: [{ when: 'The phone is lost', type: 'budget keys revoke phone' }],
  changes: true,
  async run({ workspaces }, { key }) {
    const all = await workspaces()
    return all.revokeKey(findKey(all.listKeys(), key).id)
  },
  show: revokedKey,
})
