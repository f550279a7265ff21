/** Tests the commands that manage the workspaces of a database. */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createMachineEnvironment, runProgram, uploadWorkspace } from './bank/machines.ts'
import { postgresBin, startPrimary } from './postgres-server.ts'

test.skipIf(postgresBin === undefined)(
  'a workspace of a database is renamed, and deleted for good',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'budget-commands-'))
    const primary = await startPrimary()
    const tool = createMachineEnvironment(folder, primary.url)
    const run = (...args: string[]): Promise<string> => runProgram(tool, [...args, '--database'])
    const list = async (): Promise<unknown> => JSON.parse(await run('workspaces', 'list', '--json'))
    try {
      const { id } = await uploadWorkspace(tool, { currency: 'USD', accounts: [['Checking']] })
      await run('keys', 'create', '--workspace', 'Home')
      await run('workspaces', 'rename', 'Home', 'Family', '--dry-run')
      expect(await list()).toMatchObject([{ id, name: 'Home' }])
      await run('workspaces', 'rename', 'Home', ' Family  Miller ')
      expect(await list()).toMatchObject([{ id, name: 'Family Miller', currency: 'USD' }])
      const refusal = await run('workspaces', 'delete', id).catch((error: Error) => error.message)
      expect(refusal).toContain('This requires confirmation: Delete Family Miller for good?')
      const about = await runProgram(
        tool,
        ['workspaces', 'delete', id, '--database', '--dry-run', '--format', 'table'],
        'stderr',
      )
      expect(about.replace(/last changed \S+/, 'last changed …').split('\n')).toEqual([
        'Family Miller: 1 account, 0 transactions, last changed …',
        'Keys that are for it alone, and stop working: 1',
        'budget undo cannot bring it back; budget workspaces download "Family Miller" FILE keeps a copy',
        '',
      ])
      expect(await list()).toHaveLength(1)
      await run('workspaces', 'delete', 'family miller', '--yes')
      expect(await list()).toEqual([])
      const keys = JSON.parse(await run('keys', 'list', '--json')) as { workspace_id: string | null }[]
      expect(keys.map(({ workspace_id }) => workspace_id)).toEqual([null])
      const gone = await run('workspaces', 'delete', id, '--yes').catch((error: Error) => error.message)
      expect(gone).toContain(`The database has no workspace "${id}"`)
    } finally {
      await primary.remove()
      rmSync(folder, { recursive: true })
    }
  },
)
