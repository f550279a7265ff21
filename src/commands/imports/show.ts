/** `budget imports show`: shows one import. */

import { defineCommand } from '../../command/define.ts'
import { findImport, importOption } from '../../import/journal/find-import.ts'
import { importRecordView, toImportRecordOutput } from '../../import/views/imports-view.ts'

export const show = defineCommand({
  name: 'imports show',
  summary: 'Show an import and the transactions it created',
  arguments: { id: importOption() },
  examples: [
    { when: 'List the transactions it created', commandLine: 'budget imports show 3f2a --fields created' },
  ],
  async run(context, { id }) {
    const imports = await context.workspace.openImportStore()
    return toImportRecordOutput(findImport(imports, id), imports)
  },
  view: importRecordView,
})
