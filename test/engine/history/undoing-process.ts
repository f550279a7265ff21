/**
 * Writes to a workspace, takes back and does again what it wrote, until it is done or killed.
 * Its arguments are the file, a name, a seed, how many commands to run (0: without end), and the accounts; it prints
 * each command that ended.
 */

import { writeSync } from 'node:fs'
import { UserError } from '../../../src/contract/errors.ts'
import type { HistoryEntry } from '../../../src/contract/ports/history.ts'
import { ROW_KEY_BYTES } from '../../../src/contract/ports/import-journal.ts'
import { openEngine } from '../../../src/engine/engine.ts'
import { createHistory } from '../../../src/engine/history/history.ts'
import { acquireImportLock } from '../../../src/store/process-lock.ts'
import { openWorkspaceStore } from '../../../src/store/workspace-store.ts'

const [file = '', name = '', seed = '0', commands = '0', ...accounts] = process.argv.slice(2)
const now = () => Date.UTC(2026, 10, 20, 12)
const store = openWorkspaceStore(file)
const api = openEngine({ store, now })
const lockAccount = (account: string) => acquireImportLock(`${file}.${account}.lock`)
const history = createHistory({ store, now, lockAccount })

/** How many rows a request creates. */
const ROWS = 6
let random = Number(seed)

/** Returns a number from 0 to below `count`, the same in every run. */
function draw(count: number): number {
  random = (random * 1_103_515_245 + 12_345) % 2_147_483_648
  return Math.floor((random / 2_147_483_648) * count)
}

const buildRows = (label: string) =>
  Array.from({ length: ROWS }, (_, at) => ({
    account_id: accounts[at % accounts.length] ?? '',
    date: `2026-${String((at % 12) + 1).padStart(2, '0')}-15`,
    notes: label,
    merchant_name: `Merchant ${draw(9)}`,
    ...(at % 3 === 0 ? { splits: [{ amount: '-1' }, { amount: '-2' }] } : { amount: '-3' }),
  }))

/** Imports a file in several commits. */
async function importFile(label: string): Promise<void> {
  const id = label.replace(' ', '-')
  const account_id = accounts[0] ?? ''
  store.journal.beginImport({ id, account_id, path: id, started_at: now(), request: '' }, [])
  for (let batch = 0; batch < 3; batch++) {
    await store.groupCommit(async () => {
      const number = store.journal.recordSending({
        ...{ import_id: id, account_id, sent_at: now(), references: '', drafts: '' },
        ...{ first_date: '2026-01-15', last_date: '2026-06-15', keys: new Uint8Array(ROW_KEY_BYTES).fill(1) },
      })
      await api.createTransactions({ body: { transactions: buildRows(label) } })
      store.journal.markDone(number, [])
    })
  }
  store.journal.finishImport(id, 'done', '')
}

/** True if a command of such a process wrote the entry, or what the entry takes back. */
function isOwn({ command, undoes }: HistoryEntry): boolean {
  return undoes === null ? /^(?:run|writer)\d+ \d+$/.test(command) : isOwn(history.get(undoes))
}

/** Takes a random entry in effect back, with those that depend on it; an undo is an entry as well. */
function undoRandomEntry(): void {
  const entries = history.list({ limit: 30 }).filter((entry) => entry.undone_by === null && isOwn(entry))
  const id = entries[draw(entries.length)]?.id
  if (id !== undefined) history.undo({ id, with_later: true })
}

/** Runs a random command and returns what it did. */
async function runCommand(label: string): Promise<string> {
  const kind = draw(5)
  if (kind > 2) {
    undoRandomEntry()
    return 'undo'
  }
  if (kind > 0) {
    await api.createTransactions({ body: { transactions: buildRows(label) } })
    return 'write'
  }
  const release = lockAccount(accounts[0] ?? '')
  await importFile(label).finally(release)
  return 'import'
}

writeSync(1, 'open\n')
for (let command = 0; command < (Number(commands) || Number.POSITIVE_INFINITY); command++) {
  const label = `${name} ${command}`
  store.recorder.recordCommand({ now, command: label, actor: null, undoes: null })
  try {
    writeSync(1, `${await runCommand(label)} ${command}\n`)
  } catch (error) {
    // Another process imports, or it took the entry back first.
    if (!(error instanceof UserError)) throw error
    writeSync(1, `refused ${command}\n`)
  }
}
store.close()
