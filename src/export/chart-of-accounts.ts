/** Names the accounts of an export in double-entry bookkeeping: assets, debts, expenses, income, envelopes. */

import { createDistinctNames, type NameRule } from './distinct-names.ts'
import type { ExportedAccount, ExportFacts } from './export-facts.ts'

/** How a format spells accounts. */
export interface AccountStyle {
  toSafeName: NameRule
  /** Between a name and the number that tells it from an equal one. */
  separator: string
  /** The names of the accounts that are always there, in this format's spelling. */
  words: Readonly<Record<AccountWord, string>>
}

type AccountWord =
  | 'assets'
  | 'liabilities'
  | 'expenses'
  | 'income'
  | 'uncategorized'
  | 'other_income'
  | 'opening'
  | 'tracking'
  | 'transfers'
  | 'budget'
  | 'ready_to_assign'
  | 'funds'
  | 'held'

/** The accounts of an export. Each function returns the full name of an account, the same at each call. */
export interface ChartOfAccounts {
  getAccount(id: string): string
  /** null for lines without a category. */
  getExpenses(category_id: string | null): string
  /** null for income without a merchant. */
  getIncome(merchant_id: string | null): string
  /** null for the hidden envelope of uncategorized lines. */
  getEnvelope(category_id: string | null): string
  /** Starting balances, and what accounts had before the export begins. */
  opening: string
  /** The other side of what changes tracking accounts. */
  tracking: string
  /** The other side of transfers with accounts that are not exported. */
  transfers: string
  readyToAssign: string
  /** The other side of money that enters or leaves the envelopes. */
  funds: string
  /** The money that later months have assigned. */
  held: string
}

/** True for accounts that are debts. */
export const isDebt = ({ type }: Pick<ExportedAccount, 'type'>): boolean =>
  type.startsWith('credit_') || type.startsWith('loan_')

/** Returns the accounts of an export in the spelling of a format. */
export function createChartOfAccounts(facts: ExportFacts, style: AccountStyle): ChartOfAccounts {
  const { words, toSafeName, separator } = style
  const accountNames = nameAccounts(facts, style)
  const categoryNames = nameCategories(facts, style)
  const incomeNames = createDistinctNames(toSafeName, { reserved: [words.other_income], separator })
  const otherIncome = `${words.income}:${words.other_income}`
  const income = new Map<string, string>()
  const getCategory = (id: string): string => categoryNames.get(id) ?? words.uncategorized
  return {
    getAccount: (id) => accountNames.get(id) ?? `${words.assets}:${toSafeName(id)}`,
    getExpenses: createCache(
      (id) => `${words.expenses}:${id === null ? words.uncategorized : getCategory(id)}`,
    ),
    getIncome(merchant_id) {
      if (merchant_id === null) return otherIncome
      const known = income.get(merchant_id)
      if (known !== undefined) return known
      const name = incomeNames.assign(merchant_id, facts.getMerchantName(merchant_id) ?? merchant_id)
      const account = `${words.income}:${name}`
      income.set(merchant_id, account)
      return account
    },
    getEnvelope: createCache(
      (id) => `${words.budget}:${id === null ? words.uncategorized : getCategory(id)}`,
    ),
    opening: words.opening,
    tracking: words.tracking,
    transfers: words.transfers,
    readyToAssign: `${words.budget}:${words.ready_to_assign}`,
    funds: words.funds,
    held: words.held,
  }
}

function createCache<Key>(compute: (key: Key) => string): (key: Key) => string {
  const known = new Map<Key, string>()
  return (key) => {
    const value = known.get(key) ?? compute(key)
    known.set(key, value)
    return value
  }
}

function nameAccounts({ accounts }: ExportFacts, { words, toSafeName, separator }: AccountStyle) {
  const assets = createDistinctNames(toSafeName, { separator })
  const debts = createDistinctNames(toSafeName, { separator })
  return new Map(
    accounts.map((account) => [
      account.id,
      isDebt(account)
        ? `${words.liabilities}:${debts.assign(account.id, account.name)}`
        : `${words.assets}:${assets.assign(account.id, account.name)}`,
    ]),
  )
}

/** Returns `Group:Category` by the id of the category. */
function nameCategories(
  { groups, categories }: ExportFacts,
  { words, toSafeName, separator }: AccountStyle,
): Map<string, string> {
  const reserved = [words.uncategorized, words.ready_to_assign]
  const groupNames = createDistinctNames(toSafeName, { reserved, separator })
  const named = new Map<string, string>()
  for (const group of groups) {
    const groupName = groupNames.assign(group.id, group.name)
    const names = createDistinctNames(toSafeName, { separator })
    for (const { id, name } of categories.filter(({ group_id }) => group_id === group.id))
      named.set(id, `${groupName}:${names.assign(id, name)}`)
  }
  return named
}
