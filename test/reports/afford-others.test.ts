/** Tests which other categories `report afford` names for what is missing. */

import { afterEach, beforeEach, expect, test } from 'vitest'
import { type CliHarness, createCliHarness } from '../support/cli-harness.ts'
import { splitShellWords } from '../transcripts/transcript.ts'

let cli: CliHarness

async function run(line: string): Promise<string> {
  const { code, stdout, stderr } = await cli.budget(splitShellWords(line).words)
  expect({ line, code, stderr: code === 0 ? '' : stderr }).toEqual({ line, code: 0, stderr: '' })
  return stdout
}

beforeEach(async () => {
  cli = createCliHarness()
  await run('accounts add Checking --type banking_checking --balance 2800')
  await run('groups add G')
  for (let at = 1; at <= 7; at++) {
    await run(`categories add K${at} --group G`)
    await run(`month assign K${at}=${at}00`)
  }
})
afterEach(() => cli.close())

test('report afford says how many categories beyond the five largest have the amount', async () => {
  const found = JSON.parse(await run('report afford 100 --json'))
  expect(found).toMatchObject({ missing: '100.00', more_categories: 2 })
  expect(found.other_categories.map(({ category }: { category: string }) => category)).toEqual([
    'K7',
    'K6',
    'K5',
    'K4',
    'K3',
  ])
  const text = await run('report afford 100 --format table')
  expect(text).toContain('K3 300.00, 2 more')
})

test('report afford names an archived category that has the amount', async () => {
  await run('categories archive K7')
  expect(JSON.parse(await run('report afford 700 --json'))).toMatchObject({
    other_categories: [{ category: 'K7', amount: '700.00' }],
    more_categories: 0,
  })
  expect(await run('report afford 700 --format table')).toContain(
    'These categories have that much: K7 700.00',
  )
})
