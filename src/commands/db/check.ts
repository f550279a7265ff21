/** `budget db check`: checks the integrity of the database file, or of everything in a database. */

import type { CommandContext } from '../../command/context.ts'
import { defineStandaloneCommand } from '../../command/define.ts'
import { databaseFlags, selectsDatabase } from '../../setup/database-flags.ts'
import { type FileCheck, fileCheckView } from '../../setup/db-view.ts'
import { findSelectedWorkspace } from '../../setup/resolve-workspace.ts'

export const check = defineStandaloneCommand({
  name: 'db check',
  summary: 'Check the database file and recalculate every figure',
  flags: databaseFlags,
  examples: [
    { when: 'After a crash, or from time to time', commandLine: 'budget db check' },
    { when: 'Every workspace that many machines serve', commandLine: 'budget db check --database' },
  ],
  run: async (context, flags): Promise<FileCheck> =>
    selectsDatabase(flags) ? checkDatabase(context, flags.databaseFile) : checkFile(context),
  view: fileCheckView,
  resultStatus: ({ problems }) => (problems.length > 0 ? 'problems-found' : 'done'),
})

async function checkFile(context: CommandContext): Promise<FileCheck> {
  const workspaces = await context.computer.openLocalWorkspaces()
  const { path, listIntegrityErrors } = workspaces.admin(
    (await findSelectedWorkspace(workspaces, context)).id,
  )
  return { path, problems: listIntegrityErrors() }
}

async function checkDatabase({ computer }: CommandContext, file: string | undefined): Promise<FileCheck> {
  const problems = await (await computer.connectDatabase(file)).check()
  return {
    path: 'The database',
    problems: problems.map(({ workspace_id, problem }) => `${workspace_id}: ${problem}`),
  }
}
