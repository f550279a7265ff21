/** `budget db repair`: takes money out of deleted categories. */

import { defineLocalCommand } from '../../command/define.ts'
import { type FileRepair, fileRepairView } from '../../render/db.ts'

export const repair = defineLocalCommand({
  name: 'db repair',
  summary: 'Take back what an undo of an older version left in deleted categories',
  examples: [{ when: 'When db check says that it mends what it found', commandLine: 'budget db repair' }],
  mutates: true,
  run: ({ admin }): FileRepair => ({ path: admin.path, repaired: admin.repair() }),
  view: fileRepairView,
})
