/** `budget keys list`: lists the API keys, and the devices that are signed in to the page. */

import { defineStandaloneCommand } from '../../command/define.ts'
import { listAccesses } from '../../setup/accesses.ts'
import { databaseFlags, openManagedWorkspaces } from '../../setup/database-flags.ts'
import { accessListView } from '../../setup/keys-view.ts'

export const list = defineStandaloneCommand({
  name: 'keys list',
  summary: 'List the API keys and the devices of the page',
  flags: databaseFlags,
  examples: [{ when: 'Who has access', commandLine: 'budget keys' }],
  run: async ({ computer }, flags) => listAccesses(await openManagedWorkspaces(computer, flags)),
  view: accessListView,
})
