import { recordCard } from '../../render/imports.ts'
import { command } from '../command.ts'
import { findImport, importEntry } from './find.ts'
import { recorded } from './recorded.ts'

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
