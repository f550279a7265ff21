/** Reads a local workspace for archives: every row of every table, with ids and amounts as the API writes them. */

import { createIdCodec } from '../contract/ids.ts'
import type { ArchiveFact, ArchiveSource, ArchiveTable } from '../contract/ports/export-source.ts'
import type { ContentMove } from '../contract/ports/workspace-content.ts'
import { formatTimestamp, toMonth } from '../money/calendar.ts'
import { getCurrencyDecimals } from '../money/currency.ts'
import { formatAmount } from '../money/minor-units.ts'
import type { ArchivedRow, ArchivedTable } from '../store/exported-rows.ts'
import type { StoredSplit, StoredTransaction } from '../store/transaction-row-mapping.ts'
import type { WorkspaceStore } from '../store/workspace-store.ts'
import { type FactContext, listScheduleFacts } from './archived-schedules.ts'
import { computeMonths, noFigures, readMonthInput } from './budget/month-figures.ts'
import { rememberIds } from './export-source.ts'

type Column = ArchivedRow[string] | undefined

const toFlag = (value: Column): boolean => value === 1
const toInstant = (value: Column): string | null =>
  typeof value === 'number' ? formatTimestamp(value) : null

/** Returns what archives read of an open workspace. */
export function createArchiveSource(
  { id, getName }: { id: string; getName: () => string },
  store: WorkspaceStore,
): ArchiveSource {
  const { currency, id_salt } = store.settings
  const ids = createIdCodec(id_salt)
  const decimals = getCurrencyDecimals(currency)
  const toId = rememberIds(ids)
  const context: FactContext = {
    toId: (kind, seq) => (typeof seq === 'number' ? toId(kind, seq) : null),
    toMoney: (minor) => formatAmount(BigInt(minor ?? 0), decimals),
  }
  return {
    readSummary: async () => ({ workspace_id: id, name: getName(), currency, lacks: [] }),
    async *listTables() {
      store.beginSnapshot()
      for (const table of tablesBefore) yield readTable(context, store, table)
      yield* readTransactions(context, store)
      for (const table of tablesAfter) yield readTable(context, store, table)
      const schedules = listScheduleFacts(context, store.schedules)
      if (schedules.length > 0) yield { name: 'schedules', facts: schedules }
      const move = store.moves.getLatest()
      if (move) yield { name: 'moves', facts: [toMoveFact(move)] }
      yield { name: 'balances', facts: listBalances(context, store) }
      yield { name: 'figures', facts: listFigures(context, store) }
    },
  }
}

const tablesBefore = ['accounts', 'groups', 'categories', 'merchants'] as const
const tablesAfter = [
  'assignments',
  'targets',
  'snoozes',
  'rules',
  'categorizations',
  'reconciliations',
] as const

const readTable = (context: FactContext, store: WorkspaceStore, name: ArchivedTable): ArchiveTable => ({
  name,
  facts: store.exportedRows.listTable(name).map((row) => factBuilders[name](row, context)),
})

/** How the rows of each table are written. */
const factBuilders: Readonly<Record<ArchivedTable, (row: ArchivedRow, context: FactContext) => ArchiveFact>> =
  {
    accounts: ({ seq, name, type, notes, ...row }, { toId }) => ({
      id: toId('account', seq),
      name: name ?? null,
      type: type ?? null,
      notes: notes ?? null,
      closed: toFlag(row['closed']),
      linked: toFlag(row['linked']),
      deleted: toFlag(row['deleted']),
      last_reconciled_at: toInstant(row['last_reconciled_at']),
      created_at: toInstant(row['created_at']),
      updated_at: toInstant(row['updated_at']),
    }),
    groups: ({ seq, name, system, position }, { toId }) => ({
      id: toId('category_group', seq),
      name: name ?? null,
      system: toFlag(system),
      position: position ?? null,
    }),
    categories: ({ seq, name, category_group, card, archived, deleted, position }, { toId }) => ({
      id: toId('category', seq),
      name: name ?? null,
      group_id: toId('category_group', category_group),
      card_account_id: toId('account', card),
      archived: toFlag(archived),
      deleted: toFlag(deleted),
      position: position ?? null,
    }),
    merchants: ({ seq, name, deleted, created_at, updated_at }, { toId }) => ({
      id: toId('merchant', seq),
      name: name ?? null,
      deleted: toFlag(deleted),
      created_at: toInstant(created_at),
      updated_at: toInstant(updated_at),
    }),
    assignments: ({ month, category, assigned }, { toId, toMoney }) => ({
      month: month ?? null,
      category_id: toId('category', category),
      assigned: toMoney(assigned),
    }),
    targets: (
      { category, kind, amount, weekday, by_date, repeat_months, start_month },
      { toId, toMoney },
    ) => ({
      category_id: toId('category', category),
      kind: kind ?? null,
      amount: toMoney(amount),
      weekday: weekday ?? null,
      by: by_date ?? null,
      repeat_months: repeat_months ?? null,
      start_month: start_month ?? null,
    }),
    snoozes: ({ category, month }, { toId }) => ({
      month: month ?? null,
      category_id: toId('category', category),
    }),
    rules: (
      { seq, position, merchant, merchant_contains, account, direction, category, ...row },
      { toId },
    ) => ({
      id: toId('rule', seq),
      position: position ?? null,
      merchant_id: toId('merchant', merchant),
      merchant_contains: merchant_contains ?? null,
      account_id: toId('account', account),
      direction: direction ?? null,
      category_id: toId('category', category),
      ready_to_assign: toFlag(row['ready_to_assign']),
    }),
    categorizations: ({ merchant, category, ready_to_assign }, { toId }) => ({
      merchant_id: toId('merchant', merchant),
      category_id: toId('category', category),
      ready_to_assign: toFlag(ready_to_assign),
    }),
    reconciliations: ({ account, date, balance, at }, { toId, toMoney }) => ({
      account_id: toId('account', account),
      date: date ?? null,
      balance: toMoney(balance),
      reconciled_at: toInstant(at),
    }),
  }

