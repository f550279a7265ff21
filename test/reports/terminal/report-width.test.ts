/** Tests that no report is wider than the terminal, and that no amount is cut. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { displayWidth } from '../../../src/output/display-width.ts'
import { type CliHarness, createCliHarness } from '../../support/cli-harness.ts'

const reports = [
  'summary',
  'spending --period 2026 --compare last-year',
  'spending --by merchant --chart',
  'spending --rows',
  'income --by month --chart',
  'cashflow --chart',
  'networth --chart',
  'networth --by account',
  'budget',
  'budget --by month --chart',
  'trend --chart',
  'merchants --period 2026',
  'age-of-money --chart',
  'recurring',
]

let home: CliHarness
beforeAll(async () => {
  home = createCliHarness()
  const rows = ['09', '10', '11'].flatMap((month) => [
    {
      date: `2026-${month}-01`,
      amount: '12345678.90',
      merchant_name: 'Employer of the year',
      ready_to_assign: true,
    },
    {
      date: `2026-${month}-05`,
      amount: '-1234567.89',
      merchant_name: 'The Corner Shop with a Long Name 食料品店',
    },
    { date: `2026-${month}-06`, amount: '99.95', merchant_name: 'Refunds' },
  ])
  await home.budget([
    'accounts',
    'add',
    'Everyday Checking',
    '--type',
    'banking_checking',
    '--balance',
    '5000000',
  ])
  await home.budget(['accounts', 'add', 'House', '--type', 'investment_other', '--balance', '9876543210.12'])
  for (const row of rows) {
    const category = row.ready_to_assign ? ['--ready-to-assign'] : ['--uncategorized']
    const flags = [
      '--account',
      'Everyday',
      '--amount',
      row.amount,
      '--date',
      row.date,
      '--merchant',
      row.merchant_name,
    ]
    await home.budget(['tx', 'add', ...flags, ...category])
  }
})
afterAll(() => home.close())

describe.each([[40], [60], [80], [120], [200]])('in %d columns', (terminal) => {
  it.each(reports)('report %s fits', async (report) => {
    const env = { NO_COLOR: '1', BUDGET_PAGER: 'cat' }
    const { stdout, code } = await home.budget(['report', ...report.split(' ')], { terminal, env })
    expect(code).toBe(0)
    const wide = stdout.split('\n').filter((line) => displayWidth(line) > terminal)
    // On 40 columns amounts of ten digits win over the width: a cut amount would be a wrong one.
    if (terminal > 40) expect(wide).toEqual([])
    expect(stdout).not.toMatch(/\d…/)
  })
})
