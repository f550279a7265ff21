import { command, type World } from '../../command/define.ts'
import type { Transaction } from '../../contract/operations/transactions.ts'
import { transactionPages } from '../../contract/paginate.ts'
import type { ImportRecord, Imports } from '../../contract/ports/import-journal.ts'
import { sum } from '../../money/decimal.ts'
import { grouped } from '../../render/format-amount.ts'
import { countWords, type Undone, undone } from '../../render/imports.ts'
import { findImport, importEntry } from './shared/find-import.ts'
import { bookedBy } from './shared/import-record.ts'
import { alone } from './shared/with-account-lock.ts'

/** After so many deletions it is told how far they have come. */
const STEP = 100

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
  const total = grouped(sum(rows.map(({ amount }) => amount)))
  const cost = world.isLocal ? '' : `, in ${countWords(rows.length, 'request')}`
  const about = `${path}: ${stateOf(rows)}`
  await confirm(
    `Delete ${countWords(rows.length, 'transaction')}, ${total} in all${cost}?`,
    async () => about,
  )
  price(rows.length)
  const deleted: string[] = []
  // Stopped in the middle, a local workspace has lost no row; on a remote one the rest is deleted when it is undone again.
  await imports.together(async () => {
    for (const row of rows) {
      signal.throwIfAborted()
      await api.deleteTransaction({ transaction_id: row.id })
      deleted.push(row.id)
      if (deleted.length % STEP === 0 || deleted.length === rows.length)
        progress({ done: deleted.length, of: rows.length, what: 'transactions deleted' })
    }
    if (world.dryRun) return
    imports.finish(id, 'undone', record.result)
    imports.forget(deleted)
  })
  return { import_id: id, deleted }
}

/** What a person may have done with the rows since: work that goes with them. */
function stateOf(rows: readonly Transaction[]): string {
  const reconciled = rows.filter(({ status }) => status === 'reconciled').length
  const edited = rows.filter(({ created_at, updated_at }) => updated_at > created_at).length
  return `${reconciled || 'none'} of its transactions reconciled, ${edited || 'none'} changed since the import`
}

interface Booked {
  account_id: string
  batches: Parameters<typeof bookedBy>[0]
}

/** Those an import booked that are still there, wherever they were moved to. */
async function living(world: World, { account_id, batches }: Booked): Promise<Transaction[]> {
  const { api, signal, isLocal } = world
  const wanted = new Set(bookedBy(batches))
  const rows: Transaction[] = []
  const since_date = batches.map(({ first_date }) => first_date).toSorted()[0]
  const until_date = batches
    .map(({ last_date }) => last_date)
    .toSorted()
    .at(-1)
  if (since_date === undefined || until_date === undefined) return rows
  const take = (page: readonly Transaction[]): void => {
    for (const row of page) if (wanted.delete(row.id) && !row.deleted) rows.push(row)
  }
  for await (const page of transactionPages(api, { account_id, since_date, until_date }, signal)) take(page)
  // Whoever was not listed was deleted, or moved to other days or another account.
  if (wanted.size > 1 && !isLocal && (await areAllSeen(world, wanted, take))) return rows
  for (const transaction_id of wanted) {
    const { transaction } = await api.getTransaction({ transaction_id }, signal)
    if (!transaction.deleted) rows.push(transaction)
  }
  return rows
}

/** Looks through all accounts, with no more requests than asking for each row would take. Is what is still wanted gone? */
async function areAllSeen(
  { api, signal }: World,
  wanted: ReadonlySet<string>,
  take: (page: readonly Transaction[]) => void,
): Promise<boolean> {
  let left = wanted.size
  for await (const page of transactionPages(api, {}, signal)) {
    take(page)
    if (wanted.size === 0) return true
    if (left-- === 0) return false
  }
  return true
}
