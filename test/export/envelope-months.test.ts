/** Tests that exports with envelopes hold every month that has an assignment. */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type CliHarness, createCliHarness } from '../support/cli-harness.ts'
import { splitShellWords } from '../transcripts/transcript.ts'
import { runProgram } from './figures.ts'
import { missingPrograms } from './programs.ts'

let harness: CliHarness
beforeEach(async () => {
  harness = createCliHarness()
  for (const line of [
    'init --name Home --currency EUR --no-input --quiet',
    'accounts add Checking --type banking_checking --balance 1000 --balance-date 2026-10-05',
    'month assign Groceries=50 --month 2026-08',
    'month assign Groceries=30 --month 2027-02',
  ])
    await run(line)
})
afterEach(() => harness.close())

async function run(line: string): Promise<void> {
  const { code, stderr } = await harness.budget(splitShellWords(line).words)
  expect({ line, code, stderr }).toEqual({ line, code: 0, stderr: '' })
}

test('beancount tells fava-envelope the first month and every assignment', async () => {
  await run('export --envelopes -o home.beancount')
  const text = readFileSync(join(harness.folder, 'home.beancount'), 'utf8')
  const custom = text.split('\n').filter((line) => /"(start date|allocate)"/.test(line))
  expect(custom.map((line) => line.replace(/"Expenses[^"]*"/, 'ENVELOPE'))).toEqual([
    '2026-08-01 custom "envelope" "start date" "2026-08"',
    '2026-08-01 custom "envelope" "allocate" ENVELOPE 50.00',
    '2027-02-01 custom "envelope" "allocate" ENVELOPE 30.00',
  ])
})

describe.skipIf(missingPrograms.length > 0)('the programs', () => {
  test('find in each month what is available', async () => {
    for (const name of ['home.journal', 'home.ledger', 'home.beancount'])
      await run(`export --envelopes -o ${name}`)
    const path = (name: string): string => join(harness.folder, name)
    await runProgram('bean-check', [path('home.beancount')])
    for (const [next, figure] of [
      ['2026-08-01', []],
      ['2026-09-01', ['50.00']],
      ['2027-02-01', ['50.00']],
      ['2027-03-01', ['80.00']],
    ] as const) {
      const hledger = await runProgram('hledger', [
        '-f',
        path('home.journal'),
        'bal',
        '-N',
        '-e',
        next,
        'Groceries',
      ])
      const ledger = await runProgram('ledger', [
        '-f',
        path('home.ledger'),
        'bal',
        '--no-total',
        '-e',
        next,
        'Groceries',
      ])
      expect([next, hledger.match(/[\d.]+(?= EUR)/g) ?? []]).toEqual([next, figure])
      expect([next, (ledger.match(/[\d.]+(?= EUR)/g) ?? []).slice(0, 1)]).toEqual([next, figure])
    }
  })
})
