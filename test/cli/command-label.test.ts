/** Tests how the history names a command. */

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CliHarness, createCliHarness, type HarnessRunOptions } from '../support/cli-harness.ts'
import { splitShellWords } from '../transcripts/transcript.ts'

let cli: CliHarness
const typedIds = (count: number): string[] =>
  Array.from({ length: count }, (_, at) => `txn_01K9ZZ000000000000000000${at + 10}`)
const labels: string[] = []
const run = async (line: string, options: HarnessRunOptions = {}): Promise<string | undefined> => {
  labels.length = 0
  await cli.budget(splitShellWords(line).words, {
    ...options,
    connection: { recordAs: (label) => void labels.push(label) },
  })
  return labels[0]
}

beforeAll(async () => {
  cli = createCliHarness()
  await run('init --name Home --currency EUR')
  await run('accounts add Girokonto --type banking_checking --balance 100')
  await run('tx add -5 "REWE SAGT DANKE" --account Girokonto')
  await run('tx add -5 Rewe --account Girokonto')
  writeFileSync(join(cli.folder, 'girokonto.csv'), 'Date,Payee,Amount\n2026-11-02,Shop,-1.00\n')
  writeFileSync(join(cli.folder, 'wishes.txt'), 'Rent=5\n')
})
afterAll(() => cli.close())

describe('the label of an entry', () => {
  it.each([
    ['month copy last', 'month copy last'],
    ['--yes month --json copy last --no-input', 'month copy last'],
    ['month assign Groceries=50 Rent=1', 'month assign Groceries=50 Rent=1'],
    [
      'tx add -5 "Corner Shop" Groceries -P local --account Girokonto',
      'tx add -5 "Corner Shop" Groceries --account Girokonto',
    ],
    ['transactions add -5 --account=Girokonto', 'tx add -5 --account Girokonto'],
    [
      'tx add -5 "Joe\'s" --account Girokonto --notes "a $b"',
      "tx add -5 \"Joe's\" --account Girokonto --notes 'a $b'",
    ],
    [
      'tx add --account Girokonto --split Rent=-3 --split Groceries=-2',
      'tx add --account Girokonto --split Rent=-3 --split Groceries=-2',
    ],
    ['categories add Käse --group Everyday', 'categories add Käse --group Everyday'],
    ['month fund --all', 'month fund --all'],
    [`tx approve ${typedIds(4).join(' ')}`, 'tx approve 4 transactions'],
    [`tx approve ${typedIds(3).join(' ')}`, `tx approve ${typedIds(3).join(' ')}`],
    ['month assign --file ./wishes.txt', 'month assign --file wishes.txt'],
    ['import ./girokonto.csv --account giro --accept', 'import girokonto.csv → Girokonto'],
    ['merchants merge "REWE SAGT DANKE" --into Rewe --yes', 'merchants merge "REWE SAGT DANKE" → Rewe'],
  ])('of %s', async (line, label) => {
    expect(await run(line)).toBe(label)
  })

  it('names a file on standard input as it was typed', async () => {
    writeFileSync(join(cli.folder, 'rows.ndjson'), '{"date":"2026-11-02","amount":"-1"}\n')
    expect(await run('tx add --stdin --account Girokonto', { stdin: 'rows.ndjson' })).toBe(
      'tx add --account Girokonto --stdin',
    )
  })

  it('holds no key, however it was typed', async () => {
    const secret = 'bgt_abcdefghijklmnopqrstuvwxyz012345'
    const env = { BUDGET_API_KEY: 'topsecretkey' }
    for (const line of [`tx add -5 --account Girokonto --notes ${secret}`, `merchants add ${secret}`])
      expect(await run(line)).toMatch(/\*\*\*2345/)
    expect(await run('merchants add topsecretkey', { env })).toBe('merchants add ***tkey')
    const stored = { work: { key: 'key-of-another-service', origin: 'https://example.com' } }
    mkdirSync(join(cli.folder, 'config'), { recursive: true })
    writeFileSync(join(cli.folder, 'config', 'credentials.json'), JSON.stringify(stored), { mode: 0o600 })
    expect(await run('merchants add key-of-another-service')).toBe('merchants add ***vice')
  })

  it('has at most 200 characters, and no half ones', async () => {
    const label = await run(`tx add -5 --account Girokonto --notes "${'x'.repeat(150)}${'😀'.repeat(60)}"`)
    expect(label?.length).toBeLessThanOrEqual(200)
    expect(label).toMatch(/😀…$/u)
    expect(label?.isWellFormed()).toBe(true)
  })

  it('is not told of commands that change nothing', async () => {
    for (const line of ['tx list', 'history --limit 0', 'accounts add', 'tx add -5 --read-only'])
      expect({ line, label: await run(line) }).toEqual({ line, label: undefined })
  })
})
