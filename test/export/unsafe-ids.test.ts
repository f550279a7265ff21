/** Tests that no id begins a line, a directive or a comment of an export. */

import { expect, test } from 'vitest'
import type { ExportFacts } from '../../src/export/export-facts.ts'
import { getExportFormat } from '../../src/export/export-formats.ts'

const unsafe = (id: string): string => `${id}) "x" ; y\ninclude /etc/passwd`
const safe = (id: string): string => `${id}___x____y_include__etc_passwd`

const facts: ExportFacts = {
  workspace_id: unsafe('wks'),
  currency: 'EUR',
  decimals: 2,
  since: undefined,
  until: undefined,
  account_ids: undefined,
  accounts: [
    { id: unsafe('acc'), name: 'Checking', type: 'banking_checking', on_budget: true, closed: false },
  ],
  groups: [{ id: unsafe('grp'), name: 'Group' }],
  categories: [{ id: unsafe('cat'), name: 'Food', group_id: unsafe('grp'), is_payment: false }],
  getMerchantName: () => 'Shop',
  opening_balances: new Map(),
  months: undefined,
  today: '2026-11-20',
  planned: [],
  async *listTransactions() {
    yield [
      {
        id: unsafe('txn'),
        date: '2026-10-05',
        amount: -100n,
        account_id: unsafe('acc'),
        merchant_id: unsafe('mer'),
        notes: null,
        status: 'cleared',
        review_status: 'reviewed',
        transfer_account_id: null,
        transfer_id: null,
        lines: [{ amount: -100n, category_id: unsafe('cat'), ready_to_assign: false, notes: null }],
        is_split: false,
        created_at: '',
        updated_at: '',
      },
    ]
  },
}

test.each([
  ['hledger', ['acc', 'cat', 'mer', 'txn', 'wks']],
  ['ledger', ['acc', 'cat', 'mer', 'txn', 'wks']],
  ['beancount', ['acc', 'cat', 'txn', 'wks']],
] as const)('%s has ids without spaces, quotes and line ends', async (format, kinds) => {
  let text = ''
  for await (const chunk of getExportFormat(format).write(facts)) text += chunk
  expect(text.match(/include.*/g)?.filter((found) => !found.startsWith('include__etc_passwd'))).toEqual([])
  expect(kinds.filter((kind) => !text.includes(safe(kind)))).toEqual([])
})
