import { command } from '../../command/define.ts'
import { recordCard } from '../../render/imports.ts'
import { findImport, importEntry } from './shared/find-import.ts'
import { recorded } from './shared/import-record.ts'

export const show = command({
  name: 'imports show',
  summary: 'Show an import: what it booked, and what is in doubt',
  arguments: { id: importEntry() },
  examples: [{ when: 'The transactions it made', type: 'budget imports show 3f2a --fields created' }],
  async run(world, { id }) {
    const imports = await world.imports()
    return recorded(findImport(imports, id), imports)
  },
  show: recordCard,
})
