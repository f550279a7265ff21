/** `budget db check`: checks the integrity of the database file. */

import { defineLocalCommand } from '../../command/define.ts'
import { type FileCheck, fileCheckView } from '../../setup/db-view.ts'

export const check = defineLocalCommand({
  name: 'db check',
  summary: 'Check the database file and recalculate every figure',
  examples: [{ when: 'After a crash, or from time to time', commandLine: 'budget db check' }],
  run: ({ workspace: { admin } }): FileCheck => ({ path: admin.path, problems: admin.listIntegrityErrors() }),
  view: fileCheckView,
  resultStatus: ({ problems }) => (problems.length > 0 ? 'problems-found' : 'done'),
})
