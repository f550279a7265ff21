import { localCommand, toggle } from '../../command/define.ts'
import { file } from '../../command/options.ts'
import { backupSheet } from '../../render/db.ts'

export const backup = localCommand({
  name: 'db backup',
  summary: 'Copy the workspace to a file, also while budget serve runs',
  arguments: { file: file('The file to write; only its owner can read it') },
  flags: { force: toggle('Replace the file if it is there') },
  examples: [{ when: 'Before something daring', type: 'budget db backup home-2026-11-20.db' }],
  plans: true,
  async run({ admin, files }, { file, force }) {
    const path = files.absolute(file)
    await files.refuseOwnFolders(path)
    admin.backup(path, { force })
    return { from: admin.path, path, written: true as const }
  },
  show: backupSheet,
})
