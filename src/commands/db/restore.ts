/** `budget db restore`: replaces the database file with a backup. */

import { defineStandaloneCommand } from '../../command/define.ts'
import { fileOption } from '../../command/options.ts'
import {
  describeOtherWorkspace,
  describeRestore,
  type RestoreResult,
  restoreView,
} from '../../setup/db-view.ts'
import { findSelectedWorkspace } from '../../setup/resolve-workspace.ts'

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
    const { id, name } = await findSelectedWorkspace(workspaces, context)
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
