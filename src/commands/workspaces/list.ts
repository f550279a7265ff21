import { standalone } from '../../command/define.ts'
import { workspaceList } from '../../render/workspaces.ts'

export const list = standalone({
  name: 'workspaces list',
  summary: 'List the workspaces of this machine',
  examples: [{ when: 'Which budgets are here', type: 'budget workspaces' }],
  run: async ({ workspaces }) => (await workspaces()).listWorkspaces(),
  show: workspaceList,
})
