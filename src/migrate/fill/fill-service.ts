/**
 * Moves a budget into a workspace of a service: reads what is there, and creates what is missing. The service itself
 * says how far an earlier run came, so a move that was stopped goes on wherever it is started again.
 */

import type { BudgetApi } from '../../contract/api.ts'
import { groupBy } from '../../contract/group-by.ts'
import { type Account, isCreditAccountType } from '../../contract/operations/accounts.ts'
import { maxBatchSize } from '../../contract/operations/transactions.ts'
import type { ContentTransaction, WorkspaceContent } from '../../contract/ports/workspace-content.ts'
import { getCurrencyDecimals } from '../../money/currency.ts'
import { formatAmount, parseTotal } from '../../money/minor-units.ts'
import { isCreatedSide, needsCategoryRequest } from './count-requests.ts'
import {
  assertNothingElse,
  createTransactionKeys,
  type Found,
  notEmptyError,
  readService,
} from './service-state.ts'

/** What a move into a service uses. */
export interface FillServiceOptions {
  api: BudgetApi
  content: WorkspaceContent
  /** Called after each write. */
  reportWrite: () => void
}

interface MoveContext extends FillServiceOptions {
  accountIds: Map<number, string>
  categoryIds: Map<number, string>
  toMoney: (minor: bigint) => string
}

/**
 * Creates everything that the service does not have yet.
 * @throws UserError when the workspace has something that is not in the budget
 */
export async function fillService(options: FillServiceOptions): Promise<void> {
  const { api, content } = options
  const found = await readService(api)
  assertNothingElse(content, found)
  const decimals = getCurrencyDecimals(content.currency)
  const context: MoveContext = {
    ...options,
    accountIds: new Map(),
    categoryIds: new Map(),
    toMoney: (minor) => formatAmount(minor, decimals),
  }
  await createAccounts(context, found)
  await createCategories(context, found)
  await createTransactions(context, found)
  await assignMoney(context, found.accounts.length > 0)
  await finishAccountsAndCategories(context, found)
}

async function createAccounts(context: MoveContext, { accounts: there }: Found): Promise<void> {
  const { api, content, accountIds, reportWrite } = context
  const rest = [...there]
  for (const { seq, name, type } of content.accounts) {
    const known = rest.findIndex((account) => account.name === name && account.type === type)
    const [account] = known < 0 ? [] : rest.splice(known, 1)
    if (account) {
      accountIds.set(seq, account.id)
      continue
    }
    const created = await api.createAccount({ body: { name, type: type as Account['type'] } }) // the plan has only account types
    accountIds.set(seq, created.account.id)
    reportWrite()
  }
}

/** A new category becomes the first of its group, so the last one is created first. */
async function createCategories(context: MoveContext, { groups: there }: Found): Promise<void> {
  const { api, content, categoryIds, reportWrite } = context
  const own = there.filter(({ system }) => !system)
  for (const group of content.groups) {
    if (group.system) continue
    const known = own.find(({ name }) => name === group.name)
    const { id } = known ?? (await api.createCategoryGroup({ body: { name: group.name } })).category_group
    if (!known) reportWrite()
    const categories = content.categories.filter((category) => category.group === group.seq)
    for (const { seq, name } of categories.toReversed()) {
      const there = known?.categories.find((category) => category.name === name)
      const category = there ?? (await api.createCategory({ body: { name, group_id: id } })).category
      if (!there) reportWrite()
      categoryIds.set(seq, category.id)
    }
  }
  await findPaymentCategories(context)
}

/** The service creates the payment category of a card with the account. */
async function findPaymentCategories({ api, content, categoryIds }: MoveContext): Promise<void> {
  if (!content.accounts.some(({ type }) => isCreditAccountType(type))) return
  const { category_groups } = await api.listCategories({})
  const payments = category_groups.flatMap(({ system, categories }) => (system ? categories : []))
  for (const { seq, name, card } of content.categories) {
    const payment = card === null ? -1 : payments.findIndex((category) => category.name === name)
    const [category] = payment < 0 ? [] : payments.splice(payment, 1)
    if (category) categoryIds.set(seq, category.id)
  }
}

/** Creates the transactions that are missing; those that are there must all be of this budget. */
async function createTransactions(context: MoveContext, { transactions: there }: Found): Promise<void> {
  const { content, accountIds, categoryIds } = context
  const keys = createTransactionKeys(content, { accounts: accountIds, categories: categoryIds })
  const known = groupBy(there, keys.ofService)
  const [regular, transfers]: ContentTransaction[][] = [[], []]
  for (const row of content.transactions) {
    const same = known.get(keys.ofContent(row))?.pop()
    if (same && needsCategoryRequest(row) && keys.toServicePlace(same) !== keys.toPlace(row))
      await setCategory(context, same.id, row)
    if (same) continue
    if (row.pair === null) regular?.push(row)
    else transfers?.push(row)
  }
  const extra = [...known.values()].flat()[0]
  if (extra) throw notEmptyError(`a transaction on ${extra.date} for ${extra.amount} that is not in the file`)
  await createRegular(context, regular ?? [])
  await createTransfers(context, transfers ?? [])
}

