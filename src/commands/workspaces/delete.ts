/** `budget workspaces delete`: deletes a workspace for good. */

import { defineStandaloneCommand } from '../../command/define.ts'
import { textOption } from '../../command/options.ts'
import { describeFile } from '../../setup/db-view.ts'
import { findWorkspace } from '../../setup/resolve-workspace.ts'
import { defineWorkspaceChangeView } from '../../setup/workspaces-view.ts'

export const remove = defineStandaloneCommand({
  name: 'workspaces delete',
  summary: 'Delete a workspace for good, with its file and its history',
  arguments: { workspace: textOption('The workspace, by name or id', 'WORKSPACE') },
  examples: [{ when: 'A sample you no longer need', commandLine: 'budget workspaces delete Club' }],
  mutates: true,
  async run({ computer: { openLocalWorkspaces }, user: { requireConfirmation } }, { workspace }) {
    const all = await openLocalWorkspaces()
    const { id, name } = findWorkspace(all, workspace)
    const summary = all.summarize(id)
    await requireConfirmation(`Delete ${name} for good?`, async () =>
      [
        `${name}: ${summary ? describeFile(summary) : 'its file is missing or damaged'}`,
        'budget undo cannot bring it back; budget db backup FILE keeps a copy',
      ].join('\n'),
    )
    return all.delete(id)
  },
  view: defineWorkspaceChangeView(({ name }) => `Deleted ${name}`),
})
