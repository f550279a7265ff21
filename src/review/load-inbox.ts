/** Reads the inbox: what needs review or has no category, and the history that suggestions come from. */

import type { WorkspaceContext } from '../command/context.ts'
import type { AccountSummary } from '../command/names/name-cache.ts'
import type { NameIndex } from '../command/names/resolve-name.ts'
import { toNameKey } from '../contract/normalize-name.ts'
import { maxPageSize, type Transaction } from '../contract/operations/transactions.ts'
import { paginateTransactions } from '../contract/paginate.ts'
import { addMonths, toMonth } from '../money/calendar.ts'
import { isNegative } from '../money/decimal.ts'
import { readRowSources } from '../transactions/read-row-sources.ts'
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
  /** What is to be reviewed, newest first. */
  transactions: Transaction[]
  rows: ReviewRow[]
  suggester: CategorySuggester
}

/** Local suggestions learn from so many months. */
const HISTORY_MONTHS = 24

/**
 * Reads the inbox. Where requests are limited, it finds uncategorized transactions that were approved only among the
 * newest, unless a filter says where to look.
 */
export async function loadInbox(context: WorkspaceContext, filters: TransactionFilterFlags): Promise<Inbox> {
  const {
    workspace: { api, names, isShared, admin, openImportStore },
    invocation: { signal },
  } = context
  const keeps = await buildLocalFilter(filters, names)
  const accounts = await names.accounts()
  const service = serviceFilters(filters)
  const found = new Map<string, Transaction>()
  const take = (row: Transaction): void => {
    const isOpen = row.review_status === 'needs_review' || listUncategorizedLines(row, accounts).length > 0
    if (isOpen && !row.deleted && (keeps?.(row) ?? true)) found.set(row.id, row)
  }
  const isFiltered = Object.keys(service).length > 0
  const inFilter = isFiltered ? service : { review_status: 'needs_review' as const }
  for await (const page of paginateTransactions(api, inFilter, signal)) page.forEach(take)
  const history = await readHistory(context)
  if (!isFiltered) history.forEach(take)
  const transactions = [...found.values()].toSorted((one, other) => compareText(other.date, one.date))
  const suggester = createCategorySuggester({
    transactions: history,
    rules: admin?.listRules(),
    categories: await names.categories(),
  })
  // What is in no file was typed by the user, unless other programs may write too, as on a service.
  const sources = isShared ? undefined : readRowSources(await openImportStore(), transactions, { isShared })
  const isTyped = ({ id }: Transaction): boolean => sources?.listFiles(id).length === 0
  const rows = transactions.map((row) => ({ ...toReviewRow(row, accounts), is_typed: isTyped(row) }))
  return { transactions, rows, suggester }
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
    if (costsRequests) break
  }
  return history
}

const compareText = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)

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

/** Returns the inbox, newest first; suggestions are made when they are read, because those of a large inbox fill the memory. */
export async function listInbox(
  { workspace: { names } }: WorkspaceContext,
  { transactions, rows, suggester }: Inbox,
): Promise<InboxTransaction[]> {
  const categoryNames = new Map((await names.categories()).map(({ id, name }) => [id, name]))
  const listSuggestions = (row: ReviewRow | undefined): SuggestionRecord[] => {
    const suggestions = row && row.fixed_purpose === undefined ? suggester.suggest(row) : []
    return suggestions.slice(0, MAX_LISTED).map(({ category, reason, is_sure }) => ({
      category_id: category === 'rta' ? null : category,
      category_name: category === 'rta' ? 'Ready to Assign' : (categoryNames.get(category) ?? ''),
      ready_to_assign: category === 'rta',
      reason,
      is_sure,
    }))
  }
  return transactions.map((transaction, at) => ({
    ...transaction,
    get suggestions() {
      return listSuggestions(rows[at])
    },
  }))
}
