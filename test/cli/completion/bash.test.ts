/** Tests the completion script for bash. */

import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'

const script = resolve(import.meta.dirname, '../../../completions/budget.bash')
const folder = mkdtempSync(join(tmpdir(), 'budget-completion-'))
const stubScript = join(folder, 'budget')
// A stub prints these names; test/installed tests the real program.
writeFileSync(
  stubScript,
  `#!/bin/sh\necho "$@" >> ${folder}/asked\nprintf '%s\\n' Checking 'Old $(touch x) Savings' 'Café "Süd"'\n`,
  { mode: 0o755 },
)

afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Returns what bash completes; the last word is being typed. */
function listCompletions(...words: string[]): string[] {
  const line = ['budget', ...words]
  const program = `source ${script}; COMP_WORDS=("\${@}"); COMP_CWORD=$((\${#COMP_WORDS[@]} - 1)); COMP_WORDS[0]=${stubScript}; _budget 2>/dev/null; printf '%s\\n' "\${COMPREPLY[@]}"`
  const said = execFileSync('bash', ['--norc', '-c', program, 'bash', ...line], { encoding: 'utf8' })
  return said.split('\n').filter((word) => word !== '')
}

describe('bash', () => {
  it('completes nouns, verbs and aliases', () => {
    expect(listCompletions('acc')).toEqual(['accounts'])
    expect(listCompletions('month', 'as')).toEqual(['assign'])
    expect(listCompletions('transactions', 're')).toEqual(['restore'])
  })

  it('completes the flags of a command, and those of every command', () => {
    expect(listCompletions('accounts', 'add', '--ba')).toEqual(['--balance', '--balance-date'])
    expect(listCompletions('tx', '--unc')).toEqual(['--uncategorized'])
    expect(listCompletions('--js')).toEqual(['--json'])
  })

  it('completes the words a flag takes, and the words of an argument', () => {
    expect(listCompletions('accounts', 'add', 'X', '--type', 'loan_a')).toEqual(['loan_auto'])
    expect(listCompletions('--format', 'nd')).toEqual(['ndjson'])
    expect(listCompletions('completion', 'f')).toEqual(['fish'])
  })

  it('completes the value behind an equals sign, as readline takes the line apart and as one word', () => {
    expect(listCompletions('tx', 'list', '--status', '=', 'p')).toEqual(['pending'])
    expect(listCompletions('tx', 'list', '--status', '=')).toEqual(['pending', 'cleared', 'reconciled'])
    expect(listCompletions('tx', 'list', '--status=rec')).toEqual(['--status=reconciled'])
    expect(listCompletions('tx', '--status', '=', 'c')).toEqual(['cleared'])
    expect(listCompletions('tx', 'list', '--status', '=', 'pending', '--unc')).toEqual(['--uncategorized'])
    expect(listCompletions('tx', 'list', '--format', '=', 'nd')).toEqual(['ndjson'])
  })

  it('asks for names, and quotes what a shell would act on', () => {
    expect(listCompletions('accounts', 'show', 'o')).toEqual(['Old\\ \\$\\(touch\\ x\\)\\ Savings'])
    expect(listCompletions('tx', 'list', '--account', '"o')).toEqual(['Old \\$(touch x) Savings'])
    expect(listCompletions('tx', 'list', '--account', 'ch')).toEqual(['Checking'])
  })
})
