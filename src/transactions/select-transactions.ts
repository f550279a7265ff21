/** Selects the transactions a command changes: by reference, by the filters of `tx list`, or from a list. */

import type { WorkspaceContext } from '../command/context.ts'
import { UserError } from '../contract/errors.ts'
import {
  maxPageSize,
  type Transaction,
  type TransactionFilters,
} from '../contract/operations/transactions.ts'
import { paginateTransactions } from '../contract/paginate.ts'
import { describeRequestCost, describeTotals, totalTransactions } from './affected-transactions.ts'
import { describeTransaction } from './ask-reconciled.ts'
import type { FoundTransaction } from './find-listed.ts'
import {
  buildLocalFilter,
  matchesServiceFilters,
  serviceFilters,
  type TransactionFilterFlags,
  type TransactionPredicate,
} from './transaction-filters.ts'

/** How many transactions a confirmation lists at most. */
const MAX_LISTED = 20
const ALL_CHOICE = 'all'

/** What a command does with the transactions, in its questions. */
export interface SelectionPurpose {
  /** As in `Clear 3 transactions?`. */
  verb: string
  /** What the transactions get, as in `Change 3 transactions to Category: Household?`. */
  effect?: string
  /** Further filters: transactions that the command has nothing to do with are not selected. */
  only?: Pick<TransactionFilters, 'status' | 'review_status'>
  /** Selects among the deleted transactions instead of the active ones. */
  isOfDeleted?: true
  /** The command asks about what it selected itself. */
  asksItself?: true
}

/** What the user typed. */
export interface SelectionInput {
  ids: readonly string[]
  filters: TransactionFilterFlags
  /** True with --all: everything is meant, so that nothing is asked. @default false */
  all?: boolean
}

/** The ids of the transactions, and the transactions themselves where they were read. */
export interface SelectedTransactions {
  ids: readonly string[]
  found?: readonly FoundTransaction[]
}

/**
 * Returns the transactions that the user means. Those that filters select are shown with their count and sum, and the
 * user is asked. Without ids and filters, the user selects one from a list.
 * @throws UserError when both ids and filters were given, or neither and the user cannot be asked.
 */
export async function selectTransactions(
  context: WorkspaceContext,
  { ids, filters, all = false }: SelectionInput,
  purpose: SelectionPurpose,
): Promise<SelectedTransactions> {
  const isFiltered = hasFilters(filters)
  if (ids.length > 0) {
    if (all || isFiltered) throw new UserError('usage', 'Use either ids or filters, not both')
    return { ids: [...new Set(ids)] }
  }
  if (all || isFiltered) return selectByFilters(context, { filters, all }, purpose)
  const verb = purpose.verb.toLowerCase()
  if (!context.user.isInteractive())
    throw new UserError('usage', `Name the transactions to ${verb}, or use filters such as --merchant`)
  return selectFromList(context, filters, purpose)
}

/** True if any of the filter flags was given. */
export const hasFilters = (filters: TransactionFilterFlags): boolean =>
  Object.values(filters).some((value) => value !== undefined && value !== false)

async function selectByFilters(
  context: WorkspaceContext,
  { filters, all = false }: Omit<SelectionInput, 'ids'>,
  purpose: SelectionPurpose,
): Promise<SelectedTransactions> {
  if (context.workspace.keepMeaning && !hasFilters(filters))
    throw new UserError('usage', 'A draft does not select everything', {
      hint: 'Add a filter such as --since',
    })
  const matching: Transaction[] = []
  for await (const page of listMatching(context, filters, purpose)) matching.push(...page)
  const rows = await keepSelected(context, { what: JSON.stringify([filters, purpose]), rows: matching })
  if (rows.length === 0) context.user.info('No transactions match')
  else if (!all && !purpose.asksItself)
    await context.user.requireConfirmation(
      `${purpose.verb} ${rows.length === 1 ? 'this transaction' : `${rows.length} transactions`}${purpose.effect ? ` to ${purpose.effect}` : ''}?`,
      async () => describeSelection(context, rows, rows.length),
    )
  return { ids: rows.map(({ id }) => id), found: rows.map((row) => ({ row })) }
}

/** Returns the rows that a drafted line selected when it was drafted, as far as it still does; else all of them. */
export async function keepSelected<Row extends { id: string }>(
  { workspace: { keepMeaning } }: Pick<WorkspaceContext, 'workspace'>,
  { what, rows }: { what: string; rows: readonly Row[] },
): Promise<readonly Row[]> {
  if (!keepMeaning) return rows
  const ids = new Set(await keepMeaning(`selection ${what}`, async () => rows.map(({ id }) => id)))
  return rows.filter(({ id }) => ids.has(id))
}

/** Lists the first transactions, the totals of all, and what changing them costs. */
export function describeSelection(
  context: Pick<WorkspaceContext, 'workspace'>,
  rows: readonly Transaction[],
  requests: number,
): string {
  const lines = rows.slice(0, MAX_LISTED).map(describeTransaction)
  const hidden = rows.length - lines.length
  return [
    ...lines,
    ...(hidden > 0 ? [`and ${hidden} more`] : []),
    ...(rows.length > 1 ? [describeTotals(totalTransactions(rows))] : []),
    ...describeRequestCost(context, requests),
  ].join('\n')
}

async function selectFromList(
  context: WorkspaceContext,
  filters: TransactionFilterFlags,
  purpose: SelectionPurpose,
): Promise<SelectedTransactions> {
  let rows: readonly Transaction[] = []
  for await (const page of listMatching(context, filters, purpose)) {
    rows = page
    if (rows.length > 0) break
  }
  if (rows.length === 0) {
    context.user.info('No transactions match')
    return { ids: [] }
  }
  const choices = rows.map((row) => ({ value: row.id, label: describeTransaction(row) }))
  const chosen = await context.user.select(`${purpose.verb} which transaction?`, [
    ...choices,
    ...(rows.length > 1 ? [{ value: ALL_CHOICE, label: 'All of them' }] : []),
  ])
  if (chosen === undefined) throw new UserError('unconfirmed', 'Nothing was changed')
  return chosen === ALL_CHOICE ? selectByFilters(context, { filters }, purpose) : { ids: [chosen] }
}

/** Yields the matching transactions page by page, the newest first. */
async function* listMatching(
  context: WorkspaceContext,
  flags: TransactionFilterFlags,
  { only, isOfDeleted }: SelectionPurpose,
): AsyncGenerator<Transaction[]> {
  const filters = { ...serviceFilters(flags), ...only }
  const keeps: TransactionPredicate = (await buildLocalFilter(flags, context.workspace.names)) ?? (() => true)
  if (isOfDeleted) {
    yield listDeleted(context).filter(matchesServiceFilters(filters)).filter(keeps)
    return
  }
  for await (const page of paginateTransactions(
    context.workspace.api,
    { ...filters, limit: maxPageSize },
    context.invocation.signal,
  ))
    yield page.filter(keeps)
}

/**
 * Lists the deleted transactions.
 * @throws UserError on a remote profile, whose API does not list them.
 */
export function listDeleted({ workspace: { admin } }: WorkspaceContext): Transaction[] {
  if (admin) return admin.listDeletedTransactions()
  throw new UserError('forbidden', 'A remote service cannot list deleted transactions', {
    hint: 'budget tx show ID shows one of them, budget tx restore ID brings it back',
  })
}
