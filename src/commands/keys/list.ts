/** `budget keys list`: lists the API keys. */

import { defineStandaloneCommand } from '../../command/define.ts'
import { databaseFlags, openManagedWorkspaces } from '../../setup/database-flags.ts'
import { keyListView } from '../../setup/keys-view.ts'

export const list = defineStandaloneCommand({
  name: 'keys list',
  summary: 'List the API keys for the local workspaces',
  flags: databaseFlags,
  examples: [{ when: 'Who has access', commandLine: 'budget keys' }],
  run: async ({ computer }, flags) => (await openManagedWorkspaces(computer, flags)).listKeys(),
  view: keyListView,
})
