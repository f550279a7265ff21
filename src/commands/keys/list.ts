/** `budget keys list`: lists the API keys. */

import { defineStandaloneCommand } from '../../command/define.ts'
import { keyListView } from '../../render/keys.ts'

export const list = defineStandaloneCommand({
  name: 'keys list',
  summary: 'List the keys to the workspaces of this machine',
  examples: [{ when: 'Who can come in', commandLine: 'budget keys' }],
  run: async ({ openLocalWorkspaces }) => (await openLocalWorkspaces()).listKeys(),
  view: keyListView,
})
