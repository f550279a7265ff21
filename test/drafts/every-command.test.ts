/**
 * Tests that a draft of every command that changes something changes nothing, and that it is applied once.
 * @see docs/history.md#4-drafts
 */

import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { recordedTables } from '../../src/store/change-recorder.ts'
import { createFilledCli, type FilledCli, undone } from '../commands/history/filled-cli.ts'

/** The commands and lines that cannot be drafted, with what they say. */
const notDrafted: Readonly<Record<string, string>> = {
  'tx add --stdin --account Checking': 'A draft cannot read stdin again',
  'tx approve --all': 'A draft does not select everything',
  // The clock stands still, so that the row of the transaction stays as it is.
  'tx split SPLIT Rent=-1 --rest rta': 'Nothing would change',
  'migrate update': 'it does not write the budget of one workspace',
}

let filled: FilledCli
let before: Record<string, unknown>

/** Returns the rows of every table that people and programs write, and how many entries the history has. */
function readRows(): Record<string, unknown> {
  const folder = join(filled.folder, 'data')
  const file = readdirSync(folder).find((name) => /^wks_.*\.db$/.test(name)) ?? ''
  const database = new DatabaseSync(join(folder, file), { readOnly: true })
  const tables = recordedTables.filter((table) => table !== 'imports' && table !== 'batches')
  const rows = Object.fromEntries(
    tables.map((table) => [table, database.prepare(`SELECT * FROM ${table}`).all()]),
  )
  const entries = database.prepare('SELECT count(*) AS count FROM history_entries').get()
  database.close()
  return { ...rows, entries }
}
const omitEntries = ({ entries: _, ...rows }: Record<string, unknown>) => rows

beforeAll(async () => {
  filled = await createFilledCli()
  before = readRows()
})
afterAll(() => filled.close())

describe.each(Object.entries(undone))('a draft of %s', (name, lines) => {
  it.each(lines)('%s changes nothing until it is applied, once', async (line) => {
    const start = readRows()
    const { code, stdout, stderr } = await filled.run(`${line} --draft --json`)
    const reason = notDrafted[name] ?? notDrafted[line]
    if (reason !== undefined) {
      expect({ code: code === 0, stderr }).toEqual({ code: false, stderr: expect.stringContaining(reason) })
      return
    }
    expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' })
    expect(readRows()).toEqual(start)
    const { draft, plan } = JSON.parse(stdout)
    expect(plan).not.toEqual([])
    const { history } = JSON.parse(await filled.runOk(`drafts apply ${draft} --yes --json`))
    const after = readRows()
    const again = JSON.parse(await filled.runOk(`drafts apply ${draft} --yes --json`))
    expect(again).toMatchObject({ applied: true, history })
    expect(readRows()).toEqual(after)
    const [entry] = JSON.parse(await filled.runOk('history list --limit 1 --json'))
    expect(entry).toMatchObject({ id: history, command: `drafts apply ${draft}`, actor: null })
    await filled.runOk('undo --yes')
    expect(omitEntries(readRows())).toEqual(omitEntries(before))
  })
})
