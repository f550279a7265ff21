/** Fills a workspace as a process of its own. Its arguments are the directory and the number of transactions. */

import { randomBytes } from 'node:crypto'
import { writeSync } from 'node:fs'
import type { ContentTransaction } from '../../src/contract/ports/workspace-content.ts'
import { openWorkspaces } from '../../src/engine/workspaces.ts'

const [folder = '', count = '0'] = process.argv.slice(2)
const times = { created_at: 0, updated_at: 0 }
const account = {
  notes: null,
  closed: false,
  linked: false,
  deleted: false,
  last_reconciled_at: null,
  ...times,
}
const card = { group: 1, card: 2, archived: false, deleted: false }

function* createTransactions(): Generator<ContentTransaction> {
  for (let seq = 1; seq <= Number(count); seq++)
    yield {
      seq,
      date: `2026-${String((seq % 12) + 1).padStart(2, '0')}-15`,
      amount: -1n,
      account: 1 + (seq % 2),
      merchant: null,
      category: null,
      ready_to_assign: false,
      notes: null,
      status: 'cleared',
      review_status: 'reviewed',
      auto: false,
      splits: null,
      pair: null,
      transfer_account: null,
      deleted: false,
      ...times,
    }
}

const workspaces = openWorkspaces({ folder, now: () => 0, random: randomBytes })
writeSync(1, 'begin\n')
workspaces.createFilledWorkspace({
  name: 'Moved',
  content: {
    currency: 'USD',
    accounts: [
      { ...account, seq: 1, name: 'Checking', type: 'banking_checking' },
      { ...account, seq: 2, name: 'Visa', type: 'credit_credit_card' },
    ],
    groups: [{ seq: 1, name: 'Credit Card Payments', system: true, position: 1 }],
    categories: [{ ...card, seq: 1, name: 'Visa', position: 1 }],
    merchants: [],
    transactions: createTransactions(),
    assignments: [],
    targets: [],
    snoozes: [],
    rules: [],
    categorizations: [],
    reconciliations: [],
    schedules: [],
    scheduleDates: [],
  },
})
writeSync(1, 'end\n')
workspaces.close()
