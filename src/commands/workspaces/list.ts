/** `budget workspaces list`: lists the workspaces. */

import { defineStandaloneCommand } from '../../command/define.ts'
import { workspaceListView } from '../../setup/workspaces-view.ts'

export const list = defineStandaloneCommand({
  name: 'workspaces list',
  summary: 'List the local workspaces',
  examples: [{ when: 'Your local budgets', commandLine: 'budget workspaces' }],
  run: async ({ computer: { openLocalWorkspaces } }) => (await openLocalWorkspaces()).listWorkspaces(),
  view: workspaceListView,
})
