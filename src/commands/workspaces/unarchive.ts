/** `budget workspaces unarchive`: unarchives a workspace. */

import { defineStandaloneCommand } from '../../command/define.ts'
import { textOption } from '../../command/options.ts'
import { findWorkspace } from '../../setup/resolve-workspace.ts'
import { defineWorkspaceChangeView } from '../../setup/workspaces-view.ts'

export const unarchive = defineStandaloneCommand({
  name: 'workspaces unarchive',
  summary: 'Unarchive a workspace',
  arguments: { workspace: textOption('The workspace, by name or id', 'WORKSPACE') },
  examples: [{ when: 'A budget you want to use again', commandLine: 'budget workspaces unarchive Club' }],
  mutates: true,
  async run({ computer: { openLocalWorkspaces } }, { workspace }) {
    const all = await openLocalWorkspaces()
    return all.setArchived(findWorkspace(all, workspace).id, false)
  },
  view: defineWorkspaceChangeView(({ name }) => `Unarchived ${name}`),
})
