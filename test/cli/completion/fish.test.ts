/** Tests the completion script for fish. */

import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'

const script = resolve(import.meta.dirname, '../../../completions/budget.fish')
const hasFish = spawnSync('fish', ['--version']).status === 0
const folder = mkdtempSync(join(tmpdir(), 'budget-completion-'))
// A stub prints these names; test/installed tests the real program.
writeFileSync(
  join(folder, 'budget'),
  `#!/bin/sh\nprintf '%s\\n' Checking 'Old $(touch ${folder}/x) Savings' 'Café "Süd"'\n`,
  { mode: 0o755 },
)

afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Returns what fish completes, without descriptions. */
function listCompletions(line: string): string[] {
  const said = execFileSync('fish', ['--no-config', '-c', `source ${script}; complete -C '${line}'`], {
    encoding: 'utf8',
    env: { ...process.env, PATH: `${folder}:${process.env['PATH']}`, HOME: folder },
  })
  return said
    .split('\n')
    .filter((word) => word !== '')
    .map((word) => word.split('\t')[0] ?? '')
}

describe.skipIf(!hasFish)('fish, where it is installed,', () => {
  test('completes nouns and verbs', () => {
    expect(listCompletions('budget mon')).toEqual(['month'])
    expect(listCompletions('budget merchants me')).toEqual(['merge'])
  })

  test('completes the flags of a command, and those of every command', () => {
    expect(listCompletions('budget accounts add --bal')).toEqual(['--balance', '--balance-date'])
    expect(listCompletions('budget --js')).toEqual(['--json'])
  })

  test('completes the words a flag takes', () => {
    expect(listCompletions('budget tx list --status ')).toEqual(['cleared', 'pending', 'reconciled'])
    expect(listCompletions('budget --format nd')).toEqual(['ndjson'])
  })

  test('asks for names, whatever they hold', () => {
    expect(listCompletions('budget accounts show ')).toEqual([
      'Café "Süd"',
      'Checking',
      `Old $(touch ${folder}/x) Savings`,
    ])
    expect(listCompletions('budget tx list --account Ch')).toEqual(['Checking'])
  })
})
