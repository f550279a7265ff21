/** `budget workspaces list`: lists the workspaces. */

import { defineStandaloneCommand } from '../../command/define.ts'
import { databaseFlags, openManagedWorkspaces } from '../../setup/database-flags.ts'
import { workspaceListView } from '../../setup/workspaces-view.ts'

export const list = defineStandaloneCommand({
  name: 'workspaces list',
  summary: 'List the local workspaces',
  flags: databaseFlags,
  examples: [{ when: 'Your local budgets', commandLine: 'budget workspaces' }],
  run: async ({ computer }, flags) => (await openManagedWorkspaces(computer, flags)).listWorkspaces(),
  view: workspaceListView,
})
