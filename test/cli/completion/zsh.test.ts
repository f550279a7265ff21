/** Tests the completion script for zsh. */

import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'

const script = resolve(import.meta.dirname, '../../../completions/_budget')
const hasZsh = spawnSync('zsh', ['--version']).status === 0
const folder = mkdtempSync(join(tmpdir(), 'budget-completion-'))
const stubScript = join(folder, 'budget')
// A stub prints these names; test/installed tests the real program.
writeFileSync(
  stubScript,
  `#!/bin/sh\nprintf '%s\\n' Checking 'Old $(touch ${folder}/x) Savings' 'Café "Süd"'\n`,
  {
    mode: 0o755,
  },
)

afterAll(() => rmSync(folder, { recursive: true, force: true }))

// zsh filters completions itself; here all of them are printed.
const printingScript = `
compdef() { :; }
_files() { print -r -- FILES; }
compset() { return 0; }
_describe() { print -rl -- "\${(@P)2}"; }
compadd() { while [[ $1 != -- ]]; do shift; done; shift; print -rl -- "$@"; }
source ${script}
words=("$@"); CURRENT=$#words
_budget
`

/** Returns what zsh completes; the last word is being typed. */
function listCompletions(...typed: string[]): string[] {
  const said = execFileSync('zsh', ['-f', '-c', printingScript, 'zsh', stubScript, ...typed], {
    encoding: 'utf8',
  })
  return said.split('\n').filter((word) => word !== '')
}

/** Removes the descriptions. */
const removeDescriptions = (offers: string[]): string[] => offers.map((offer) => offer.replace(/:.*/, ''))

describe.skipIf(!hasZsh)('zsh, where it is installed,', () => {
  test('offers nouns, verbs and aliases', () => {
    expect(removeDescriptions(listCompletions(''))).toEqual(
      expect.arrayContaining(['accounts', 'tx', 'month', 'import']),
    )
    expect(removeDescriptions(listCompletions('merchants', ''))).toContain('merge')
    expect(removeDescriptions(listCompletions('transactions', ''))).toContain('restore')
  })

  test('offers the flags of a command, and those of every command', () => {
    expect(removeDescriptions(listCompletions('accounts', 'add', '--'))).toEqual(
      expect.arrayContaining(['--balance', '--json']),
    )
    expect(removeDescriptions(listCompletions('tx', '--'))).toContain('--uncategorized')
  })

  test('offers the words a flag takes, and files where one is due', () => {
    expect(listCompletions('tx', 'list', '--status', '')).toEqual(['pending', 'cleared', 'reconciled'])
    expect(listCompletions('--format', '')).toContain('ndjson')
    expect(listCompletions('import', '')).toEqual(['FILES'])
  })

  test('offers the words behind an equals sign', () => {
    expect(listCompletions('tx', 'list', '--status=')).toEqual(['pending', 'cleared', 'reconciled'])
    expect(listCompletions('tx', 'list', '--status=pending', '--format=')).toContain('ndjson')
    expect(listCompletions('accounts', 'show', '--format=json', '')).toContain('Checking')
  })

  test('says what nouns, verbs and flags are for', () => {
    expect(listCompletions('')).toContain('accounts:Accounts')
    expect(listCompletions('merchants', '')).toContain('merge:Merge merchants into another one')
    expect(listCompletions('accounts', 'add', '--')).toContain('--balance:The opening balance')
    expect(listCompletions('accounts', 'add', '--')).toContain('--json:Print JSON with all fields')
  })

  test('asks for names, whatever they hold', () => {
    const names = ['Checking', `Old $(touch ${folder}/x) Savings`, 'Café "Süd"']
    expect(listCompletions('accounts', 'show', '')).toEqual(names)
    expect(listCompletions('tx', 'list', '--account', 'ch')).toEqual(names)
  })

  test('offers at the first time it is called, when zsh reads the script out of fpath', () => {
    const autoloaded = `
compdef() { print -r -- SOURCED; }
_describe() { print -rl -- "\${(@)\${(P@)2}%%:*}"; }
compadd() { while [[ $1 != -- ]]; do shift; done; shift; print -rl -- "$@"; }
fpath=(${dirname(script)}); autoload -U _budget
words=(budget completion ''); CURRENT=$#words
_budget
`
    const said = execFileSync('zsh', ['-f', '-c', autoloaded], { encoding: 'utf8' })
    expect(said.trim().split('\n')).toEqual(['install', 'bash', 'zsh', 'fish'])
  })
})
