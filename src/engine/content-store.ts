/** Reads the content of a workspace as a whole, and writes what a newer file of its budget changes in it. */

import { toNameKey } from '../contract/normalize-name.ts'
import { isCreditAccountType } from '../contract/operations/accounts.ts'
import type {
  ContentChanges,
  ContentStore,
  StoredContent,
  WorkspaceContent,
} from '../contract/ports/workspace-content.ts'
import type { NewWorkspaceTables } from '../store/new-workspace-tables.ts'
import { readSplit, readTransaction, type TransactionRow } from '../store/transaction-row-mapping.ts'
import { openWorkspaceStore, type WorkspaceStore } from '../store/workspace-store.ts'
import { createRequestContext, type EngineOptions } from './budget/request-context.ts'
import { updateMerchantHistory } from './budget/resolve-merchant.ts'
import { openRunningTotals } from './budget/running-totals.ts'
import { checkAssignmentsAndRules } from './content/check-assignments-and-rules.ts'
import { checkNames, type NamedRows } from './content/check-names.ts'
import { createTransactionChecks } from './content/check-transactions.ts'
import { fillWorkspace, toRow } from './fill-workspace.ts'

/** Returns the content of an open workspace. */
export const createContentStore = (options: EngineOptions): ContentStore => ({
  read: () => options.store.read(() => readContent(options.store)),
  update: (changes) => options.store.write(() => updateContent(options, changes)),
})

/**
 * Returns a workspace in memory with this content, for comparisons: it is in no file.
 * @throws InvalidContentError for content that no workspace may have
 */
export function openTemporaryStore(content: WorkspaceContent): WorkspaceStore {
  const store = openWorkspaceStore(':memory:', () => ({
    currency: content.currency,
    id_salt: 'T'.repeat(16),
  }))
  store.write(() => fillWorkspace(store.newRows, content))
  return store
}

function readContent(store: WorkspaceStore): StoredContent {
  const names = readNames(store)
  const { listTable, listLines, iterateAll } = store.exportedRows
  const listSplits = (seq: number) => listLines(seq).map(readSplit)
  const move = store.moves.getLatest()
  const next = (table: string): number => store.history.lastKey(table) + 1
  return {
    ...store.settings,
    ...names,
    transactions: [...iterateAll()].map((stored) => readTransaction(stored, listSplits)),
    assignments: listTable('assignments').map(({ month, category, assigned }) => ({
      month: String(month),
      category: Number(category),
      assigned: BigInt(assigned ?? 0),
    })),
    targets: store.targets.list(),
    ...(move && { move }),
    next: {
      accounts: next('accounts'),
      groups: next('category_groups'),
      categories: next('categories'),
      merchants: next('merchants'),
      transactions: next('transactions'),
    },
  }
}

type Names = Pick<WorkspaceContent, 'accounts' | 'groups' | 'categories' | 'merchants'>

const readNames = ({ accounts, exportedRows }: WorkspaceStore): Names => ({
  accounts: accounts.listAll(),
  groups: exportedRows.listTable('groups').map(({ seq, name, system, position }) => ({
    seq: Number(seq),
    name: String(name),
    system: system === 1,
    position: Number(position),
  })),
  categories: exportedRows.listTable('categories').map((row) => ({
    seq: Number(row['seq']),
    name: String(row['name']),
    group: Number(row['category_group']),
    card: row['card'] === null ? null : Number(row['card']),
    archived: row['archived'] === 1,
    deleted: row['deleted'] === 1,
    position: Number(row['position']),
  })),
  merchants: exportedRows.listTable('merchants').map((row) => ({
    seq: Number(row['seq']),
    name: String(row['name']),
    deleted: row['deleted'] === 1,
    created_at: Number(row['created_at']),
    updated_at: Number(row['updated_at']),
  })),
})

const replaceBySeq = <Row extends { seq: number }>(rows: readonly Row[], changed: readonly Row[]): Row[] => [
  ...new Map([...rows, ...changed].map((row) => [row.seq, row])).values(),
]

/** Writes the changes. The workspace that they lead to is checked by the rules of one that is filled. */
function updateContent(options: EngineOptions, changes: ContentChanges): void {
  const { store } = options
  const before = readNames(store)
  const plans = { snoozes: [], rules: [], schedules: [], scheduleDates: [] }
  const nothing = { ...plans, categorizations: [], reconciliations: [] }
  const after: WorkspaceContent = {
    currency: store.settings.currency,
    accounts: replaceBySeq(before.accounts, changes.accounts),
    groups: replaceBySeq(before.groups, changes.groups),
    categories: replaceBySeq(before.categories, changes.categories),
    merchants: replaceBySeq(before.merchants, changes.merchants),
    transactions: changes.transactions,
    assignments: changes.assignments,
    targets: changes.targets,
    ...nothing,
  }
  const names = checkNames(after)
  checkAssignmentsAndRules(after, names.known)
  writeNames(store, before, { changes, names })
  writeTransactions(options, changes, names)
  for (const { month, category, assigned } of changes.assignments)
    store.monthTotals.assign(month, category, assigned)
  for (const category of changes.withoutTarget) store.targets.clear(category)
  for (const target of changes.targets) store.targets.set(target)
  store.moves.insert(changes.move)
}

function writeNames(
  store: WorkspaceStore,
  before: Names,
  { changes, names }: { changes: ContentChanges; names: NamedRows },
): void {
  const tables: NewWorkspaceTables = store.newRows
  const isNew = (rows: readonly { seq: number }[]) => {
    const known = new Set(rows.map(({ seq }) => seq))
    return ({ seq }: { seq: number }): boolean => !known.has(seq)
  }
  tables.insertAccounts([...names.known.accounts.values()].filter(isNew(before.accounts)))
  tables.insertGroups(names.groups.filter(isNew(before.groups)))
  tables.insertCategories(names.categories.filter(isNew(before.categories)))
  tables.insertMerchants(names.merchants.filter(isNew(before.merchants)))
  store.merchants.clearCache()
  const [isNewAccount, isNewGroup] = [isNew(before.accounts), isNew(before.groups)]
  for (const account of changes.accounts)
    if (!isNewAccount(account)) {
      const known = store.accounts.get(account.seq)
      if (known) store.accounts.update({ ...known, ...account })
    }
  for (const group of changes.groups)
    if (!isNewGroup(group)) store.groups.rename(group.seq, group.name, toNameKey(group.name))
  for (const category of changes.categories) {
    const { seq, name, group, archived } = category
    const known = before.categories.find((row) => row.seq === seq)
    if (!known) continue
    if (known.group !== group) store.categories.move(seq, { group, name, key: toNameKey(name) })
    else if (known.name !== name) store.categories.rename(seq, name, toNameKey(name))
    if (known.archived !== archived) store.categories.setArchived(seq, archived)
  }
}

function writeTransactions(options: EngineOptions, changes: ContentChanges, { known }: NamedRows): void {
  const { store } = options
  const context = createRequestContext(options)
  const totals = openRunningTotals(context)
  const checks = createTransactionChecks(known)
  const written: TransactionRow[] = []
  for (const content of changes.transactions) {
    checks.check(content)
    const row = toRow(content, isCreditAccountType(known.accounts.get(content.account)?.type ?? ''))
    const old = store.transactions.get(row.seq)
    if (old) {
      store.transactions.update(row)
      totals.change(old, row)
    } else totals.insert(row)
    if (!row.deleted) written.push(row)
  }
  checks.checkAllPaired()
  totals.flush()
  for (const row of written) updateMerchantHistory(context, row, { isChosen: false })
}
