/** `budget config path`: lists the directories of the program. */

import { defineStandaloneCommand } from '../../command/define.ts'
import { directoryListView } from '../../setup/settings.ts'

export const path = defineStandaloneCommand({
  name: 'config path',
  summary: 'Show where settings, workspaces and state are stored',
  examples: [{ when: 'What to back up or delete', commandLine: 'budget config path' }],
  async run({ computer: { settings } }) {
    const { directories } = await settings()
    return Object.entries(directories).map(([name, path]) => ({ name, path: path ?? null }))
  },
  view: directoryListView,
})
