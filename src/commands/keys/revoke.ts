import { revokedKey } from '../../render/machine.ts'
import { standalone } from '../command.ts'
import { id } from '../entries.ts'

export const revoke = standalone({
  name: 'keys revoke',
  summary: 'Take a key out of use',
  arguments: { id: id('The key, by id') },
  examples: [{ when: 'The phone is lost', type: 'budget keys revoke key_01' }],
  changes: true,
  run: async ({ workspaces }, { id }) => (await workspaces()).revokeKey(id),
  show: revokedKey,
})
