import { standalone } from '../../command/define.ts'
import { plain } from '../../command/options.ts'
import { workspaceChange } from '../../render/workspaces.ts'
import { findWorkspace } from './shared/find-workspace.ts'

export const archive = standalone({
  name: 'workspaces archive',
  summary: 'Put a workspace away, so that nothing reads or writes it',
  arguments: { workspace: plain('The workspace, by name or id', 'WORKSPACE') },
  examples: [{ when: 'The club is no more', type: 'budget workspaces archive Club' }],
  changes: true,
  async run({ workspaces }, { workspace }) {
    const all = await workspaces()
    return all.setArchived(findWorkspace(all, workspace).id, true)
  },
  show: workspaceChange(({ name }) => `${name} is put away`),
})
