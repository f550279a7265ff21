/** `budget workspaces archive`: archives a workspace. */

import { defineStandaloneCommand } from '../../command/define.ts'
import { textOption } from '../../command/options.ts'
import { databaseFlags, openManagedWorkspaces } from '../../setup/database-flags.ts'
import { defineWorkspaceChangeView } from '../../setup/workspaces-view.ts'

export const archive = defineStandaloneCommand({
  name: 'workspaces archive',
  summary: 'Archive a workspace; commands no longer use it',
  arguments: { workspace: textOption('The workspace, by name or id', 'WORKSPACE') },
  flags: databaseFlags,
  examples: [{ when: 'A budget you no longer use', commandLine: 'budget workspaces archive Club' }],
  mutates: true,
  async run({ computer }, { workspace, ...flags }) {
    const all = await openManagedWorkspaces(computer, flags)
    return all.setArchived((await all.findWorkspace(workspace)).id, true)
  },
  view: defineWorkspaceChangeView(({ name }) => `Archived ${name}`),
})
