/** `budget db path`: prints the path of the database file. */

import { defineLocalCommand } from '../../command/define.ts'
import { filePathView } from '../../render/db.ts'

export const path = defineLocalCommand({
  name: 'db path',
  summary: "Print where the workspace's file lies",
  examples: [{ when: 'For a replicator, or another SQLite tool', commandLine: 'budget db path' }],
  run: ({ admin }) => ({ path: admin.path }),
  view: filePathView,
})
