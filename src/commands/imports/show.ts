/** `budget imports show`: shows one import. */

import { defineCommand } from '../../command/define.ts'
import { importRecordView } from '../../render/imports.ts'
import { findImport, importOption } from './shared/find-import.ts'
import { toImportRecordOutput } from './shared/import-record.ts'

export const show = defineCommand({
  name: 'imports show',
  summary: 'Show an import: what it booked, and what is in doubt',
  arguments: { id: importOption() },
  examples: [{ when: 'The transactions it made', commandLine: 'budget imports show 3f2a --fields created' }],
  async run(context, { id }) {
    const imports = await context.openImportStore()
    return toImportRecordOutput(findImport(imports, id), imports)
  },
  view: importRecordView,
})
