import type { ImportRecord, Imports } from '../../contract/journal.ts'
import { transactionPages } from '../../contract/pages.ts'
import type { Transaction } from '../../contract/transactions.ts'
import { sum } from '../../money/money.ts'
import { grouped } from '../../render/amounts.ts'
import { type Undone, undone } from '../../render/imports.ts'
import { command, type World } from '../command.ts'
import { findImport, importEntry } from './find.ts'
import { bookedBy } from './recorded.ts'
import { alone } from './settling.ts'

/** So many deletions share one commit where that can be. */
const GROUP = 100

export const takeBack = command({
  name: 'imports undo',
  summary: 'Delete the transactions an import booked',
  arguments: { id: importEntry() },
  examples: [{ when: 'It went into the wrong account', type: 'budget imports undo 3f2a --yes' }],
  changes: true,
  atomic: false,
  patient: true,
  async run(world, { id }) {
    const imports = await world.imports()
    const record = findImport(imports, id, ({ state }) => state !== 'undone')
    return alone(world, imports, { account_id: record.account_id }, () => undo(world, imports, record))
  },
  show: undone,
})

async function undo(world: World, imports: Imports, record: ImportRecord): Promise<Undone> {
  const { api, confirm, price, signal, progress } = world
  const { id, account_id, path } = record
  const rows = await living(world, { account_id, batches: imports.batches(id) })
  const reconciled = rows.filter(({ status }) => status === 'reconciled').length
  await confirm(
    `Delete ${rows.length} transactions, ${grouped(sum(rows.map(({ amount }) => amount)))} in all?`,
    async () => `${path}: ${reconciled === 0 ? 'none' : reconciled} of them reconciled`,
  )
  price(rows.length)
  const deleted: string[] = []
  for (let at = 0; at < rows.length; at += GROUP) {
    signal.throwIfAborted()
    await imports.together(async () => {
      for (const row of rows.slice(at, at + GROUP)) {
        await api.deleteTransaction({ transaction_id: row.id })
        deleted.push(row.id)
      }
    })
    progress({ done: deleted.length, of: rows.length, what: 'transactions deleted' })
  }
  if (!world.dryRun) {
    imports.finish(id, 'undone', record.result)
    imports.forget(deleted)
  }
  return { import_id: id, deleted }
}

interface Booked {
  account_id: string
  batches: Parameters<typeof bookedBy>[0]
}

/** Those an import booked that are still there, wherever they were moved to. */
async function living({ api, signal }: World, { account_id, batches }: Booked): Promise<Transaction[]> {
  const wanted = new Set(bookedBy(batches))
  const rows: Transaction[] = []
  const since_date = batches.map(({ first_date }) => first_date).toSorted()[0]
  const until_date = batches
    .map(({ last_date }) => last_date)
    .toSorted()
    .at(-1)
  if (since_date === undefined || until_date === undefined) return rows
  for await (const page of transactionPages(api, { account_id, since_date, until_date }, signal)) {
    for (const row of page) if (wanted.delete(row.id) && !row.deleted) rows.push(row)
  }
  // Whoever was not listed was deleted, or moved to other days or another account.
  for (const transaction_id of wanted) {
    const { transaction } = await api.getTransaction({ transaction_id }, signal)
    if (!transaction.deleted) rows.push(transaction)
  }
  return rows
}
