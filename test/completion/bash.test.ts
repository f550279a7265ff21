import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'

const script = resolve(import.meta.dirname, '../../completions/budget.bash')
const folder = mkdtempSync(join(tmpdir(), 'budget-completion-'))
const budget = join(folder, 'budget')
// Whoever asks for names gets these; a real budget is tried in test/house.
writeFileSync(
  budget,
  `#!/bin/sh\necho "$@" >> ${folder}/asked\nprintf '%s\\n' Checking 'Old $(touch x) Savings' 'Café "Süd"'\n`,
  { mode: 0o755 },
)

afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** What bash offers after a line; the last word is the one being typed. */
function offered(...words: string[]): string[] {
  const line = ['budget', ...words]
  const program = `source ${script}; COMP_WORDS=("\${@}"); COMP_CWORD=$((\${#COMP_WORDS[@]} - 1)); COMP_WORDS[0]=${budget}; _budget 2>/dev/null; printf '%s\\n' "\${COMPREPLY[@]}"`
  const said = execFileSync('bash', ['--norc', '-c', program, 'bash', ...line], { encoding: 'utf8' })
  return said.split('\n').filter((word) => word !== '')
}

describe('bash', () => {
  it('completes nouns, verbs and aliases', () => {
    expect(offered('acc')).toEqual(['accounts'])
    expect(offered('month', 'as')).toEqual(['assign'])
    expect(offered('transactions', 're')).toEqual(['restore'])
  })

  it('completes the flags of a command, and those of every command', () => {
    expect(offered('accounts', 'add', '--ba')).toEqual(['--balance', '--balance-date'])
    expect(offered('tx', '--unc')).toEqual(['--uncategorized'])
    expect(offered('--js')).toEqual(['--json'])
  })

  it('completes the words a flag takes, and the words of an argument', () => {
    expect(offered('accounts', 'add', 'X', '--type', 'loan_a')).toEqual(['loan_auto'])
    expect(offered('--format', 'nd')).toEqual(['ndjson'])
    expect(offered('completion', 'f')).toEqual(['fish'])
  })

  it('completes the value behind an equals sign, as readline takes the line apart and as one word', () => {
    expect(offered('tx', 'list', '--status', '=', 'p')).toEqual(['pending'])
    expect(offered('tx', 'list', '--status', '=')).toEqual(['pending', 'cleared', 'reconciled'])
    expect(offered('tx', 'list', '--status=rec')).toEqual(['--status=reconciled'])
    expect(offered('tx', '--status', '=', 'c')).toEqual(['cleared'])
    expect(offered('tx', 'list', '--status', '=', 'pending', '--unc')).toEqual(['--uncategorized'])
    expect(offered('tx', 'list', '--format', '=', 'nd')).toEqual(['ndjson'])
  })

  it('asks for names, and quotes what a shell would act on', () => {
    expect(offered('accounts', 'show', 'o')).toEqual(['Old\\ \\$\\(touch\\ x\\)\\ Savings'])
    expect(offered('tx', 'list', '--account', '"o')).toEqual(['Old \\$(touch x) Savings'])
    expect(offered('tx', 'list', '--account', 'ch')).toEqual(['Checking'])
  })
})