async function createRegular(context: MoveContext, rows: readonly ContentTransaction[]): Promise<void> {
  const { api, content, reportWrite } = context
  const merchants = new Map(content.merchants.map(({ seq, name }) => [seq, name]))
  for (let start = 0; start < rows.length; start += maxBatchSize) {
    const transactions = rows
      .slice(start, start + maxBatchSize)
      .map((row) => toDraft(context, row, row.merchant === null ? undefined : merchants.get(row.merchant)))
    await api.createTransactions({ body: { transactions } })
    reportWrite()
  }
}

function toDraft(context: MoveContext, row: ContentTransaction, merchant_name: string | undefined) {
  const { accountIds, toMoney } = context
  return {
    account_id: accountIds.get(row.account) ?? '',
    date: row.date,
    ...(merchant_name !== undefined && { merchant_name }),
    ...(row.notes !== null && { notes: row.notes }),
    status: row.status === 'pending' ? ('pending' as const) : ('cleared' as const),
    review_status: row.review_status,
    ...(row.splits
      ? {
          splits: row.splits.map((line) => ({
            amount: toMoney(line.amount),
            ...toPlaceFields(context, line),
            ...(line.notes !== null && { notes: line.notes }),
          })),
        }
      : { amount: toMoney(row.amount), ...toPlaceFields(context, row) }),
  }
}

/** Says it also where there is no category: else the service would guess one. */
function toPlaceFields(
  { categoryIds }: MoveContext,
  { category, ready_to_assign }: { category: number | null; ready_to_assign: boolean },
): { category_id: string } | { ready_to_assign: boolean } {
  const category_id = category === null ? undefined : categoryIds.get(category)
  return category_id === undefined ? { ready_to_assign } : { category_id }
}

/** Creates transfers one by one, as the API asks for; `sides` has both sides of each. */
async function createTransfers(context: MoveContext, sides: readonly ContentTransaction[]): Promise<void> {
  const { api, accountIds, categoryIds, toMoney, reportWrite } = context
  const bySeq = new Map(sides.map((side) => [side.seq, side]))
  for (const side of sides) {
    const other = side.pair === null ? undefined : bySeq.get(side.pair)
    if (!isCreatedSide(side) || !other) continue
    const category_id = side.category === null ? undefined : categoryIds.get(side.category)
    const { transactions = [] } = await api.createTransactions({
      body: {
        transaction: {
          type: 'transfer',
          from_account_id: accountIds.get(side.account) ?? '',
          to_account_id: accountIds.get(other.account) ?? '',
          amount: toMoney(-side.amount),
          date: side.date,
          ...(category_id !== undefined && { category_id }),
          ...(side.notes !== null && { notes: side.notes }),
          status: side.status === 'pending' ? 'pending' : 'cleared',
          review_status: side.review_status,
        },
      },
    })
    reportWrite()
    for (const row of [side, other]) {
      const created = transactions.find(({ account_id }) => account_id === accountIds.get(row.account))
      if (created && needsCategoryRequest(row)) await setCategory(context, created.id, row)
    }
  }
}

async function setCategory(
  context: MoveContext,
  transaction_id: string,
  row: ContentTransaction,
): Promise<void> {
  await context.api.updateTransaction({ transaction_id, body: toPlaceFields(context, row) })
  context.reportWrite()
}

/** Assigns the money of each month; where an earlier run may have assigned some, only what differs. */
async function assignMoney(context: MoveContext, isResumed: boolean): Promise<void> {
  const { api, content, categoryIds, toMoney, reportWrite } = context
  const decimals = getCurrencyDecimals(content.currency)
  for (const [month, assignments] of groupBy(content.assignments, (assignment) => assignment.month)) {
    const assigned = new Map<string, bigint>()
    if (isResumed) {
      const { month: there } = await api.getMonth({ month })
      for (const category of there.category_groups.flatMap(({ categories }) => categories))
        assigned.set(category.id, parseTotal(category.assigned, decimals))
    }
    for (const { category, assigned: amount } of assignments) {
      const category_id = categoryIds.get(category)
      if (category_id === undefined || assigned.get(category_id) === amount) continue
      await api.assignCategory({ month, category_id, body: { assigned: toMoney(amount) } })
      reportWrite()
    }
  }
}

/** Archives and closes at the end: closed accounts take no transactions. */
async function finishAccountsAndCategories(context: MoveContext, found: Found): Promise<void> {
  const { api, content, accountIds, categoryIds, reportWrite } = context
  const archivedBefore = new Set(
    found.groups.flatMap(({ categories }) =>
      categories.filter(({ archived }) => archived).map(({ id }) => id),
    ),
  )
  for (const { seq, archived, card } of content.categories) {
    const category_id = categoryIds.get(seq)
    if (!archived || card !== null || category_id === undefined || archivedBefore.has(category_id)) continue
    await api.updateCategory({ category_id, body: { archived } })
    reportWrite()
  }
  for (const { seq, closed, notes } of content.accounts) {
    const account_id = accountIds.get(seq)
    const before = found.accounts.find(({ id }) => id === account_id)
    if (
      account_id === undefined ||
      ((before?.closed ?? false) === closed && (before?.notes ?? null) === notes)
    )
      continue
    await api.updateAccount({
      account_id,
      body: { ...(closed && { closed }), ...(notes !== null && { notes }) },
    })
    reportWrite()
  }
}
