/** `budget db path`: prints the path of the database file. */

import { defineLocalCommand } from '../../command/define.ts'
import { filePathView } from '../../setup/db-view.ts'

export const path = defineLocalCommand({
  name: 'db path',
  summary: 'Print the path of the database file',
  examples: [{ when: 'For a backup tool, or another SQLite tool', commandLine: 'budget db path' }],
  run: ({ workspace: { admin } }) => ({ path: admin.path }),
  view: filePathView,
})
