import { localCommand } from '../../command/define.ts'
import { checkSheet, type FileCheck } from '../../render/db.ts'

/** The exit code of a check that found something. */ // cli.md §1
const PROBLEMS = 20

export const check = localCommand({
  name: 'db check',
  summary: "Check the workspace's file, and count every figure in it again",
  examples: [{ when: 'After a crash, or from time to time', type: 'budget db check' }],
  run: ({ admin }): FileCheck => ({ path: admin.path, problems: admin.check() }),
  show: checkSheet,
  outcome: ({ problems }) => (problems.length > 0 ? PROBLEMS : 0),
})
