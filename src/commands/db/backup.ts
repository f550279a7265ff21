/** `budget db backup`: copies the database file of the workspace. */

import { defineLocalCommand } from '../../command/define.ts'
import { booleanFlag } from '../../command/option-spec.ts'
import { fileOption } from '../../command/options.ts'
import { createLocalChange } from '../../contract/ports/history.ts'
import { backupView } from '../../setup/db-view.ts'

export const backup = defineLocalCommand({
  name: 'db backup',
  summary: 'Back up the workspace to a file, even while budget serve is running',
  arguments: { file: fileOption('The file to write; only you can read it') },
  flags: { force: booleanFlag('Replace an existing file') },
  examples: [{ when: 'Before a risky change', commandLine: 'budget db backup home-2026-11-20.db' }],
  plansLocalWrites: true,
  async run(
    { workspace: { admin }, computer: { files }, invocation: { isDryRun, recordPlannedChange } },
    { file, force },
  ) {
    const path = files.resolvePath(file)
    await files.assertOutsideOwnDirectories(path)
    admin.backup(path, { force, dry_run: isDryRun })
    recordPlannedChange(createLocalChange('file', { id: path, after: { name: path, from: admin.path } }))
    return { from: admin.path, path, written: true as const }
  },
  view: backupView,
})
