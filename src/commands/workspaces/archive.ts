/** `budget workspaces archive`: archives a workspace. */

import { defineStandaloneCommand } from '../../command/define.ts'
import { textOption } from '../../command/options.ts'
import { findWorkspace } from '../../setup/resolve-workspace.ts'
import { defineWorkspaceChangeView } from '../../setup/workspaces-view.ts'

export const archive = defineStandaloneCommand({
  name: 'workspaces archive',
  summary: 'Archive a workspace; commands no longer use it',
  arguments: { workspace: textOption('The workspace, by name or id', 'WORKSPACE') },
  examples: [{ when: 'A budget you no longer use', commandLine: 'budget workspaces archive Club' }],
  mutates: true,
  async run({ computer: { openLocalWorkspaces } }, { workspace }) {
    const all = await openLocalWorkspaces()
    return all.setArchived(findWorkspace(all, workspace).id, true)
  },
  view: defineWorkspaceChangeView(({ name }) => `Archived ${name}`),
})
