/** `budget workspaces unarchive`: unarchives a workspace. */

import { defineStandaloneCommand } from '../../command/define.ts'
import { textOption } from '../../command/options.ts'
import { databaseFlags, openManagedWorkspaces } from '../../setup/database-flags.ts'
import { defineWorkspaceChangeView } from '../../setup/workspaces-view.ts'

export const unarchive = defineStandaloneCommand({
  name: 'workspaces unarchive',
  summary: 'Unarchive a workspace',
  arguments: { workspace: textOption('The workspace, by name or id', 'WORKSPACE') },
  flags: databaseFlags,
  examples: [{ when: 'A budget you want to use again', commandLine: 'budget workspaces unarchive Club' }],
  mutates: true,
  async run({ computer }, { workspace, ...flags }) {
    const all = await openManagedWorkspaces(computer, flags)
    return all.setArchived((await all.findWorkspace(workspace)).id, false)
  },
  view: defineWorkspaceChangeView(({ name }) => `Unarchived ${name}`),
})
