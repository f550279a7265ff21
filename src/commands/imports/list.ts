/** `budget imports list`: lists the imports. */

import { defineCommand } from '../../command/define.ts'
import { importListView, toImportRecordOutput } from '../../import/views/imports-view.ts'

export const list = defineCommand({
  name: 'imports list',
  summary: 'List the imports made on this computer, newest first',
  examples: [{ when: 'Show what was imported when', commandLine: 'budget imports' }],
  async run(context) {
    const imports = await context.workspace.openImportStore()
    return imports.listImports().map((record) => toImportRecordOutput(record, imports))
  },
  view: importListView,
})
