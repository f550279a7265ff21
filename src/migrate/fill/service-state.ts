/** Reads what a workspace of a service has, and refuses what is not of the budget that moves in. */

import type { BudgetApi } from '../../contract/api.ts'
import { UserError } from '../../contract/errors.ts'
import { toNameKey } from '../../contract/normalize-name.ts'
import type { Account } from '../../contract/operations/accounts.ts'
import type { CategoryGroup } from '../../contract/operations/categories.ts'
import type { Transaction } from '../../contract/operations/transactions.ts'
import { paginateTransactions } from '../../contract/paginate.ts'
import type {
  ContentSplit,
  ContentTransaction,
  WorkspaceContent,
} from '../../contract/ports/workspace-content.ts'
import { getCurrencyDecimals } from '../../money/currency.ts'
import { formatAmount, parseTotal } from '../../money/minor-units.ts'

/** What the service has before the move, or after an earlier run of it. */
export interface Found {
  accounts: readonly Account[]
  groups: readonly CategoryGroup[]
  transactions: readonly Transaction[]
}

/** Reads the workspace. */
export async function readService(api: BudgetApi): Promise<Found> {
  const { accounts } = await api.listAccounts({ query: { include_closed: true } })
  const { category_groups: groups } = await api.listCategories({})
  const transactions: Transaction[] = []
  for await (const page of paginateTransactions(api)) transactions.push(...page)
  return { accounts, groups, transactions }
}

/** Returns the error for a workspace that has something else. */
export const notEmptyError = (what: string): UserError =>
  new UserError('conflict', `The remote workspace is not empty: it has ${what}`, {
    hint: 'Move into a workspace without accounts and categories, or continue with the same file and flags',
  })

/**
 * Asserts before the first write that every account, group and category is one of the budget.
 * @throws UserError otherwise
 */
export function assertNothingElse(content: WorkspaceContent, found: Found): void {
  const { accounts, groups } = found
  assertKnownTransactions(content, found)
  const account = findOther(accounts, content.accounts)
  if (account) throw notEmptyError(`the account ${account.name}`)
  const own = groups.filter(({ system }) => !system)
  const planned = content.groups.filter(({ system }) => !system)
  const group = findOther(own, planned)
  if (group) throw notEmptyError(`the group ${group.name}`)
  for (const { name, categories } of own) {
    const seq = planned.find((candidate) => candidate.name === name)?.seq
    const category = findOther(
      categories,
      content.categories.filter((candidate) => candidate.group === seq),
    )
    if (category) throw notEmptyError(`the category ${name}: ${category.name}`)
  }
}

/** Returns the first thing there that is not planned: names may repeat as often as they are planned. */
function findOther<Thing extends { name: string }>(
  there: readonly Thing[],
  planned: readonly { name: string }[],
): Thing | undefined {
  const names = planned.map(({ name }) => name)
  return there.find(({ name }) => {
    const index = names.indexOf(name)
    if (index >= 0) names.splice(index, 1)
    return index < 0
  })
}

/** Asserts that each transaction there has the account, date and amount of a planned one. */
function assertKnownTransactions(content: WorkspaceContent, { transactions }: Found): void {
  if (transactions.length === 0) return
  const decimals = getCurrencyDecimals(content.currency)
  const names = new Map(content.accounts.map(({ seq, name }) => [seq, name]))
  const planned = new Map<string, number>()
  for (const { account, date, amount } of content.transactions) {
    const key = JSON.stringify([names.get(account), date, String(amount)])
    planned.set(key, (planned.get(key) ?? 0) + 1)
  }
  for (const { account_name, date, amount } of transactions) {
    const key = JSON.stringify([account_name, date, String(parseTotal(amount, decimals))])
    const left = planned.get(key) ?? 0
    if (left === 0) throw notEmptyError(`a transaction on ${date} for ${amount} that is not in the file`)
    planned.set(key, left - 1)
  }
}

/** The ids that the service gave to the rows of a content, by their `seq`. */
export interface ServiceIds {
  accounts: ReadonlyMap<number, string>
  categories: ReadonlyMap<number, string>
}

type Line = Pick<ContentSplit, 'category' | 'ready_to_assign'>

/** Returns functions that give equal keys to a transaction of the content and to the service's own one. */
export function createTransactionKeys({ currency, merchants }: WorkspaceContent, ids: ServiceIds) {
  const decimals = getCurrencyDecimals(currency)
  const nameBySeq = new Map(merchants.map(({ seq, name }) => [seq, toNameKey(name)]))
  const toMoney = (text: string): string => formatAmount(parseTotal(text, decimals), decimals)
  const toPlace = ({ category, ready_to_assign }: Line): string =>
    ready_to_assign ? 'ready to assign' : category === null ? '' : (ids.categories.get(category) ?? '')
  const toServicePlace = (line: { category_id: string | null; ready_to_assign: boolean }): string =>
    line.ready_to_assign ? 'ready to assign' : (line.category_id ?? '')
  return {
    /** Returns the key of a transaction of the content. The category of a transfer is not part of it. */
    ofContent: (row: ContentTransaction): string =>
      JSON.stringify([
        ids.accounts.get(row.account),
        row.date,
        formatAmount(row.amount, decimals),
        row.notes,
        row.transfer_account === null ? null : ids.accounts.get(row.transfer_account),
        row.merchant === null ? '' : nameBySeq.get(row.merchant),
        row.pair === null ? toPlace(row) : '',
        row.splits?.map((line) => [formatAmount(line.amount, decimals), toPlace(line), line.notes]) ?? null,
      ]),
    /** Returns the key of a transaction of the service. */
    ofService: (row: Transaction): string =>
      JSON.stringify([
        row.account_id,
        row.date,
        toMoney(row.amount),
        row.notes,
        row.transfer_account_id,
        row.merchant_name === null ? '' : toNameKey(row.merchant_name),
        row.type === 'transfer' ? '' : toServicePlace(row),
        row.splits?.map((line) => [toMoney(line.amount), toServicePlace(line), line.notes]) ?? null,
      ]),
    /** Returns where the money of a line goes, in the terms of the service. */
    toPlace,
    toServicePlace,
  }
}
