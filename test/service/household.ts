/** A small household to refuse things in, with everything a request can name. */

import type { Opened } from './both_ways.ts'

/** Ids by the names that requests of a test write with a dollar: `$food`. */
export type Named = Record<string, string>

/** The value with every `$name` in it replaced. */
export const filled = <Value>(value: Value, named: Named): Value =>
  JSON.parse(JSON.stringify(value ?? null).replace(/\$(\w+)/g, (whole, name: string) => named[name] ?? whole))

/** Makes the household: accounts of each kind, a closed and a linked one, two envelopes, merchants, transactions. */
export async function household({
  api,
  workspaces,
  workspaceId,
}: Pick<Opened, 'api' | 'workspaces' | 'workspaceId'>): Promise<Named> {
  const day = '2026-11-02'
  const account = async (body: Parameters<typeof api.createAccount>[0]['body']): Promise<string> =>
    (await api.createAccount({ body })).account.id
  const checking = await account({
    name: 'Checking',
    type: 'banking_checking',
    initial_balance: '500',
    initial_balance_date: day,
  })
  const card = await account({ name: 'Card', type: 'credit_credit_card' })
  const savings = await account({ name: 'Savings', type: 'banking_savings' })
  const broker = await account({ name: 'Broker', type: 'investment_brokerage' })
  const loan = await account({ name: 'Loan', type: 'loan_auto' })
  const closed = await account({ name: 'Old', type: 'banking_checking' })
  await api.updateAccount({ account_id: closed, body: { closed: true } })
  const linked = await account({ name: 'Fed by the bank', type: 'banking_checking' })
  workspaces.admin(workspaceId).setLinked(linked, true)

  const group = (await api.createCategoryGroup({ body: { name: 'Daily' } })).category_group.id
  const other = (await api.createCategoryGroup({ body: { name: 'Yearly' } })).category_group.id
  const category = async (name: string): Promise<string> =>
    (await api.createCategory({ body: { name, group_id: group } })).category.id
  const [food, rent] = [await category('Food'), await category('Rent')]
  const system = (await api.listCategories({})).category_groups.find((one) => one.system)
  const merchant = async (name: string): Promise<string> =>
    (await api.createMerchant({ body: { name } })).merchant.id
  const [kiosk, baker] = [await merchant('Kiosk'), await merchant('Baker')]

  const booked = async (body: Parameters<typeof api.createTransactions>[0]['body']): Promise<string> => {
    const { transaction, transactions } = await api.createTransactions({ body })
    return transaction?.id ?? transactions?.[0]?.id ?? ''
  }
  const plain = { account_id: checking, date: day }
  const single = await booked({ transaction: { ...plain, amount: '-10', category_id: food } })
  const halves = [
    { amount: '-4', category_id: food },
    { amount: '-6', category_id: rent },
  ]
  const split = await booked({ transaction: { ...plain, splits: halves } })
  const transfer = await booked({
    transaction: {
      type: 'transfer',
      from_account_id: checking,
      to_account_id: savings,
      amount: '50',
      date: day,
    },
  })
  const deleted = await booked({ transaction: { ...plain, amount: '-1' } })
  await api.deleteTransaction({ transaction_id: deleted })
  const gone = await account({ name: 'Gone', type: 'banking_cash' })
  const orphan = await booked({ transaction: { account_id: gone, date: day, amount: '-1' } })
  await api.deleteTransaction({ transaction_id: orphan })
  await api.deleteAccount({ account_id: gone })

  const payment = system?.categories[0]?.id ?? ''
  return {
    ...{ checking, card, savings, broker, loan, closed, linked, gone },
    ...{ group, other, system: system?.id ?? '', food, rent, payment, kiosk, baker },
    ...{ single, split, transfer, deleted, orphan },
  }
}
