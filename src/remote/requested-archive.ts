/** Reads a remote workspace for archives: what the API tells, and what this computer keeps of it. */

import type { CommandInvocation, CommandWorkspace } from '../command/context.ts'
import { ApiError } from '../contract/errors.ts'
import type { Account } from '../contract/operations/accounts.ts'
import type { Transaction } from '../contract/operations/transactions.ts'
import { paginateTransactions } from '../contract/paginate.ts'
import type { BudgetMonth } from '../contract/ports/budget-months.ts'
import type { ArchiveFact, ArchiveSource, ArchiveTable } from '../contract/ports/export-source.ts'
import { toMonth } from '../money/calendar.ts'
import { getCurrencyDecimals } from '../money/currency.ts'
import { formatAmount } from '../money/minor-units.ts'

/** What no service tells. */
const lacks = [
  'deleted accounts, categories, merchants and transactions',
  'which two transactions are the sides of a transfer',
  'which categories were assigned automatically',
  'assignments in months before the first transaction, or after the last one and this month',
  'targets, snoozes and rules',
]

async function hasSchedules({ workspace: { api } }: ArchiveContext): Promise<boolean> {
  try {
    return (await api.listSchedules({})).schedules.length > 0
  } catch (error) {
    if (error instanceof ApiError && error.name === 'not_found') return false
    throw error
  }
}

/** What a remote archive is read with. */
interface ArchiveContext {
  workspace: Pick<
    CommandWorkspace,
    'api' | 'names' | 'workspace_id' | 'openReportSource' | 'openReconciliations'
  >
  invocation: Pick<CommandInvocation, 'signal' | 'today'>
}

/** Returns what archives read of a remote workspace. */
export async function createRequestedArchive(context: ArchiveContext): Promise<ArchiveSource> {
  const {
    workspace: { workspace_id },
  } = context
  const currency = await context.workspace.names.currency(toMonth(context.invocation.today))
  const decimals = getCurrencyDecimals(currency)
  // Of a schedule the API tells the latest dates only, from which the next one does not follow.
  const left = (await hasSchedules(context)) ? [...lacks, 'schedules'] : lacks
  return {
    readSummary: async () => ({ workspace_id, name: null, currency, lacks: left }),
    async *listTables() {
      const accounts = await listAccounts(context)
      yield* readNames(context, accounts)
      yield* readTransactions(context)
      const months = await listMonths(context)
      yield { name: 'assignments', facts: months.flatMap((month) => toAssignments(month, decimals)) }
      const reconciliations = (await context.workspace.openReconciliations()).list()
      yield { name: 'reconciliations', facts: reconciliations.map((one) => ({ ...one })) }
      yield { name: 'balances', facts: accounts.map(toBalance) }
      yield { name: 'figures', facts: months.flatMap((month) => toFigures(month, decimals)) }
    },
  }
}

const byId = (a: { id: string }, b: { id: string }): number => (a.id < b.id ? -1 : 1)

async function listAccounts({
  workspace: { api },
  invocation: { signal },
}: ArchiveContext): Promise<Account[]> {
  const { accounts } = await api.listAccounts({ query: { include_closed: true } }, signal)
  return accounts.toSorted(byId)
}

async function* readNames(
  { workspace: { api }, invocation: { signal } }: ArchiveContext,
  accounts: readonly Account[],
): AsyncGenerator<ArchiveTable> {
  const { category_groups } = await api.listCategories({}, signal)
  const { merchants } = await api.listMerchants({}, signal)
  yield {
    name: 'accounts',
    facts: accounts.map(
      ({ id, name, type, notes, closed, linked, last_reconciled_at, created_at, updated_at }) => ({
        id,
        name,
        type,
        notes,
        closed,
        linked,
        deleted: false,
        last_reconciled_at,
        created_at,
        updated_at,
      }),
    ),
  }
  const groups = category_groups.map(({ id, name, system }, position) => ({ id, name, system, position }))
  yield { name: 'groups', facts: groups.toSorted(byId) }
  const categories = category_groups.flatMap((group) =>
    group.categories.map(({ id, name, group_id, archived }, position) => {
      const card = group.system ? accounts.find((account) => account.name === name) : undefined
      return { id, name, group_id, card_account_id: card?.id ?? null, archived, deleted: false, position }
    }),
  )
  yield { name: 'categories', facts: categories.toSorted(byId) }
  yield {
    name: 'merchants',
    facts: merchants
      .toSorted(byId)
      .map(({ id, name, created_at, updated_at }) => ({ id, name, deleted: false, created_at, updated_at })),
  }
}

/** Yields the transactions by month; the service lists the newest first. */
async function* readTransactions({
  workspace: { api },
  invocation: { signal },
}: ArchiveContext): AsyncGenerator<ArchiveTable> {
  const months = new Map<string, ArchiveFact[]>()
  for await (const page of paginateTransactions(api, {}, signal))
    for (const row of page) {
      const month = toMonth(row.date)
      const facts = months.get(month) ?? []
      if (facts.length === 0) months.set(month, facts)
      facts.push(toFact(row))
    }
  for (const month of [...months.keys()].toSorted())
    yield { name: `transactions/${month}`, facts: (months.get(month) ?? []).toReversed() }
}

const toFact = (row: Transaction): ArchiveFact => ({
  id: row.id,
  date: row.date,
  amount: row.amount,
  account_id: row.account_id,
  merchant_id: row.merchant_id,
  category_id: row.category_id,
  ready_to_assign: row.ready_to_assign,
  notes: row.notes,
  status: row.status,
  review_status: row.review_status,
  is_automatic: false,
  transfer_id: null,
  transfer_account_id: row.transfer_account_id,
  splits:
    row.splits?.map(({ amount, category_id, ready_to_assign, notes }) => ({
      amount,
      category_id,
      ready_to_assign,
      notes,
    })) ?? null,
  deleted: false,
  created_at: row.created_at,
  updated_at: row.updated_at,
})

async function listMonths({
  workspace: { openReportSource },
  invocation: { today },
}: ArchiveContext): Promise<BudgetMonth[]> {
  const source = await openReportSource()
  const range = await source.readDateRange()
  const last = range && range.last > today ? range.last : today
  return await source.listBudgetMonths(toMonth(range?.first ?? today), toMonth(last))
}

const toAssignments = ({ month, categories }: BudgetMonth, decimals: number): ArchiveFact[] =>
  categories
    .flatMap(({ category_id, assigned }) =>
      category_id === null || assigned === 0n
        ? []
        : [{ month, category_id, assigned: formatAmount(assigned, decimals) }],
    )
    .toSorted((a, b) => (a.category_id < b.category_id ? -1 : 1))

const toBalance = ({ id, cleared_balance, pending_balance }: Account): ArchiveFact => ({
  account_id: id,
  cleared_balance,
  pending_balance,
})

const toFigures = ({ month, parts, categories }: BudgetMonth, decimals: number): ArchiveFact[] => [
  { month, category_id: null, ready_to_assign: formatAmount(parts.ready_to_assign, decimals) },
  ...categories
    .flatMap(({ category_id, assigned, activity, available }) =>
      category_id === null || (assigned === 0n && activity === 0n && available === 0n)
        ? []
        : [
            {
              month,
              category_id,
              assigned: formatAmount(assigned, decimals),
              activity: formatAmount(activity, decimals),
              available: formatAmount(available, decimals),
            },
          ],
    )
    .toSorted((a, b) => (a.category_id < b.category_id ? -1 : 1)),
]
