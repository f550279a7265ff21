/** Builds small households in memory, to ask reports about them. */

import type { BudgetApi } from '../../src/contract/api.ts'
import type { TransactionDraft } from '../../src/contract/operations/transactions.ts'
import type { ReportSource } from '../../src/contract/ports/report-source.ts'
import { openEngine } from '../../src/engine/engine.ts'
import { createReportSource } from '../../src/engine/report-source.ts'
import { createFoldingSource } from '../../src/remote/reports/folding-source.ts'
import type {
  Report,
  ReportBuilder,
  ReportInput,
  ReportNames,
  ReportRequest,
} from '../../src/reports/report.ts'
import { openWorkspaceStore } from '../../src/store/workspace-store.ts'

/** The date of all reports about a household, unless a request says another one. */
const TODAY = '2026-11-20'

/** A transaction: `rta` is Ready to Assign, an empty category uncategorized, `→ X` a transfer to an account. */
export type Entry = readonly [
  date: string,
  account: string,
  amount: string,
  merchant: string,
  category: string,
]

/** What a household has. */
export interface HouseholdPlan {
  /** The types of the accounts, by name. */
  accounts: Readonly<
    Record<string, 'banking_checking' | 'credit_credit_card' | 'investment_other' | 'loan_auto'>
  >
  /** The categories by group. */
  groups: Readonly<Record<string, readonly string[]>>
  entries: readonly Entry[]
  /** Amounts by category, by month. */
  assigned?: Readonly<Record<string, Readonly<Record<string, string>>>>
}

/** A household that reports can be built of. */
export interface Household {
  api: BudgetApi
  /** What reports read, as on this computer. */
  source: ReportSource
  input(request?: Partial<ReportRequest>): Promise<ReportInput>
  build(builder: ReportBuilder, request?: Partial<ReportRequest>): Promise<Report>
  /** Returns the id of a category or an account. */
  id(name: string): string
}

/** Loads the names that reports show. */
export async function loadNames(api: BudgetApi): Promise<ReportNames> {
  const { accounts } = await api.listAccounts({ query: { include_closed: true } })
  const { category_groups: groups } = await api.listCategories({})
  const { merchants } = await api.listMerchants({})
  const merchantNames = new Map(merchants.map(({ id, name }) => [id, name]))
  return {
    accounts,
    groups,
    categories: groups.flatMap(({ categories }) => categories),
    getMerchantName: (id) => merchantNames.get(id),
  }
}

/** What a request asks when nothing is said. */
export const plainRequest: ReportRequest = {
  today: TODAY,
  period: undefined,
  by: undefined,
  account_ids: undefined,
  category_ids: undefined,
  compare: undefined,
  top: undefined,
  includesStartingBalances: false,
}

/** Creates a household. */
export async function createHousehold(plan: HouseholdPlan): Promise<Household> {
  const store = openWorkspaceStore(':memory:', () => ({ currency: 'USD', id_salt: '0123456789ABCDEF' }))
  const api = openEngine({ store, now: () => Date.parse(`${TODAY}T12:00:00.000Z`) })
  const ids = new Map<string, string>()
  for (const [name, type] of Object.entries(plan.accounts))
    ids.set(name, (await api.createAccount({ body: { name, type } })).account.id)
  for (const [name, categories] of Object.entries(plan.groups)) {
    const { category_group } = await api.createCategoryGroup({ body: { name } })
    ids.set(name, category_group.id)
    for (const category of categories.toReversed()) {
      const body = { name: category, group_id: category_group.id }
      ids.set(category, (await api.createCategory({ body })).category.id)
    }
  }
  const id = (name: string): string => {
    const found = ids.get(name)
    if (found === undefined) throw new Error(`The household has no ${name}`)
    return found
  }
  for (const entry of plan.entries) await addEntry(api, entry, id)
  for (const [category, months] of Object.entries(plan.assigned ?? {}))
    for (const [month, assigned] of Object.entries(months))
      await api.assignCategory({ month, category_id: id(category), body: { assigned } })
  const input = async (request: Partial<ReportRequest> = {}): Promise<ReportInput> => ({
    source: {
      ...createFoldingSource({ api, getCurrency: async () => 'USD', today: TODAY }),
      // The household is on this computer.
      costsRequests: false,
    },
    names: await loadNames(api),
    currency: 'USD',
    request: { ...plainRequest, ...request },
  })
  const source = createReportSource(store)
  return { api, source, input, id, build: async (builder, request) => builder.build(await input(request)) }
}

async function addEntry(
  api: BudgetApi,
  [date, account, amount, merchant, category]: Entry,
  id: (name: string) => string,
): Promise<void> {
  const transferTo = /^→ (.+)$/.exec(merchant)?.[1]
  const categorized = category === '' || category === 'rta' ? {} : { category_id: id(category) }
  if (transferTo !== undefined) {
    const transfer = {
      from_account_id: id(account),
      to_account_id: id(transferTo),
      date,
      amount,
      type: 'transfer' as const,
    }
    await api.createTransactions({ body: { transaction: { ...transfer, ...categorized } } })
    return
  }
  const transaction: TransactionDraft = {
    account_id: id(account),
    date,
    amount,
    merchant_name: merchant,
    ...(category === 'rta' ? { ready_to_assign: true } : categorized),
  }
  await api.createTransactions({ body: { transaction } })
}

/** Returns chosen fields of rows, in their order. */
export const pick = (report: Report, ...fields: string[]): unknown[][] =>
  report.rows.map((row) => fields.map((field) => row[field]))

/** Returns a period that was typed with `--period`. */
export const typed = (since: string, until: string): ReportRequest['period'] => ({
  since,
  until,
  isExact: false,
})
