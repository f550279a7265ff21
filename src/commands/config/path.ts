/** `budget config path`: lists the directories of the program. */

import { defineStandaloneCommand } from '../../command/define.ts'
import { directoryListView } from '../../render/config.ts'

export const path = defineStandaloneCommand({
  name: 'config path',
  summary: 'Say where settings, workspaces and notes of earlier commands lie',
  examples: [{ when: 'What to back up, what to delete', commandLine: 'budget config path' }],
  async run({ settings }) {
    const { directories } = await settings()
    return Object.entries(directories).map(([name, path]) => ({ name, path: path ?? null }))
  },
  view: directoryListView,
})
