import { localCommand } from '../../command/define.ts'
import { filePath } from '../../render/db.ts'

export const path = localCommand({
  name: 'db path',
  summary: "Print where the workspace's file lies",
  examples: [{ when: 'For a replicator, or another SQLite tool', type: 'budget db path' }],
  run: ({ admin }) => ({ path: admin.path }),
  show: filePath,
})
