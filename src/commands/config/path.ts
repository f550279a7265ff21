import { standalone } from '../../command/define.ts'
import { directoryList } from '../../render/settings.ts'

export const path = standalone({
  name: 'config path',
  summary: 'Say where settings, workspaces and notes of earlier commands lie',
  examples: [{ when: 'What to back up, what to delete', type: 'budget config path' }],
  async run({ settings }) {
    const { places } = await settings()
    return Object.entries(places).map(([name, path]) => ({ name, path: path ?? null }))
  },
  show: directoryList,
})
