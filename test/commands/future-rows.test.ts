/** Tests what commands say of transactions that are dated after today. */

import { expect, test } from 'vitest'
import { createCliHarness } from '../support/cli-harness.ts'

test('balances say what of them is dated after today, and net worth is what status has today', async () => {
  const cli = createCliHarness()
  try {
    const run = (line: string, performance = {}) => cli.budget(line.split(' '), performance)
    await run('accounts add Checking --type banking_checking --balance 100')
    await run('accounts add House --type investment_brokerage --balance 7')
    const before = await run('accounts', { terminal: 80 })
    expect(before.stderr).not.toContain('after today')
    await run('spend 30 Train --account Checking --date 2026-11-28')
    await run('spend 20 Hotel --account Checking --date 2099-01-01')
    await run('earn 1000 Sale --account House --date 2099-01-01')
    const told = await run('accounts', { terminal: 80 })
    expect(told.stderr).toContain('Includes 3 transactions dated after today, 950.00')
    const account = await run('accounts show House', { terminal: 80 })
    expect(account.stderr).toContain('Includes 1 transaction dated after today, 1,000.00')
    const month = await run('month', { terminal: 80 })
    expect(month.stderr).toContain('Includes 1 transaction dated after today, -30.00')
    const { stdout } = await run('status --json')
    expect(JSON.parse(stdout)).toMatchObject({
      on_budget: '100.00',
      off_budget: '7.00',
      after_today: '950.00',
      transactions_after_today: 3,
    })
    const worth = await run('report networth --format tsv --fields on_budget,off_budget,net_worth')
    expect(worth.stdout.trim().split('\n').at(-1)).toBe('100.00\t7.00\t107.00')
    expect((await run('status', { terminal: 80 })).stdout).toContain(
      'After today      950.00 USD, not counted above',
    )
  } finally {
    cli.close()
  }
})
