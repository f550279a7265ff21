/** `budget db repair`: takes money out of deleted categories. */

import { defineLocalCommand } from '../../command/define.ts'
import { type FileRepair, fileRepairView } from '../../setup/db-view.ts'

export const repair = defineLocalCommand({
  name: 'db repair',
  summary: 'Move money out of deleted categories, where undo in an older version left it',
  examples: [{ when: 'When db check says to run it', commandLine: 'budget db repair' }],
  mutates: true,
  cannotDraft: 'budget db check shows what it would repair',
  run: ({ workspace: { admin } }): FileRepair => ({ path: admin.path, repaired: admin.repair() }),
  view: fileRepairView,
})
