/** Tests that entries of the history from before a table was added can still be taken back. */

import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { expect, test } from 'vitest'
import { createCliHarness } from '../support/cli-harness.ts'
import { splitShellWords } from '../transcripts/transcript.ts'

test('an entry of version 4 is undone after tables were added: reconciliations, moves, schedules, replies and drafts', async () => {
  const harness = createCliHarness()
  const run = async (line: string) => {
    const { code, stdout, stderr } = await harness.budget(splitShellWords(line).words)
    expect({ line, code, stderr }).toEqual({ line, code: 0, stderr: '' })
    return stdout
  }
  await run('init --name Home --currency EUR')
  await run('accounts add Checking --type banking_checking --balance 100')
  const before = await run('tx list --all --json')
  await run('tx add -5 Bakery Groceries --account Checking')
  const folder = join(harness.folder, 'data')
  const file = readdirSync(folder).find((name) => name.endsWith('.db') && name !== 'registry.db') ?? ''
  const database = new DatabaseSync(join(folder, file))
  database.exec(
    'DROP INDEX history_entries_by_draft; ALTER TABLE history_entries DROP COLUMN draft; DROP TABLE reconciliations; DROP TABLE moves; DROP TABLE schedule_dates; DROP TABLE schedules; DROP TABLE entry_replies; PRAGMA user_version=4',
  )
  expect(database.prepare('SELECT DISTINCT version FROM history_entries').all()).toEqual([{ version: 4 }])
  database.close()
  expect(await run('db check --json')).toContain('"problems": []')
  await run('accounts reconcile Checking --balance 95 --finish')
  await run('undo --yes')
  const [{ not_undoable }] = JSON.parse(await run('history list --limit 1 --json'))
  expect(not_undoable).toBe(null)
  const entries: { id: number; command: string }[] = JSON.parse(await run('history list --json'))
  const added = entries.find(({ command }) => command.startsWith('tx add'))
  await run(`undo ${added?.id} --yes`)
  expect(await run('tx list --all --json')).toBe(before)
  harness.close()
})
