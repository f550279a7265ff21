/**
 * Creates a budget full of texts that try to control a terminal.
 * @see docs/reliability.md#t14
 */

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { expect } from 'vitest'
import { type CliHarness, createCliHarness } from './cli-harness.ts'

const adversarialStrings = {
  'C0 and DEL': '\u0001\u0007\u0008\u000b\u000c\u000e\u001f\u007f',
  'line ends and tabs': 'a\tb\nc\rd\u0085e',
  'C1 controls': '\u0080\u0084\u008d\u0090\u009b2J\u009d\u009f',
  'a clear screen': '\u001b[2J\u001b[1;1H\u001b[31m',
  'a hyperlink (OSC 8)': '\u001b]8;;https://evil.example\u001b\\click\u001b]8;;\u001b\\',
  'a clipboard (OSC 52)': '\u001b]52;c;cm0gLXJmIH4=\u0007',
  'a title (OSC 0)': '\u001b]0;root\u0007',
  'bidi overrides': '\u202eevil\u202c\u202d\u202a\u202b\u2066\u2067\u2068\u2069\u200e\u200f\u061c',
  'zero-width signs': 'a\u200bb\u200cc\u200dd\u2060e\ufefff',
  'line separators': 'a\u2028b\u2029c',
  'a tower of marks': `a${'\u0301'.repeat(150)}`,
  'a formula': "=cmd|'/c calc'!A0",
  'a shell': '$(touch /tmp/pwned) `id` ; rm -rf ~ "\'\\',
}
/** The adversarial texts. */
export const adversarialTexts = Object.values(adversarialStrings)
/** Returns a distinct name for each of them. */
export const makeAdversarialNames = (kind: string): string[] =>
  adversarialTexts.map((text, at) => `${text} ${kind}${at}`)

/** A harness whose workspace contains them. */
export interface AdversarialHarness {
  budget: CliHarness['budget']
  close: () => void
  /** The name of one row of each kind. */
  account: string
  category: string
  transaction: string
  /** Returns the output of a command that succeeds. */
  said(...args: string[]): Promise<string>
}

/**
 * Creates the harness. The service rejects control characters, but a file written by another program may
 * contain them.
 */
export async function createAdversarialHarness(): Promise<AdversarialHarness> {
  const stage = createCliHarness()
  let workspace = ''
  const budget: CliHarness['budget'] = (args, performance = {}) =>
    stage.budget(args, { ...performance, env: { BUDGET_WORKSPACE: workspace, ...performance.env } })
  const said = async (...args: string[]): Promise<string> => {
    const outcome = await budget(args, { stdin: 'rows.json' })
    expect({ args, ...outcome }).toMatchObject({ args, code: 0, stderr: '' })
    return outcome.stdout.trim()
  }
  await said('workspaces', 'create', 'budget0', '--currency', 'EUR')
  workspace = await said('workspaces', '--format', 'ids')
  for (const name of plain('account'))
    await said('accounts', 'add', name, '--type', 'banking_checking', '--notes', 'x')
  for (const name of plain('group')) await said('groups', 'add', name)
  for (const name of plain('category')) await said('categories', 'add', name, '--group', 'group0')
  const first = async (...args: string[]) => (await said(...args, '--format', 'ids')).split('\n')[0] ?? ''
  const category = await first('categories')
  writeFileSync(
    join(stage.folder, 'rows.json'),
    JSON.stringify(adversarialTexts.map((_, at) => row(at, category))),
  )
  await said('tx', 'add', '--stdin', '--account', 'account0')
  await said('rules', 'add', '--merchant-contains', 'merchant', '--category', 'category0')
  await said('targets', 'set', 'category0', '--kind', 'monthly_refill', '--amount', '5')
  for (const name of plain('budget').slice(1)) await said('workspaces', 'create', name, '--currency', 'EUR')
  const opened = {
    budget,
    close: () => stage.close(),
    said,
    account: await first('accounts'),
    category,
    transaction: await first('tx'),
  }
  const [file = ''] = (await said('db', 'path', '--format', 'tsv', '--no-header')).split('\t')
  overwrite(file)
  overwriteRegistry(join(stage.folder, 'data', 'registry.db'))
  return opened
}

const plain = (kind: string): string[] => adversarialTexts.map((_, at) => `${kind}${at}`)

const row = (at: number, category_id: string) => ({
  date: '2026-11-20',
  amount: '-2.00',
  merchant_name: `merchant${at}`,
  notes: `note${at}`,
  splits: ['-1.00', '-1.00'].map((amount) => ({ amount, category_id, notes: `note${at}` })),
})

function overwrite(file: string): void {
  const database = new DatabaseSync(file)
  for (const [at, text] of adversarialTexts.entries()) {
    for (const [table, kind] of [
      ['accounts', 'account'],
      ['category_groups', 'group'],
      ['categories', 'category'],
      ['merchants', 'merchant'],
    ])
      database
        .prepare(`UPDATE ${table} SET name = ? WHERE name = ?`)
        .run(`${text} ${kind}${at}`, `${kind}${at}`)
    database.prepare('UPDATE accounts SET notes = ? WHERE name LIKE ?').run(text, `% account${at}`)
    for (const table of ['transactions', 'split_lines'])
      database.prepare(`UPDATE ${table} SET notes = ? WHERE notes = ?`).run(text, `note${at}`)
  }
  database.prepare('UPDATE rules SET merchant_contains = ?').run(adversarialTexts.join(''))
  database.close()
}

function overwriteRegistry(file: string): void {
  const database = new DatabaseSync(file)
  for (const [at, text] of adversarialTexts.entries())
    database
      .prepare('UPDATE workspaces SET name = ? WHERE name = ?')
      .run(`${text} budget${at}`, `budget${at}`)
  database.close()
}
