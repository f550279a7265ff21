/** `budget workspaces upload`: moves a local workspace into a database that many machines serve. */

import { defineStandaloneCommand } from '../../command/define.ts'
import { textOption } from '../../command/options.ts'
import { databaseFlags } from '../../setup/database-flags.ts'
import { findWorkspace } from '../../setup/resolve-workspace.ts'
import { defineWorkspaceChangeView } from '../../setup/workspaces-view.ts'

export const upload = defineStandaloneCommand({
  name: 'workspaces upload',
  summary: 'Move a local workspace, with its history, into a database',
  arguments: { workspace: textOption('The workspace, by name or id', 'WORKSPACE') },
  flags: { databaseFile: databaseFlags.databaseFile },
  examples: [
    {
      when: 'Many machines shall serve it; BUDGET_DATABASE_URL has the address',
      commandLine: 'budget workspaces upload Home',
    },
  ],
  mutates: true,
  async run({ computer: { openLocalWorkspaces, connectDatabase } }, { workspace, databaseFile }) {
    const all = await openLocalWorkspaces()
    return (await connectDatabase(databaseFile)).upload(all, findWorkspace(all, workspace).id)
  },
  view: defineWorkspaceChangeView(
    ({ name }) => `Moved ${name} into the database; the copy on this computer is archived`,
  ),
})
