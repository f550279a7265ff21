/** Tests that every command that changes something can be taken back and done again, or has a reason why not. */

import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { loadCommands } from '../../src/cli/generate-docs.ts'
import { commandRegistry } from '../../src/commands/registry.ts'
import {
  compareRows,
  listDifferences,
  openRowReader,
  type RowReader,
} from '../engine/history/workspace-rows.ts'
import { openOldWorkspace, workspaceFile } from '../store/old-workspace.ts'
import type { CliHarness } from '../support/cli-harness.ts'
import { splitShellWords } from '../transcripts/transcript.ts'
import { changeSamples, notUndoable } from './change-samples.ts'

const commands = (await Promise.all(Object.keys(commandRegistry).map(loadCommands))).flat()
const changing = commands.filter(({ mutates }) => mutates !== undefined && mutates !== false)

test('every command that changes something has a sample that is taken back, or a reason why not', () => {
  expect(changing.map(({ name }) => name).toSorted()).toEqual(
    [...Object.keys(changeSamples), ...Object.keys(notUndoable)].toSorted(),
  )
  expect(changing.length).toBeGreaterThan(50)
})

describe('budget undo', () => {
  let cli: CliHarness
  let rows: RowReader
  const run = async (line: string): Promise<string> => {
    const { stdout, stderr, code } = await cli.budget(splitShellWords(line).words)
    expect({ line, code, stderr: code === 0 ? '' : stderr }).toEqual({ line, code: 0, stderr: '' })
    return stdout
  }
  beforeEach(async () => {
    cli = openOldWorkspace()
    // The first command migrates the file.
    await run('status')
    rows = openRowReader(join(cli.folder, 'data', workspaceFile))
  })
  afterEach(() => {
    rows.close()
    cli.close()
  })

  test.each(Object.entries(changeSamples))('takes %s back, and redo does it again', async (_, lines) => {
    for (const line of lines.slice(0, -1)) await run(line)
    const before = rows.read()
    await run(lines.at(-1) ?? '')
    const after = rows.read()
    expect(listDifferences(before, after)).not.toEqual([])
    const [entry] = JSON.parse(await run('history --limit 1 --json'))
    expect(Object.keys(entry.counts)).not.toEqual([])

    await run('undo --yes')
    expect(compareRows(before, rows.read())).toEqual([])
    await run('db check')
    await run('redo --yes')
    expect(compareRows(after, rows.read())).toEqual([])
    await run(`undo ${entry.id} --yes`)
    expect(compareRows(before, rows.read())).toEqual([])
    await run('db check')
  })
})
