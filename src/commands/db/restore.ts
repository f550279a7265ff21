/** `budget db restore`: replaces the database file with a backup. */

import type { CommandContext } from '../../command/context.ts'
import { defineStandaloneCommand } from '../../command/define.ts'
import { fileOption } from '../../command/options.ts'
import { UserError } from '../../contract/errors.ts'
import type { Workspace, Workspaces } from '../../contract/ports/local-service.ts'
import {
  describeOtherWorkspace,
  describeRestore,
  type RestoreResult,
  restoreView,
} from '../../setup/db-view.ts'
import { findWorkspace } from '../../setup/resolve-workspace.ts'

export const restore = defineStandaloneCommand({
  name: 'db restore',
  summary: 'Restore the workspace from a backup and keep the old file',
  arguments: { file: fileOption('A file created by budget db backup') },
  examples: [
    { when: 'Preview what would be replaced', commandLine: 'budget db restore home-2026-11-20.db --dry-run' },
    {
      when: 'The file is damaged or missing',
      commandLine: 'budget db restore home-2026-11-20.db',
    },
  ],
  mutates: true,
  hasOwnDryRun: true,
  async run(context, { file }): Promise<RestoreResult> {
    const workspaces = await context.computer.openLocalWorkspaces()
    const { id, name } = await findRestoreTarget(workspaces, context)
    const from = context.computer.files.resolvePath(file)
    const foreseen = workspaces.previewRestore(id, from)
    if (context.invocation.isDryRun) return { ...foreseen, written: false }
    // With --yes no question is shown.
    if (context.invocation.assumesYes)
      for (const sentence of describeOtherWorkspace(foreseen)) context.user.warn(sentence)
    await context.user.requireConfirmation(`Restore ${name} from ${from}?`, async () =>
      describeRestore(foreseen),
    )
    return { ...workspaces.restore(id, from), written: true }
  },
  view: restoreView,
})

/** Returns the workspace that other commands would use. It creates none. */
async function findRestoreTarget(workspaces: Workspaces, context: CommandContext): Promise<Workspace> {
  const { profile } = (await context.computer.settings()).selectProfile()
  const chosen = 'workspace' in profile ? profile.workspace : undefined
  if (chosen !== undefined) return findWorkspace(workspaces, chosen)
  const all = workspaces.listWorkspaces()
  const selected = all.find(({ archived }) => !archived) ?? all[0]
  if (selected) return selected
  throw new UserError('not_found', 'There are no workspaces yet', {
    hint: 'Create one first: budget workspaces create NAME',
  })
}
