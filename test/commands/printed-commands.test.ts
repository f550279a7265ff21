/**
 * Tests the commands that questions print: run as printed, they change only what was asked.
 * @see docs/import.md#10-rules-found-with-unseen-files
 */

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type CliHarness, createCliHarness } from '../support/cli-harness.ts'
import { splitShellWords } from '../transcripts/transcript.ts'

const header = 'Date,Payee,Notes,Amount,Kind,State,Currency'
const rows = [
  '05.01.2026,COFFEE BAR,latte,3.50,D,booked,EUR',
  '06.01.2026,TO SAVINGS,monthly,100.00,D,booked,EUR',
  '07.01.2026,WAGES,January,900.00,C,booked,EUR',
  '08.01.2026,TRAM,,2.75,D,pending,EUR',
]
const files: Record<string, string> = {
  'bank.csv': `${header}\n${rows.join('\n')}\n`,
  "Ann's bank file; 2026.csv": `${header}\n${rows.join('\n')}\n`,
  'other.csv': `${header}\n09.01.2026,KIOSK,,1.00,D,booked,EUR\n`,
  'mine.csv': 'payee,category,transfer\nTO SAVINGS,,Savings\nCOFFEE BAR,Groceries,\n',
}

async function prepareHarness(): Promise<CliHarness> {
  const stage = createCliHarness()
  for (const [name, text] of Object.entries(files)) writeFileSync(join(stage.folder, name), text)
  await stage.budget(['init', '--name', 'Home', '--currency', 'EUR'])
  for (const name of ['Checking', 'Savings', "Ann's card"])
    await stage.budget(['accounts', 'add', name, '--type', 'banking_checking'])
  return stage
}

/** Returns the transactions of the account, to compare different command lines. */
async function readTransactions(stage: CliHarness, words: readonly string[]): Promise<string> {
  const { code, stderr } = await stage.budget(words)
  expect({ words, code, stderr }).toMatchObject({ code: expect.toBeOneOf([0, 8]) })
  const fields = [
    '--fields',
    'account_name,date,amount,merchant_name,category_name,type,notes,status',
    '--all',
  ]
  return (await stage.budget(['tx', 'list', ...fields, '--format', 'tsv'])).stdout
}

const lines: readonly string[] = [
  'import bank.csv --account Checking --date-order dmy',
  'import bank.csv --account Checking --categorize mine.csv',
  'import bank.csv --account Checking --pending import --possible import',
  'import bank.csv --account "Ann\'s card" --out-values D --delimiter ,',
  'import "Ann\'s bank file; 2026.csv" --account Checking --skip-end 1 --max-size 1M',
  'import bank.csv other.csv --account Checking --concat --on-error skip',
  'import bank.csv --account Checking --profile local --reimport-deleted --categorize mine.csv',
]

test.each(lines)('after: budget %s', async (line) => {
  const [typed, pasted] = [await prepareHarness(), await prepareHarness()]
  try {
    const { words } = splitShellWords(line)
    const refused = await pasted.budget(words)
    expect(refused.code).toBe(2)
    const [, command = ''] = /add --accept: budget (.*)\n/.exec(refused.stderr) ?? []
    const unquoted = command.replaceAll("'\\''", '\u0000')
    const again = splitShellWords(unquoted).words.map((word) => word.replaceAll('\u0000', "'"))
    expect(again).toContain('--accept')
    expect(await readTransactions(pasted, again)).toBe(await readTransactions(typed, [...words, '--accept']))
  } finally {
    typed.close()
    pasted.close()
  }
})

test.each(['', ' --yes'])(
  'of a draft that is refused they make a draft in the same profile:%s',
  async (flags) => {
    const stage = await prepareHarness()
    try {
      await stage.budget(['workspaces', 'create', 'Work', '--currency', 'EUR'])
      await stage.budget(['profile', 'add', 'work', '--workspace', 'Work'])
      await stage.budget('accounts add Checking --type banking_checking --profile work'.split(' '))
      const typed = `import bank.csv --account Checking --profile work --draft${flags}`.split(' ')
      const again = `import bank.csv --account Checking --profile work --draft --accept`
      const refused = await stage.budget(typed)
      expect(refused.stderr).toContain(`Add --accept, and check the draft: budget ${again}\n`)
      expect(await stage.budget(again.split(' '))).toMatchObject({ code: 0 })
      const list = async (command: string) =>
        (await stage.budget([...command.split(' '), '--profile', 'work', '--no-header'])).stdout
      expect(await list('drafts --fields draft,state --format tsv')).toBe('1\topen\n')
      expect(await list('tx list --all --format ids')).toBe('')

      const dollars = (files['bank.csv'] ?? '').replaceAll('EUR', 'USD')
      writeFileSync(join(stage.folder, 'dollars.csv'), dollars)
      const question = await stage.budget(typed.with(1, 'dollars.csv'))
      expect(question.stderr).toContain(
        `Treat them as EUR: budget import dollars.csv --account Checking --profile work --draft --map`,
      )
    } finally {
      stage.close()
    }
  },
)

