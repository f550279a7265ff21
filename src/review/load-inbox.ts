/** Reads the inbox: what needs review or has no category, and the history that suggestions come from. */

import type { WorkspaceContext } from '../command/context.ts'
import type { AccountSummary } from '../command/names/name-cache.ts'
import type { NameIndex } from '../command/names/resolve-name.ts'
import { toNameKey } from '../contract/normalize-name.ts'
import { maxPageSize, type Transaction } from '../contract/operations/transactions.ts'
import { paginateTransactions } from '../contract/paginate.ts'
import { addMonths, toMonth } from '../money/calendar.ts'
import { isNegative } from '../money/decimal.ts'
import { readImportedIds } from '../transactions/read-row-sources.ts'
import { type CategorySuggester, createCategorySuggester } from '../transactions/suggest-category.ts'
import {
  buildLocalFilter,
  serviceFilters,
  type TransactionFilterFlags,
} from '../transactions/transaction-filters.ts'
import { listUncategorizedLines } from '../transactions/uncategorized.ts'
import type { ReviewChoice, ReviewGroup, ReviewRow } from './review-state.ts'
import type { InboxTransaction, SuggestionRecord } from './review-view.ts'

/** The inbox. */
export interface Inbox {
  /** Yields what is to be reviewed in pages, newest first. */
  read(): AsyncGenerator<Transaction[], void, undefined>
  /** True if a transaction of the filters needs review or has no category. */
  isOpen(transaction: Transaction): boolean
  /** Returns a transaction as the review sees it. */
  toRow(transaction: Transaction): ReviewRow
  suggester: CategorySuggester
}

/** So many rows are written at a time, because the text of a page is long. */
const PAGE_ROWS = 100

/** Local suggestions learn from so many months. */
const HISTORY_MONTHS = 24

/**
 * Prepares the inbox and its suggestions. Where requests are limited, it finds uncategorized transactions that were
 * approved only among the newest, unless a filter says where to look.
 */
export async function loadInbox(context: WorkspaceContext, filters: TransactionFilterFlags): Promise<Inbox> {
  const {
    workspace: { api, names, isShared, admin, openImportStore },
    invocation: { signal },
  } = context
  const keeps = await buildLocalFilter(filters, names)
  const accounts = await names.accounts()
  const service = serviceFilters(filters)
  const isOpen = (row: Transaction): boolean =>
    (row.review_status === 'needs_review' || listUncategorizedLines(row, accounts).length > 0) &&
    !row.deleted &&
    (keeps?.(row) ?? true)
  const isFiltered = Object.keys(service).length > 0
  const inFilter = isFiltered ? service : { review_status: 'needs_review' as const }
  const history = await readHistory(context)
  const approved = history.filter((row) => row.review_status !== 'needs_review' && isOpen(row))
  const pages = () => paginateTransactions(api, inFilter, signal)
  const suggester = createCategorySuggester({
    transactions: history,
    rules: admin?.listRules(),
    categories: await names.categories(),
  })
  // What is in no file was typed by the user, unless other programs may write too, as on a service.
  const imports = isShared ? undefined : await openImportStore()
  let imported: ReadonlySet<string> | undefined
  const toRow = (transaction: Transaction): ReviewRow => {
    const row = toReviewRow(transaction, accounts)
    // The ids of a large import fill the memory, and only a row that has a category asks for them.
    if (imports && row.category !== undefined) imported ??= readImportedIds(imports)
    return { ...row, is_typed: row.category !== undefined && imported?.has(row.id) === false }
  }
  return {
    read: () => mergeByDate(pages(), { isOpen, others: isFiltered ? [] : approved }),
    isOpen,
    toRow,
    suggester,
  }
}

/** Yields the open rows of the pages and the other rows, newest first. */
async function* mergeByDate(
  pages: AsyncIterable<Transaction[]>,
  { isOpen, others }: { isOpen: (row: Transaction) => boolean; others: readonly Transaction[] },
): AsyncGenerator<Transaction[], void, undefined> {
  // On a service a row may be approved between the two requests that list it.
  const ids = new Set(others.map(({ id }) => id))
  let next = 0
  for await (const page of pages) {
    const merged: Transaction[] = []
    for (const row of page) {
      if (!isOpen(row) || ids.has(row.id)) continue
      for (let other = others[next]; other && other.date > row.date; other = others[++next])
        merged.push(other)
      merged.push(row)
    }
    yield merged
  }
  yield others.slice(next)
}

/** Returns the inbox as one list. */
export async function readInbox({ read }: Inbox): Promise<Transaction[]> {
  const transactions: Transaction[] = []
  for await (const page of read()) transactions.push(...page)
  return transactions
}

