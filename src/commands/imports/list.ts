import { command } from '../../command/define.ts'
import { recordList } from '../../render/imports.ts'
import { recorded } from './shared/import-record.ts'

export const list = command({
  name: 'imports list',
  summary: 'List the imports of this workspace made here, the latest first',
  examples: [{ when: 'What was imported when', type: 'budget imports' }],
  async run(world) {
    const imports = await world.imports()
    return imports.imports().map((record) => recorded(record, imports))
  },
  show: recordList,
})
