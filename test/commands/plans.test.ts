/** Tests import plans: --plan-out and --plan. */

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type CliHarness, createCliHarness } from '../support/cli-harness.ts'

let cli: CliHarness

beforeEach(async () => {
  cli = createCliHarness()
  await cli.budget(['accounts', 'add', 'Checking', '--type', 'banking_checking'])
  writeFileSync(
    join(cli.folder, 'bank.csv'),
    'Date,Payee,Amount\n2026-03-01,Cafe,-3.00\n2026-03-05,Shop,-9.00\n',
  )
  await runImport('--dry-run', '--plan-out', 'plan.json')
})
afterEach(() => cli.close())

const runImport = (...words: readonly string[]) =>
  cli.budget(['import', 'bank.csv', '--account', 'Checking', ...words])

/** Returns the plan with a part of its text replaced. */
const changePlan = (part: string, by: string): string =>
  readFileSync(join(cli.folder, 'plan.json'), 'utf8').replace(part, by)

test.each([
  ['null', () => 'null', 'changed.json is not an import plan'],
  [
    'a row that is none',
    () => changePlan('"rows": [', '"rows": [null,'),
    'changed.json: rows[0] must be an object',
  ],
  [
    'a row without a number',
    () => changePlan('"row": 1', '"row": "1"'),
    'changed.json: rows[0].row must be a whole number',
  ],
  [
    'skip as a text',
    () => changePlan('"payee": "Cafe"', '"payee": "Cafe", "skip": "no"'),
    'Row 1 of changed.json: skip must be true',
  ],
  [
    'a shop that is true',
    () => changePlan('"payee": "Cafe"', '"payee": "Cafe", "merchant_name": true'),
    'Row 1 of changed.json: merchant_name must be a string',
  ],
  [
    'no order',
    () => changePlan('"order": {', '"order": null, "other": {'),
    'changed.json: order must be an object',
  ],
  [
    'an order without choices',
    () => changePlan('"choices"', '"choice"'),
    'changed.json: order.choices must be an object',
  ],
  [
    'a choice that cannot be meant',
    () => changePlan('"choices": {}', '"choices": { "decimal": ";" }'),
    'changed.json: order.choices.decimal is not valid',
  ],
  [
    'another end of bad rows',
    () => changePlan('"on_error": "abort"', '"on_error": "ask"'),
    'changed.json: order.on_error must be abort or skip',
  ],
  [
    'a wish that is a text',
    () => changePlan('"catchup": false', '"catchup": "no"'),
    'changed.json: order.catchup must be true or false',
  ],
])('a plan with %s is refused by the field that is wrong', async (_, plan, message) => {
  writeFileSync(join(cli.folder, 'changed.json'), plan())
  const { stdout, stderr, code } = await runImport('--plan', 'changed.json')
  expect({ stdout, message: stderr.split('\n')[0], code }).toEqual({ stdout: '', message, code: 3 })
})

test('flags that would change what a plan books are refused beside it', async () => {
  const refused = (flags: string) => ({
    stdout: '',
    stderr:
      `--plan cannot be combined with ${flags}\n` +
      `  Remove ${flags}, or create another plan with --dry-run --plan-out PLAN\n`,
    code: 2,
  })
  expect(await runImport('--plan', 'plan.json', '--catchup')).toEqual(refused('--catchup'))
  expect(
    await runImport(
      '--plan',
      'plan.json',
      '--on-error',
      'skip',
      '--no-invert',
      '--no-header-row',
      '--date-order',
      'dmy',
    ),
  ).toEqual(refused('--date-order, --no-header-row, --no-invert and --on-error'))
  expect(await runImport('--plan', 'plan.json', '--possible', 'ask', '--layout', 'checking')).toEqual(
    refused('--layout and --possible'),
  )
  expect(await runImport('--plan', 'plan.json', '--accept', '--dry-run')).toMatchObject({ code: 0 })
  expect(await runImport('--plan', 'plan.json', '--accept')).toMatchObject({
    stdout: expect.stringMatching(/^bank.csv: 2 rows imported: -12.00 net\n/),
  })
})
