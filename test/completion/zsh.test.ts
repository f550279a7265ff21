import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'

const script = resolve(import.meta.dirname, '../../completions/_budget')
const hasZsh = spawnSync('zsh', ['--version']).status === 0
const folder = mkdtempSync(join(tmpdir(), 'budget-completion-'))
const budget = join(folder, 'budget')
// Whoever asks for names gets these; a real budget is tried in test/house.
writeFileSync(
  budget,
  `#!/bin/sh\nprintf '%s\\n' Checking 'Old $(touch ${folder}/x) Savings' 'Café "Süd"'\n`,
  {
    mode: 0o755,
  },
)

afterAll(() => rmSync(folder, { recursive: true, force: true }))

// zsh matches what is typed against what is offered by itself; here all that is offered is printed.
const spoken = `
compdef() { :; }
_files() { print -r -- FILES; }
compset() { return 0; }
_describe() { print -rl -- "\${(@P)2}"; }
compadd() { while [[ $1 != -- ]]; do shift; done; shift; print -rl -- "$@"; }
source ${script}
words=("$@"); CURRENT=$#words
_budget
`

/** What zsh offers after a line; the last word is the one being typed. */
function offered(...typed: string[]): string[] {
  const said = execFileSync('zsh', ['-f', '-c', spoken, 'zsh', budget, ...typed], { encoding: 'utf8' })
  return said.split('\n').filter((word) => word !== '')
}

/** The same without what is said about each. */
const words = (offers: string[]): string[] => offers.map((offer) => offer.replace(/:.*/, ''))

describe.skipIf(!hasZsh)('zsh, where it is installed,', () => {
  test('offers nouns, verbs and aliases', () => {
    expect(words(offered(''))).toEqual(expect.arrayContaining(['accounts', 'tx', 'month', 'import']))
    expect(words(offered('merchants', ''))).toContain('merge')
    expect(words(offered('transactions', ''))).toContain('restore')
  })

  test('offers the flags of a command, and those of every command', () => {
    expect(words(offered('accounts', 'add', '--'))).toEqual(expect.arrayContaining(['--balance', '--json']))
    expect(words(offered('tx', '--'))).toContain('--uncategorized')
  })

  test('offers the words a flag takes, and files where one is due', () => {
    expect(offered('tx', 'list', '--status', '')).toEqual(['pending', 'cleared', 'reconciled'])
    expect(offered('--format', '')).toContain('ndjson')
    expect(offered('import', '')).toEqual(['FILES'])
  })

  test('offers the words behind an equals sign', () => {
    expect(offered('tx', 'list', '--status=')).toEqual(['pending', 'cleared', 'reconciled'])
    expect(offered('tx', 'list', '--status=pending', '--format=')).toContain('ndjson')
    expect(offered('accounts', 'show', '--format=json', '')).toContain('Checking')
  })

  test('says what nouns, verbs and flags are for', () => {
    expect(offered('')).toContain('accounts:Where the money is')
    expect(offered('merchants', '')).toContain('merge:Fold merchants into another')
    expect(offered('accounts', 'add', '--')).toContain('--balance:What it holds to begin with')
    expect(offered('accounts', 'add', '--')).toContain('--json:Print JSON, all fields')
  })

  test('asks for names, whatever they hold', () => {
    const names = ['Checking', `Old $(touch ${folder}/x) Savings`, 'Café "Süd"']
    expect(offered('accounts', 'show', '')).toEqual(names)
    expect(offered('tx', 'list', '--account', 'ch')).toEqual(names)
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
