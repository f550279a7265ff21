/** `budget db backup`: copies the database file of the workspace. */

import { defineLocalCommand } from '../../command/define.ts'
import { booleanFlag } from '../../command/option-spec.ts'
import { fileOption } from '../../command/options.ts'
import { backupView } from '../../render/db.ts'

export const backup = defineLocalCommand({
  name: 'db backup',
  summary: 'Copy the workspace to a file, also while budget serve runs',
  arguments: { file: fileOption('The file to write; only its owner can read it') },
  flags: { force: booleanFlag('Replace the file if it is there') },
  examples: [{ when: 'Before something daring', commandLine: 'budget db backup home-2026-11-20.db' }],
  plansLocalWrites: true,
  async run({ admin, files }, { file, force }) {
    const path = files.resolvePath(file)
    await files.assertOutsideOwnDirectories(path)
    admin.backup(path, { force })
    return { from: admin.path, path, written: true as const }
  },
  view: backupView,
})
