/**
 * Writes to a workspace until it is done or killed, as a process of its own.
 * Its arguments are the file, a name, how many requests to make (0: without end), of how many rows, and the
 * accounts; it prints each answered request.
 */

import { writeSync } from 'node:fs'
import { openEngine } from '../../src/engine/engine.ts'
import { openWorkspaceStore } from '../../src/store/workspace-store.ts'

const [file = '', name = '', requests = '0', rows = '0', cash = '', card = ''] = process.argv.slice(2)
const seed = () => ({ currency: 'USD', id_salt: '0123456789ABCDEF' })
const store = openWorkspaceStore(file, seed)
const api = openEngine({ store, now: () => Date.UTC(2026, 10, 20, 12) })
// Without an account it only opens the file.
const most = cash ? Number(requests) || Number.POSITIVE_INFINITY : 0

writeSync(1, 'open\n')
for (let request = 0; request < most; request++) {
  const transactions = Array.from({ length: Number(rows) }, (_, at) => ({
    account_id: at % 2 === 0 ? cash : card,
    date: `2026-${String((request % 12) + 1).padStart(2, '0')}-15`,
    notes: `${name} ${request}`,
    merchant_name: `Merchant ${request % 7}`,
    ...(at % 3 === 0 ? { splits: [{ amount: '-1' }, { amount: '-2' }] } : { amount: '-3' }),
  }))
  await api.createTransactions({ body: { transactions } })
  writeSync(1, `${request}\n`)
}
store.close()
