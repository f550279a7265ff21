/** Tests when output goes through a pager. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CliHarness, createCliHarness, type HarnessRunOptions } from '../support/cli-harness.ts'

let cli: CliHarness
beforeAll(async () => {
  cli = createCliHarness()
  for (const name of ['Bank', 'Cash', 'Card', 'Loan'])
    await cli.budget(['accounts', 'add', name, '--type', 'banking_checking'])
})
afterAll(() => cli.close())

/** Returns the first line that is shown of a list of eight lines. */
async function readFirstLine(line: string, performance: HarnessRunOptions = {}): Promise<string | undefined> {
  const screen = { terminal: 80, rows: 6, ...performance, env: { NO_COLOR: '1', ...performance.env } }
  const { stdout, code } = await cli.budget(line.split(' '), screen)
  expect(code).toBe(0)
  return stdout.split('\n')[0]
}

const plainHeadings = 'Account  Type      Balance  Cleared  Id'

describe('a list on a terminal', () => {
  it('goes through less when it is longer than the screen', async () => {
    expect(await readFirstLine('accounts')).toBe('[less]')
    expect(await readFirstLine('accounts', { rows: 8 })).toBe(plainHeadings)
  })

  it('goes through the pager the person prefers, and BUDGET_PAGER goes first', async () => {
    expect(await readFirstLine('accounts', { env: { PAGER: 'more' } })).toBe('[more]')
    expect(await readFirstLine('accounts', { env: { PAGER: 'more', BUDGET_PAGER: 'bat -p' } })).toBe(
      '[bat -p]',
    )
  })

  it.each([
    ['with --no-pager', 'accounts --no-pager', {}],
    ['when BUDGET_PAGER is empty', 'accounts', { BUDGET_PAGER: '' }],
    ['when BUDGET_PAGER is cat', 'accounts', { BUDGET_PAGER: 'cat' }],
    ['when there is no such pager', 'accounts', { PAGER: 'nowhere' }],
    ['on a terminal that can show none', 'accounts', { TERM: 'dumb' }],
    ['when nobody is to be asked for a key', 'accounts --no-input', {}],
  ])('stands there as it is %s', async (_, line, env) => {
    expect(await readFirstLine(line, { env })).toBe(plainHeadings)
  })

  it('never meets a pager on its way to a program', async () => {
    expect(await readFirstLine('accounts --json')).toBe('[')
    expect(await readFirstLine('accounts --format ids')).toMatch(/^acc_/)
    expect(await readFirstLine('completion bash')).toMatch(/^#/)
  })

  it('is whole in the pager, what stands above and below included', async () => {
    const { stdout } = await cli.budget(['month', '--all'], { terminal: 80, rows: 2 })
    const plain = await cli.budget(['month', '--all', '--no-pager'], { terminal: 80, rows: 2 })
    expect(stdout).toBe(`[less]\n${plain.stdout}`)
  })

  it('is success when the person leaves the pager before all of it was fetched', async () => {
    for (const amount of ['1', '2', '3'])
      await cli.budget(['tx', 'add', amount, '--account', 'Bank', '--uncategorized'])
    const screen = { terminal: 80, rows: 2, pages: 1 }
    const { code, stdout, stderr } = await cli.budget(['tx', '--all', '--page-size', '1'], screen)
    expect({ code, lines: stdout.split('\n').length, stderr }).toEqual({ code: 0, lines: 4, stderr: '' })
  })
})
