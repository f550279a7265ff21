/** Builds a small budget with everything that a request can name. */

import type { BudgetApi } from '../../src/contract/api.ts'
import type { TransactionDraft, TransferDraft } from '../../src/contract/operations/transactions.ts'
import type { OpenedService } from './describe-both-ways.ts'

/** Ids by the names that tests write with a dollar: `$food`. */
export type IdsByName = Record<string, string>

/** Returns the value with every `$name` replaced. */
export const fillIds = <Value>(value: Value, named: IdsByName): Value =>
  JSON.parse(JSON.stringify(value ?? null).replace(/\$(\w+)/g, (whole, name: string) => named[name] ?? whole))

/** Creates accounts of each kind, a closed and a linked one, two categories, merchants and transactions. */
export async function createSampleBudget(opened: Workspace): Promise<IdsByName> {
  const accounts = await makeAccounts(opened)
  const lists = await makeLists(opened)
  return { ...accounts, ...lists, ...(await createTransactions(opened, { ...accounts, ...lists })) }
}

type Workspace = Pick<OpenedService, 'api' | 'workspaces' | 'workspaceId'>
type Body<Name extends keyof BudgetApi> = Parameters<BudgetApi[Name]>[0] extends { body: infer Body }
  ? Body
  : never

const day = '2026-11-02'

async function account({ api }: Workspace, body: Body<'createAccount'>): Promise<string> {
  return (await api.createAccount({ body })).account.id
}

async function makeAccounts(opened: Workspace): Promise<IdsByName> {
  const { api, workspaces, workspaceId } = opened
  const start = { initial_balance: '500', initial_balance_date: day }
  const checking = await account(opened, { name: 'Checking', type: 'banking_checking', ...start })
  const card = await account(opened, { name: 'Card', type: 'credit_credit_card' })
  const savings = await account(opened, { name: 'Savings', type: 'banking_savings' })
  const broker = await account(opened, { name: 'Broker', type: 'investment_brokerage' })
  const loan = await account(opened, { name: 'Loan', type: 'loan_auto' })
  const closed = await account(opened, { name: 'Old', type: 'banking_checking' })
  await api.updateAccount({ account_id: closed, body: { closed: true } })
  const linked = await account(opened, { name: 'Fed by the bank', type: 'banking_checking' })
  workspaces.admin(workspaceId).setLinked(linked, true)
  return { checking, card, savings, broker, loan, closed, linked }
}

async function makeLists({ api }: Workspace): Promise<IdsByName> {
  const group = (await api.createCategoryGroup({ body: { name: 'Daily' } })).category_group.id
  const other = (await api.createCategoryGroup({ body: { name: 'Yearly' } })).category_group.id
  const category = async (name: string): Promise<string> =>
    (await api.createCategory({ body: { name, group_id: group } })).category.id
  const [food, rent] = [await category('Food'), await category('Rent')]
  const system = (await api.listCategories({})).category_groups.find((one) => one.system)
  const merchant = async (name: string): Promise<string> =>
    (await api.createMerchant({ body: { name } })).merchant.id
  const [kiosk, baker] = [await merchant('Kiosk'), await merchant('Baker')]
  const payment = system?.categories[0]?.id ?? ''
  return { group, other, food, rent, system: system?.id ?? '', payment, kiosk, baker }
}

/** Creates a single row, a split one, a transfer, a deleted row, and one of a deleted account. */
async function createTransactions(opened: Workspace, named: IdsByName): Promise<IdsByName> {
  const { api } = opened
  const { checking = '', savings = '', food = '', rent = '' } = named
  const booked = async (transaction: TransactionDraft | TransferDraft): Promise<string> => {
    const made = await api.createTransactions({ body: { transaction } })
    return made.transaction?.id ?? made.transactions?.[0]?.id ?? ''
  }
  const plain = { account_id: checking, date: day }
  const single = await booked({ ...plain, amount: '-10', category_id: food })
  const halves = [
    { amount: '-4', category_id: food },
    { amount: '-6', category_id: rent },
  ]
  const split = await booked({ ...plain, splits: halves })
  const ends = { from_account_id: checking, to_account_id: savings }
  const transfer = await booked({ type: 'transfer', ...ends, amount: '50', date: day })
  const deleted = await booked({ ...plain, amount: '-1' })
  await api.deleteTransaction({ transaction_id: deleted })
  const gone = await account(opened, { name: 'Gone', type: 'banking_cash' })
  const orphan = await booked({ account_id: gone, date: day, amount: '-1' })
  await api.deleteTransaction({ transaction_id: orphan })
  await api.deleteAccount({ account_id: gone })
  return { single, split, transfer, deleted, orphan, gone }
}