/** Reads what suggestions learn from: two years of a local workspace, the newest page of a remote one. */
export async function readHistory({
  workspace: { api, costsRequests },
  invocation: { today, signal },
}: Pick<WorkspaceContext, 'workspace' | 'invocation'>): Promise<Transaction[]> {
  const recent = !costsRequests ? { since_date: `${addMonths(toMonth(today), -HISTORY_MONTHS)}-01` } : {}
  const history: Transaction[] = []
  for await (const page of paginateTransactions(api, { ...recent, limit: maxPageSize }, signal)) {
    history.push(...page)
    if (costsRequests && history.length > 0) break
  }
  return history
}

/** Returns a transaction as the review sees it. */
function toReviewRow(row: Transaction, accounts: readonly AccountSummary[]): ReviewRow {
  return {
    id: row.id,
    date: row.date,
    account_id: row.account_id,
    account_name: row.account_name,
    merchant_id: row.merchant_id,
    merchant_name: row.merchant_name ?? '',
    amount: row.amount,
    notes: row.notes ?? '',
    category: row.ready_to_assign ? 'rta' : (row.category_id ?? undefined),
    fixed_purpose: describeFixedPurpose(row, accounts),
    can_transfer: row.type === 'regular' && row.splits === null && row.status !== 'reconciled',
  }
}

/** Returns what a transaction has instead of one category; undefined if it has or needs one. */
function describeFixedPurpose(row: Transaction, accounts: readonly AccountSummary[]): string | undefined {
  if (row.splits) return `Split (${row.splits.length})`
  const isOnBudget = (id: string | null): boolean =>
    accounts.find((account) => account.id === id)?.on_budget === true
  if (row.type === 'transfer') {
    const needsCategory = isOnBudget(row.account_id) && !isOnBudget(row.transfer_account_id)
    if (needsCategory) return undefined
    const other = accounts.find(({ id }) => id === row.transfer_account_id)?.name ?? 'another account'
    return `Transfer ${isNegative(row.amount) ? 'to' : 'from'} ${other}`
  }
  return isOnBudget(row.account_id) ? undefined : 'No category needed'
}

/** Returns the categories to choose from; those of credit cards and archived ones cannot be chosen. */
export async function listCategoryChoices({
  categories,
}: Pick<NameIndex, 'categories'>): Promise<ReviewChoice[]> {
  const usable = (await categories()).filter(({ archived, system }) => !archived && !system)
  return [
    ...usable.map(({ id, name, group_name }) => ({
      value: id,
      label: `${group_name}/${name}`,
      short_name: name,
    })),
    { value: 'rta', label: 'Ready to Assign (rta)', short_name: 'Ready to Assign' },
  ]
}

/** Returns the groups that can get a new category; that of credit cards cannot. */
export const listGroupChoices = async ({ groups }: Pick<NameIndex, 'groups'>): Promise<ReviewGroup[]> =>
  (await groups())
    .filter(({ system }) => !system)
    .map(({ id, name, categories }) => ({
      value: id,
      label: name,
      taken_names: categories.filter(({ archived }) => archived).map((category) => toNameKey(category.name)),
    }))

/** Returns the open accounts to choose from. */
export const listAccountChoices = async ({
  accounts,
}: Pick<NameIndex, 'accounts'>): Promise<ReviewChoice[]> =>
  (await accounts()).filter(({ closed }) => !closed).map(({ id, name }) => ({ value: id, label: name }))

/** So many suggestions of a transaction are listed. */
const MAX_LISTED = 5

/** Yields the inbox, newest first, in pages: the suggestions of a large inbox would fill the memory. */
export async function* listInbox(
  { workspace: { names } }: WorkspaceContext,
  { read, toRow, suggester }: Inbox,
): AsyncGenerator<InboxTransaction[], void, undefined> {
  const categoryNames = new Map((await names.categories()).map(({ id, name }) => [id, name]))
  const listSuggestions = (transaction: Transaction): SuggestionRecord[] => {
    const row = toRow(transaction)
    const suggestions = row.fixed_purpose === undefined ? suggester.suggest(row, MAX_LISTED) : []
    return suggestions.map(({ category, reason, is_sure }) => ({
      category_id: category === 'rta' ? null : category,
      category_name: category === 'rta' ? 'Ready to Assign' : (categoryNames.get(category) ?? ''),
      ready_to_assign: category === 'rta',
      reason,
      is_sure,
    }))
  }
  for await (const page of read())
    for (let at = 0; at < page.length; at += PAGE_ROWS)
      yield page
        .slice(at, at + PAGE_ROWS)
        .map((transaction) => ({ ...transaction, suggestions: listSuggestions(transaction) }))
}
