/** `budget workspaces delete`: deletes a workspace for good. */

import { defineStandaloneCommand } from '../../command/define.ts'
import { textOption } from '../../command/options.ts'
import {
  databaseFlags,
  type ManagedWorkspaces,
  openManagedWorkspaces,
  selectsDatabase,
} from '../../setup/database-flags.ts'
import { describeFile } from '../../setup/db-view.ts'
import { defineWorkspaceChangeView } from '../../setup/workspaces-view.ts'

export const remove = defineStandaloneCommand({
  name: 'workspaces delete',
  summary: 'Delete a workspace for good, with its file and its history',
  arguments: { workspace: textOption('The workspace, by name or id', 'WORKSPACE') },
  flags: databaseFlags,
  examples: [{ when: 'A sample you no longer need', commandLine: 'budget workspaces delete Club' }],
  mutates: true,
  async run({ computer, user: { requireConfirmation } }, { workspace, ...flags }) {
    const all = await openManagedWorkspaces(computer, flags)
    const { id, name } = await all.findWorkspace(workspace)
    await requireConfirmation(`Delete ${name} for good?`, async () => {
      const summary = await all.summarize(id)
      const backup = selectsDatabase(flags) ? `workspaces download "${name}" FILE` : 'db backup FILE'
      return [
        `${name}: ${summary ? describeFile(summary) : 'its file is missing or damaged'}`,
        ...(await describeKeys(all, id)),
        `budget undo cannot bring it back; budget ${backup} keeps a copy`,
      ].join('\n')
    })
    return all.delete(id)
  },
  view: defineWorkspaceChangeView(({ name }) => `Deleted ${name}`),
})

/** Says how many keys, which are for this workspace alone, are deleted with it. */
async function describeKeys(all: ManagedWorkspaces, id: string): Promise<string[]> {
  const keys = (await all.listKeys()).filter(
    ({ workspace_id, revoked_at }) => workspace_id === id && revoked_at === null,
  )
  return keys.length > 0 ? [`Keys that are for it alone, and stop working: ${keys.length}`] : []
}
