/**
 * Changes a remote workspace until it is killed, or takes an entry back, as a process of its own. Its arguments are
 * the service's address, workspace, key and account, a directory, the clock and the entry to take back.
 */

import { writeSync } from 'node:fs'
import { openClient } from '../../../src/remote/http/client.ts'
import { connectRemoteHistory } from '../../../src/remote/undo/remote-history.ts'
import { openImportStore } from '../../../src/store/imports-db.ts'
import { openRemoteHistory } from '../../../src/store/remote-history.ts'

const [base_url = '', workspace_id = '', key = '', account_id = '', folder = '', clock = '0', entry] =
  process.argv.slice(2)
const remote = { base_url, workspace_id, key }
const now = (): number => Number(clock)
const client = openClient({ ...remote, now, wait: async () => undefined, random: () => 0 })
const { api, history, recordAs } = connectRemoteHistory({
  api: client,
  cache: undefined,
  openLog: async () => openRemoteHistory(folder, remote),
  openImportStore: () => openImportStore(folder, remote),
  reserveRequests: () => undefined,
  now,
  warn: (text) => void writeSync(2, text),
  signal: undefined,
})

async function change(): Promise<void> {
  recordAs('changes')
  for (let request = 0; ; request++) {
    const transaction = { account_id, date: '2026-11-05', amount: '-1', notes: String(request) }
    await api.createTransactions({ body: { transaction } })
  }
}

writeSync(1, 'open\n')
void (entry === undefined ? change() : history().undo({ id: Number(entry), with_later: false })).then(() =>
  client.close(),
)
