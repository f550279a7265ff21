import { standalone } from '../../command/define.ts'
import { keyList } from '../../render/workspaces.ts'

export const list = standalone({
  name: 'keys list',
  summary: 'List the keys to the workspaces of this machine',
  examples: [{ when: 'Who can come in', type: 'budget keys' }],
  run: async ({ workspaces }) => (await workspaces()).listKeys(),
  show: keyList,
})
