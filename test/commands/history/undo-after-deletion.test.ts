/** Tests that no undo gives money to a category that was deleted since. */

import { afterEach, beforeEach, expect, test } from 'vitest'
import { type CliHarness, createCliHarness } from '../../support/cli-harness.ts'
import { splitShellWords } from '../../transcripts/transcript.ts'

let cli: CliHarness
const run = (line: string) => cli.budget(splitShellWords(line).words)
const readJson = async (line: string) => JSON.parse((await run(`${line} --json`)).stdout)

beforeEach(async () => {
  cli = createCliHarness()
  await run('init --name Home --currency EUR')
  await run('accounts add Checking --type checking --balance 1000 --balance-date 2026-09-01')
  await run('month assign Groceries=30 Rent=50 --month 2026-10')
  await run('month assign Groceries=10')
})
afterEach(() => cli.close())

test('the undo of month copy names the deletion of a category that it wrote to, and changes nothing', async () => {
  expect((await run('month copy 2026-10 --yes')).code).toBe(0)
  const [copy] = await readJson('history --limit 1')
  expect((await run('categories delete Groceries --move-to Holidays --yes')).code).toBe(0)
  const [deletion] = await readJson('history --limit 1')
  const before = await readJson('month')

  const { code, stderr } = await run(`undo ${copy.id} --yes`)
  expect(code).toBe(7)
  expect(stderr).toContain(
    `The assignment to Groceries has been changed since by ${deletion.id} (categories delete Groceries → Holidays); nothing was changed`,
  )
  expect(await readJson('month')).toEqual(before)
  expect((await readJson('db check')).problems).toEqual([])

  // With the deletion, both are taken back.
  expect((await run(`undo ${copy.id} --with-later --yes`)).code).toBe(0)
  const amounts = (await readJson('month')).month.category_groups
    .flatMap(({ categories }: any) => categories)
    .filter(({ name }: any) => ['Groceries', 'Rent', 'Holidays'].includes(name))
    .map(({ name, assigned }: any) => [name, assigned])
  expect(Object.fromEntries(amounts)).toEqual({ Groceries: '10.00', Rent: '0.00', Holidays: '0.00' })
})
