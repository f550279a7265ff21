/** Tests that the amounts of a month can be changed in an editor. */

import { afterEach, beforeEach, expect, it } from 'vitest'
import { type CliHarness, createCliHarness } from '../../support/cli-harness.ts'

let cli: CliHarness
beforeEach(async () => {
  cli = createCliHarness()
  await cli.budget(['groups', 'add', 'Everyday'])
  for (const name of ['Coffee', 'Groceries'])
    await cli.budget(['categories', 'add', name, '--group', 'Everyday'])
  await cli.budget(['month', 'assign', 'Groceries=300', 'Coffee=20'])
})
afterEach(() => cli.close())

const edit = (saved: string, ...args: string[]) =>
  cli.budget(['month', 'assign', '--editor', ...args], {
    terminal: 80,
    answers: [saved],
    env: { NO_COLOR: '1' },
  })

it('shows the month, and assigns what was changed', async () => {
  const { stdout, stderr, code } = await edit('# x|Groceries = 310|Coffee = 20.00|')
  expect({ code, stdout: stdout.split('\n')[0] }).toEqual({
    code: 0,
    stdout: 'Groceries: assigned 300.00 → 310.00, available 310.00',
  })
  expect(stderr).toContain('# Everyday\nGroceries = 300.00\nCoffee = 20.00\n')
})

it('leaves deleted lines as they are, and understands what a command line does', async () => {
  const { stdout } = await edit('Coffee = +5')
  expect(stdout).toMatch(/^Coffee: assigned 20\.00 → 25\.00, available 25\.00\nReady to Assign/)
})

it('changes nothing for an amount that is none, or without a change', async () => {
  expect(await edit('Coffee = many|Groceries = 1')).toMatchObject({ code: 3, stdout: '' })
  expect(await edit('')).toMatchObject({ code: 0, stdout: '' })
  expect((await cli.budget(['month', '--fields', 'name,assigned', '--format', 'csv'])).stdout).toBe(
    'name,assigned\nGroceries,300.00\nCoffee,20.00\n',
  )
})

it('is refused without a terminal and beside amounts', async () => {
  expect((await cli.budget(['month', 'assign', '--editor'])).stderr).toBe('--editor requires a terminal\n')
  expect(await edit('', 'Coffee=1')).toMatchObject({ code: 2 })
})
