/** `budget workspaces unarchive`: unarchives a workspace. */

import { defineStandaloneCommand } from '../../command/define.ts'
import { textOption } from '../../command/options.ts'
import { defineWorkspaceChangeView } from '../../render/workspaces.ts'
import { findWorkspace } from './shared/resolve-workspace.ts'

export const unarchive = defineStandaloneCommand({
  name: 'workspaces unarchive',
  summary: 'Take an archived workspace back into use',
  arguments: { workspace: textOption('The workspace, by name or id', 'WORKSPACE') },
  examples: [{ when: 'The club is back', commandLine: 'budget workspaces unarchive Club' }],
  mutates: true,
  async run({ openLocalWorkspaces }, { workspace }) {
    const all = await openLocalWorkspaces()
    return all.setArchived(findWorkspace(all, workspace).id, false)
  },
  view: defineWorkspaceChangeView(({ name }) => `${name} is back in use`),
})
