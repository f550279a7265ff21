/** `budget workspaces download`: writes a workspace of a database to a file. */

import { defineStandaloneCommand } from '../../command/define.ts'
import { booleanFlag } from '../../command/option-spec.ts'
import { fileOption, textOption } from '../../command/options.ts'
import { createLocalChange } from '../../contract/ports/history.ts'
import { databaseFlags } from '../../setup/database-flags.ts'
import { downloadView } from '../../setup/workspaces-view.ts'

export const download = defineStandaloneCommand({
  name: 'workspaces download',
  summary: 'Write a workspace of a database to a file, which budget db restore reads',
  arguments: {
    workspace: textOption('The workspace, by name or id', 'WORKSPACE'),
    file: fileOption('The file to write; only you can read it'),
  },
  flags: { force: booleanFlag('Replace an existing file'), databaseFile: databaseFlags.databaseFile },
  examples: [
    {
      when: 'A backup, or the way back to one computer',
      commandLine: 'budget workspaces download Home home.db',
    },
  ],
  plansLocalWrites: true,
  async run(
    { computer: { connectDatabase, files }, invocation: { isDryRun, recordPlannedChange } },
    { workspace, file, force, databaseFile },
  ) {
    const path = files.resolvePath(file)
    await files.assertOutsideOwnDirectories(path)
    const database = await connectDatabase(databaseFile)
    const { id, name } = await database.findWorkspace(workspace)
    await database.download(id, path, { force, dry_run: isDryRun })
    recordPlannedChange(createLocalChange('file', { id: path, after: { name: path, from: name } }))
    return { id, name, path }
  },
  view: downloadView,
})