test('the limits of a remote profile are repeated', async () => {
  const stage = await prepareHarness()
  try {
    const typed = 'import bank.csv --account Checking --max-wait 1m --max-requests 9'
    expect((await stage.budget(typed.split(' '))).stderr).toContain(
      'budget import bank.csv --account Checking --max-wait 60s --max-requests 9 --accept\n',
    )
  } finally {
    stage.close()
  }
})

test('the columns that were found are all named by the flag that reads them', async () => {
  const stage = await prepareHarness()
  try {
    const usd = (files['bank.csv'] ?? '').replace('900.00,C,booked,EUR', '900.00,C,booked,USD')
    writeFileSync(join(stage.folder, 'mixed.csv'), usd)
    const typed = ['import', 'mixed.csv', '--account', 'Checking']
    const { stderr } = await stage.budget(typed)
    const [, map = ''] = /All rows, ignoring the currency: .*--map (\S+)/.exec(stderr) ?? []
    expect(map).toContain('flag=5')
    expect(map).toContain('notes=3')
    expect(map).toContain('status=6')
    const { stdout } = await stage.budget([...typed, '--map', map, '--dry-run', '--json'])
    expect(JSON.parse(stdout)).toMatchObject({
      counts: { create: 3, pending: 1 },
      sums: { create: '796.50', pending: '-2.75' },
    })
  } finally {
    stage.close()
  }
})

test('of several files the one that was refused is named', async () => {
  const stage = await prepareHarness()
  try {
    writeFileSync(join(stage.folder, 'empty.csv'), '')
    const { stderr } = await stage.budget([
      'import',
      'empty.csv',
      'bank.csv',
      '--account',
      'Checking',
      '--accept',
    ])
    expect(stderr).toBe('empty.csv: The file is empty\n  Download it from the bank again\n')
  } finally {
    stage.close()
  }
})

test('an import is called by any beginning of the name of its file that is no other one', async () => {
  const stage = await prepareHarness()
  try {
    await stage.budget(['import', 'bank.csv', '--account', 'Checking', '--accept'])
    await stage.budget(['import', 'other.csv', '--account', 'Checking', '--accept'])
    const { stdout, code } = await stage.budget([
      'imports',
      'show',
      'oth',
      '--fields',
      'file,state',
      '--format',
      'tsv',
    ])
    expect({ stdout: stdout.replace(/\S*\//, ''), code }).toEqual({
      stdout: 'file\tstate\nother.csv\tdone\n',
      code: 0,
    })
    expect(await stage.budget(['imports', 'undo', 'ban', '--yes'])).toMatchObject({ code: 0 })
    expect((await stage.budget(['imports', 'show', 'nothing'])).stderr).toContain('No import named "nothing"')
  } finally {
    stage.close()
  }
})

test('a dry run shows what a table decides about the rows', async () => {
  const stage = await prepareHarness()
  try {
    const line = ['import', 'bank.csv', '--account', 'Checking', '--categorize', 'mine.csv', '--dry-run']
    const { stdout } = await stage.budget([...line, '--json'])
    expect(JSON.parse(stdout).decided).toEqual([
      { row: 1, line: 2, payee: 'Coffee Bar', category_name: 'Groceries' },
      { row: 2, line: 3, payee: 'To Savings', transfer_account_name: 'Savings' },
    ])
    expect((await stage.budget(line)).stdout).toContain(
      '\n  Decisions\n  line 2, Coffee Bar: category Groceries\n  line 3, To Savings: transfer with Savings\n',
    )
  } finally {
    stage.close()
  }
})

test.each(['Credit Mutuel', "Ann's other card", '-12'])(
  'an account that does not exist is added as printed: %s',
  async (name) => {
    const stage = await prepareHarness()
    try {
      const run = (words: readonly string[]) => stage.budget([...words, '--profile', 'local'])
      for (const words of [
        [`--account=${name}`],
        [`--account=${name}`, '--draft'],
        [`--statement=1=${name}`],
      ]) {
        const { code, stderr } = await run(['import', 'bank.csv', ...words])
        const [, listed, command = ''] =
          /^ {2}(The accounts are .*); to add it: budget (.*)$/m.exec(stderr) ?? []
        expect({ words, code, listed }).toEqual({
          words,
          code: 6,
          listed: `The accounts are "Checking", "Savings", "Ann's card"`,
        })
        const unquoted = command.replaceAll("'\\''", '\u0000')
        const add = splitShellWords(unquoted).words.map((word) => word.replaceAll('\u0000', "'"))
        expect(add).toEqual(['accounts', 'add', name, '--type', 'banking_checking', '--profile', 'local'])
      }
    } finally {
      stage.close()
    }
  },
)
