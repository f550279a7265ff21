/** Tests that months which are read again and again have the figures of months that are read once. */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { readLatestMonthInput } from '../../src/engine/budget/latest-months.ts'
import { computeMonthFigures, readMonthInput } from '../../src/engine/budget/month-figures.ts'
import { openEngine } from '../../src/engine/engine.ts'
import { openWorkspaceStore, type WorkspaceStore } from '../../src/store/workspace-store.ts'
import * as fc from '../support/fast-check.ts'

const MONTHS = ['2026-01', '2026-02', '2026-05', '2026-06', '2026-07', '2026-11', '2027-01']

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'budget-months-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const open = () =>
  openWorkspaceStore(join(folder, 'workspace.db'), () => ({ currency: 'USD', id_salt: '0123456789ABCDEF' }))

/** Compares a month as a repeated read computes it with one that knows nothing. */
function compare(store: WorkspaceStore, month: string): void {
  const categories = store.categories.list()
  const again = computeMonthFigures(month, readLatestMonthInput(store, categories, month))
  expect(again).toEqual(computeMonthFigures(month, readMonthInput(store, categories)))
}

interface Step {
  does: 'assign' | 'spend' | 'charge' | 'read'
  /** Who writes: this connection, another one, or this one in a transaction that is rolled back or committed. */
  as: 'here' | 'elsewhere' | 'rolled back' | 'committed'
  /** The month that is written. */
  month: string
  /** The month that is read afterwards. */
  reads: string
  category: number
  amount: number
}

const step: fc.Arbitrary<Step> = fc.record({
  does: fc.constantFrom('assign', 'spend', 'charge', 'read', 'read'),
  as: fc.constantFrom('here', 'here', 'elsewhere', 'rolled back', 'committed'),
  month: fc.constantFrom(...MONTHS),
  // Mostly the latest: what is known of the months before it must be dropped when one of them changes.
  reads: fc.constantFrom(...MONTHS, '2026-11', '2027-01', '2027-01', '2027-01', '2027-01'),
  category: fc.nat(2),
  amount: fc.integer({ min: 1, max: 300 }),
})

async function play(steps: readonly Step[]): Promise<void> {
  const store = open()
  const api = openEngine({ store, now: () => Date.parse('2026-11-20T12:00:00Z') })
  const type = { here: 'banking_checking', card: 'credit_credit_card' } as const
  const { account: checking } = await api.createAccount({ body: { name: 'Checking', type: type.here } })
  const { account: visa } = await api.createAccount({ body: { name: 'Visa', type: type.card } })
  const { category_group: group } = await api.createCategoryGroup({ body: { name: 'Everyday' } })
  const ids: string[] = []
  for (const name of ['Fun', 'Coffee', 'Groceries'])
    ids.push((await api.createCategory({ body: { name, group_id: group.id } })).category.id)
  const other = open()
  const elsewhere = openEngine({ store: other, now: () => Date.parse('2026-11-20T12:00:00Z') })
  for (const { does, as, month, reads, category, amount } of steps) {
    const category_id = ids[category] ?? ''
    const by = as === 'elsewhere' ? elsewhere : api
    const transaction = as === 'rolled back' || as === 'committed' ? store.beginTransaction() : undefined
    if (does === 'assign') await by.assignCategory({ month, category_id, body: { assigned: String(amount) } })
    else if (does !== 'read') {
      const account_id = does === 'spend' ? checking.id : visa.id
      const row = { account_id, date: `${month}-10`, amount: String(-amount), category_id }
      await by.createTransactions({ body: { transaction: row } })
    }
    if (transaction) compare(store, reads)
    if (as === 'rolled back') transaction?.rollback()
    else transaction?.commit()
    compare(store, reads)
  }
  other.close()
  store.close()
  rmSync(join(folder, 'workspace.db'))
}

it('whoever writes in between, and whatever is rolled back', async () => {
  await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 40 }), play), {
    numRuns: Number(process.env['BUDGET_ROUNDS'] ?? 25),
  })
})
