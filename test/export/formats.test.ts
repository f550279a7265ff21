/** Tests what each format holds, and that this program reads what it wrote. */

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { unpackTar } from 'modern-tar'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type CliHarness, createCliHarness, type HarnessRunOptions } from '../support/cli-harness.ts'
import { createRemoteHarness } from '../support/remote-harness.ts'
import { splitShellWords } from '../transcripts/transcript.ts'
import { runProgram } from './figures.ts'
import { missingPrograms } from './programs.ts'

let harness: CliHarness
beforeEach(() => {
  harness = createCliHarness()
})
afterEach(() => harness.close())

/** Runs a command line that must succeed; returns its output. */
async function run(line: string, options: HarnessRunOptions = {}): Promise<string> {
  const { code, stdout, stderr } = await harness.budget(splitShellWords(line).words, options)
  expect({ line, code, stderr }).toEqual({ line, code: 0, stderr: '' })
  return stdout
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/** Parses a JSON array and returns these fields of its objects. */
function pickRows(json: string, fields: readonly string[]): unknown[] {
  const rows: unknown = JSON.parse(json)
  if (!Array.isArray(rows)) throw new Error('no array')
  return rows.map((row: unknown) => (isRecord(row) ? fields.map((field) => row[field]) : row))
}

/** Fills a workspace with a row of each kind. */
async function fillHome(): Promise<void> {
  await run('init --name Home --currency EUR --no-input --quiet')
  await run('accounts add Checking --type banking_checking --balance 1000 --balance-date 2026-09-01')
  await run('accounts add Visa --type credit_credit_card')
  await run('accounts add House --type investment_other')
  for (const line of [
    'tx add --account Checking --amount -42.10 --date 2026-09-20 --merchant "Corner Shop" --category Groceries',
    'tx add --account Checking --amount 2000 --date 2026-10-01 --merchant ACME --ready-to-assign',
    'tx add --account Visa --amount -30 --date 2026-10-05 --merchant "Sön & Co" --category Transport --notes "a, \'b\'"',
    'tx add --account Checking --date 2026-10-13 --merchant Market --split "Groceries=-20:food" --split "Household=-5.50"',
    'tx transfer 30 --from Checking --to Visa --date 2026-10-20',
    'tx transfer 500 --from Checking --to House --date 2026-11-02 --category Household',
    'tx add --account Checking --amount -7 --date 2026-11-03 --uncategorized',
    'month assign Groceries=50 Transport=30 --month 2026-10',
    'month assign Groceries=80 --month 2026-12',
  ])
    await run(line)
}

describe('NDJSON', () => {
  test('has the transactions as tx list prints them, the earliest first', async () => {
    await fillHome()
    const listed = (await run('tx list --all --format ndjson')).trimEnd().split('\n')
    expect((await run('export --to ndjson')).trimEnd().split('\n')).toEqual(listed.toReversed())
  })
})

describe('what this program reads back', () => {
  const fields = ['date', 'amount', 'merchant_name']

  test.each(['csv', 'qif'])('%s of an account gives the same rows', async (format) => {
    await fillHome()
    await run(`export --account Visa -o visa.${format}`)
    const before = pickRows(await run('tx list --account Visa --all --json'), ['date', 'amount'])
    await run('accounts add Copy --type credit_credit_card')
    await run(`import visa.${format} --account Copy --accept --quiet`)
    expect(pickRows(await run('tx list --account Copy --all --json'), ['date', 'amount'])).toEqual(before)
    const [newest] = pickRows(await run('tx list --account Copy --all --json --search "Sön"'), fields)
    expect(newest).toEqual(['2026-10-05', '-30.00', 'Sön & Co'])
  })
})

describe('the file', () => {
  test('does not appear when the export fails', async () => {
    await fillHome()
    const words = splitShellWords('export --envelopes --account Visa -o home.journal').words
    expect((await harness.budget(words)).code).toBe(2)
    expect(existsSync(join(harness.folder, 'home.journal'))).toBe(false)
  })

  test('is announced on a terminal with the command that looks at it', async () => {
    await fillHome()
    const words = splitShellWords('export -o home.journal').words
    const { stderr } = await harness.budget(words, { terminal: 120 })
    expect(stderr).toBe(
      '10 transactions, 2026-09-01 to 2026-11-03. To view it: hledger -f home.journal bal\n',
    )
  })

  test('has the format that the user selects on a terminal', async () => {
    await fillHome()
    const { stdout } = await harness.budget(['export'], {
      terminal: 200,
      answers: ['ndjson: one JSON object per line, for scripts'],
    })
    expect(stdout).toBe(await run('export --to ndjson'))
  })
})

describe('a remote profile', () => {
  test('exports what the local workspace exports', async () => {
    const remote = await createRemoteHarness()
    try {
      for (const line of [
        'accounts add House --type investment_other',
        'tx add --account Checking --amount -42.10 --date 2026-11-03 --merchant Shop --category Groceries',
        'tx transfer 50 --from Checking --to House --date 2026-11-04 --category Groceries',
        'month assign Groceries 60 --month 2026-11',
      ])
        await remote.runOk(`${line} --quiet`)
      for (const format of ['ndjson', 'csv', 'qif', 'ledger', 'beancount', 'hledger --since 2026-11-04']) {
        const there = await remote.runOk(`export --to ${format}`)
        expect(there).toBe(await remote.runOk(`export --to ${format} --profile local`))
      }
    } finally {
      remote.close()
    }
  })
})

describe.skipIf(missingPrograms.length > 0)('a part of a workspace', () => {
  const parts = [
    '--account Checking',
    '--account House --account Visa',
    '--since 2026-10-06',
    '--period 2026-10',
  ]

  test.each(parts)('%s balances in every program', async (part) => {
    await fillHome()
    for (const file of ['home.journal', 'home.ledger', 'home.beancount'])
      await run(`export ${part} -o ${file}`)
    const path = (name: string): string => join(harness.folder, name)
    await runProgram('hledger', ['-f', path('home.journal'), 'check', '--strict', 'ordereddates', 'payees'])
    await runProgram('ledger', [
      '--pedantic',
      '--explicit',
      '--check-payees',
      '-f',
      path('home.ledger'),
      'bal',
    ])
    await runProgram('bean-check', [path('home.beancount')])
  })

  test('begins with the balances before it', async () => {
    await fillHome()
    await run('export --since 2026-11-01 -o home.journal')
    const args = [
      '-f',
      join(harness.folder, 'home.journal'),
      'bal',
      '-N',
      '--flat',
      '-O',
      'csv',
      '^assets',
      '^liab',
    ]
    const balances = await runProgram('hledger', args)
    expect(balances.trimEnd().split('\n').slice(1)).toEqual([
      '"assets:Checking","2395.40 EUR"',
      '"assets:House","500.00 EUR"',
    ])
  })
})

describe('an archive', () => {
  const readArchive = async (name: string): Promise<Map<string, string[]>> => {
    const entries = await unpackTar(readFileSync(join(harness.folder, name)))
    const decoder = new TextDecoder()
    return new Map(entries.map(({ header, data }) => [header.name, decoder.decode(data).split('\n')]))
  }

  test('of the same workspace has the same bytes, and a change changes its own line and the figures that follow', async () => {
    await fillHome()
    await run('export all -o first.tar')
    await run('export all -o second.tar')
    expect(readFileSync(join(harness.folder, 'second.tar'))).toEqual(
      readFileSync(join(harness.folder, 'first.tar')),
    )
    await run('month assign Transport 31 --month 2026-10 --quiet')
    await run('export all -o third.tar')
    const [before, after] = [await readArchive('first.tar'), await readArchive('third.tar')]
    const changed = [...after].flatMap(([name, lines]) =>
      lines.filter((line) => !before.get(name)?.includes(line)).map((line) => `${name} ${line}`),
    )
    expect(changed).toEqual([
      expect.stringMatching(
        /^assignments.ndjson \{"month":"2026-10","category_id":"cat_\w+","assigned":"31.00"\}$/,
      ),
      ...['2026-10', '2026-11', '2026-12'].flatMap((month) => [
        expect.stringMatching(
          new RegExp(`^figures.ndjson .*"${month}","category_id":null,"ready_to_assign"`),
        ),
        expect.stringMatching(
          new RegExp(`^figures.ndjson .*"${month}","category_id":"cat_.*"available":"1.00"`),
        ),
      ]),
    ])
    expect([...after.keys()]).toEqual([...before.keys()])
  })

  test('has the balances and the figures that the commands show', async () => {
    await fillHome()
    await run('export all -o home.tar')
    const files = await readArchive('home.tar')
    const facts = (name: string) =>
      (files.get(name) ?? []).filter((line) => line !== '').map((line): unknown => JSON.parse(line))
    const accounts: unknown[] = JSON.parse(await run('accounts list --all --json'))
    expect(facts('balances.ndjson')).toEqual(
      accounts.filter(isRecord).map(({ id, cleared_balance, pending_balance }) => ({
        account_id: id,
        cleared_balance,
        pending_balance,
      })),
    )
    const shown = JSON.parse(await run('month show 2026-11 --all --json'))
    const figures = facts('figures.ndjson').filter(isRecord)
    const november = figures.filter(({ month }) => month === '2026-11')
    expect(november[0]).toEqual({
      month: '2026-11',
      category_id: null,
      ready_to_assign: shown.month.ready_to_assign,
    })
    const categories: unknown[] = shown.month.category_groups.flatMap(
      (group: { categories: unknown[] }) => group.categories,
    )
    const wanted = categories
      .filter(isRecord)
      .filter((one) =>
        [one['assigned'], one['activity'], one['available']].some((amount) => amount !== '0.00'),
      )
      .map((one) => ({
        month: '2026-11',
        category_id: one['id'],
        assigned: one['assigned'],
        activity: one['activity'],
        available: one['available'],
      }))
    expect(november.slice(1)).toEqual(
      wanted.toSorted((a, b) => (String(a.category_id) < String(b.category_id) ? -1 : 1)),
    )
    expect(wanted.length).toBeGreaterThan(0)
  })

  test('has every transaction, deleted ones too, with both sides of a transfer told', async () => {
    await fillHome()
    const [doomed] = (await run('tx list --format ids --search Market')).split('\n')
    await run(`tx delete ${doomed} --yes --quiet`)
    await run('export all -o home.tar')
    const files = await readArchive('home.tar')
    const october = (files.get('transactions/2026-10.ndjson') ?? []).filter((line) => line !== '')
    const facts = october.map((line): unknown => JSON.parse(line)).filter(isRecord)
    expect(facts.map(({ date, amount, deleted }) => [date, amount, deleted])).toEqual([
      ['2026-10-01', '2000.00', false],
      ['2026-10-05', '-30.00', false],
      ['2026-10-13', '-25.50', true],
      ['2026-10-20', '-30.00', false],
      ['2026-10-20', '30.00', false],
    ])
    const [out, into] = facts.slice(-2)
    expect([out?.['transfer_id'], into?.['transfer_id']]).toEqual([into?.['id'], out?.['id']])
  })
})