/** The move as it is stored: the code that moves budgets in reads it again. */
const toMoveFact = ({ at, source, answers, said }: ContentMove): ArchiveFact => ({
  at: toInstant(at),
  source,
  answers,
  said: Buffer.from(said).toString('base64'),
})

const listBalances = ({ toId, toMoney }: FactContext, { accounts }: WorkspaceStore): ArchiveFact[] =>
  accounts.list().map(({ seq, cleared_balance, pending_balance }) => ({
    account_id: toId('account', seq),
    cleared_balance: toMoney(cleared_balance),
    pending_balance: toMoney(pending_balance),
  }))

/** Lists the figures of every month from the first to the last one with an amount. */
function listFigures({ toId, toMoney }: FactContext, store: WorkspaceStore): ArchiveFact[] {
  const totals = [...store.monthTotals.iterate()].filter(
    ({ assigned, activity, credit }) => assigned !== 0n || activity !== 0n || credit !== 0n,
  )
  const [first, last] = [totals[0]?.month, totals.at(-1)?.month]
  if (first === undefined || last === undefined) return []
  const categories = store.categories.list().toSorted((a, b) => a.seq - b.seq)
  return computeMonths({ first, last }, readMonthInput(store, categories)).flatMap(
    ({ month, parts, categories: figures }) => [
      { month, category_id: null, ready_to_assign: toMoney(parts.ready_to_assign) },
      ...categories.flatMap(({ seq }) => {
        const { assigned, activity, available } = figures.get(seq) ?? noFigures
        if (assigned === 0n && activity === 0n && available === 0n) return []
        return {
          month,
          category_id: toId('category', seq),
          assigned: toMoney(assigned),
          activity: toMoney(activity),
          available: toMoney(available),
        }
      }),
    ],
  )
}

/** Yields the transactions by month. A month is read while its facts are. */
function* readTransactions(context: FactContext, store: WorkspaceStore): Generator<ArchiveTable> {
  const rows = store.exportedRows.iterateAll()
  let next = rows.next()
  function* readMonth(month: string): Generator<ArchiveFact> {
    for (; !next.done && toMonth(next.value[1]) === month; next = rows.next())
      yield toTransactionFact(next.value, context, store)
  }
  while (!next.done) {
    const month = toMonth(next.value[1])
    const facts = readMonth(month)
    yield { name: `transactions/${month}`, facts }
    for (const _ of facts); // what the reader left out
  }
}

function toTransactionFact(
  [seq, date, amount, account, _card, merchant, category, toAssign, notes, ...rest]: StoredTransaction,
  context: FactContext,
  store: WorkspaceStore,
): ArchiveFact {
  const [status, review_status, auto, split, pair, transfer_account, deleted, created_at, updated_at] = rest
  const { toId, toMoney } = context
  const lines = toFlag(split) ? store.exportedRows.listLines(seq) : undefined
  return {
    id: toId('transaction', seq),
    date,
    amount: toMoney(amount),
    account_id: toId('account', account),
    merchant_id: toId('merchant', merchant),
    category_id: toId('category', category),
    ready_to_assign: toFlag(toAssign),
    notes,
    status,
    review_status,
    is_automatic: toFlag(auto),
    transfer_id: toId('transaction', pair),
    transfer_account_id: toId('account', transfer_account),
    splits: lines?.map((line) => toSplitFact(line, context)) ?? null,
    deleted: toFlag(deleted),
    created_at: toInstant(created_at),
    updated_at: toInstant(updated_at),
  }
}

const toSplitFact = (
  { amount, category, ready_to_assign, notes }: StoredSplit,
  { toId, toMoney }: FactContext,
): ArchiveFact => ({
  amount: toMoney(amount),
  category_id: toId('category', category),
  ready_to_assign: ready_to_assign === 1,
  notes,
})
