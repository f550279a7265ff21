import { standalone } from '../../command/define.ts'
import { plain } from '../../command/options.ts'
import { workspaceChange } from '../../render/workspaces.ts'
import { findWorkspace } from './shared/find-workspace.ts'

export const unarchive = standalone({
  name: 'workspaces unarchive',
  summary: 'Take an archived workspace back into use',
  arguments: { workspace: plain('The workspace, by name or id', 'WORKSPACE') },
  examples: [{ when: 'The club is back', type: 'budget workspaces unarchive Club' }],
  changes: true,
  async run({ workspaces }, { workspace }) {
    const all = await workspaces()
    return all.setArchived(findWorkspace(all, workspace).id, false)
  },
  show: workspaceChange(({ name }) => `${name} is back in use`),
})
