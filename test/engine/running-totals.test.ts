/** Tests that the stored totals equal what the transactions add up to. */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { expect, test } from 'vitest'
import { verifyTotals } from '../../src/engine/budget/verify-totals.ts'
import { openEngine } from '../../src/engine/engine.ts'
import { createWorkspaceAdmin } from '../../src/engine/workspace-admin.ts'
import { openWorkspaceStore, type WorkspaceStore } from '../../src/store/workspace-store.ts'
import type { Command } from '../service/model/arbitrary-picks.ts'
import { command, setupCommands } from '../service/model/commands.ts'
import { createHistoryClock, runHistory } from '../service/model/compare-with-engine.ts'
import * as fc from '../support/fast-check.ts'

const seed = () => ({ currency: 'USD', id_salt: '0123456789ABCDEF' })

/** Makes the first calls of a history, then more. */
async function live(store: WorkspaceStore, more: Command[]): Promise<void> {
  const clock = createHistoryClock()
  const surroundings = { store, now: clock.now }
  const api = openEngine(surroundings)
  await runHistory({ api, admin: createWorkspaceAdmin(surroundings), clock, salt: seed().id_salt }, [
    ...setupCommands,
    ...more,
  ])
}

test('after any history the kept figures are those the transactions add up to', async () => {
  const histories = fc.array(command, { minLength: 80, maxLength: 80 })
  const outcome = await fc.check(
    fc.asyncProperty(histories, async (commands) => {
      const store = openWorkspaceStore(':memory:', seed)
      await live(store, commands)
      const found = verifyTotals(store)
      store.close()
      expect(found).toEqual([])
    }),
    { numRuns: 120, seed: 20261120 },
  )
  if (outcome.failed) throw outcome.errorInstance
})

const card = 'acc#2'
const purchase: Command = () => ({
  name: 'createTransactions',
  request: {
    body: { transaction: { account_id: card, date: '2026-11-20', amount: '-30', category_id: 'cat#3' } },
  },
})

test.each([
  [
    'UPDATE account_balances SET pending_balance = 100 WHERE account = 2',
    ['The pending balance of account 2 is 1.00; the transactions add up to 0.00'],
  ],
  [
    'UPDATE account_balances SET live_transactions = 0 WHERE account = 1',
    ['The number of transactions of account 1 is 0; there are 1'],
  ],
  [
    'UPDATE cells SET activity = -2000 WHERE category = 3',
    ['The activity of category 3 in 2026-11 is -20.00; the transactions add up to -30.00'],
  ],
  [
    'DELETE FROM card_cells WHERE category = 3',
    [
      'The activity of category 3 in 2026-11 of card 2 is 0.00; the transactions add up to -30.00',
      'The borrowed part of category 3 in 2026-11 of card 2 is 0.00; the transactions add up to -30.00',
      'The purchases on credit of category 3 in 2026-11 of card 2 is 0.00; the transactions add up to -30.00',
    ],
  ],
  [
    'UPDATE credit_parts SET part = -1',
    [
      'The borrowed part of category 3 in 2026-11 in line 0 of transaction 3 (2026-11-20, -3000 minor units, card 2) is -0.01; the transactions add up to -30.00',
    ],
  ],
])('notices %s', async (tampering, found) => {
  const folder = mkdtempSync(join(tmpdir(), 'budget-test-'))
  const file = join(folder, 'workspace.db')
  const store = openWorkspaceStore(file, seed)
  await live(store, [purchase])
  expect(verifyTotals(store)).toEqual([])
  const other = new DatabaseSync(file)
  other.exec(tampering)
  other.close()
  expect(verifyTotals(store)).toEqual(found)
  store.close()
  rmSync(folder, { recursive: true })
})
