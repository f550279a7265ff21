/** Opens a new workspace for a test, both ways, with short functions for what most tests do. */

import { describe, test } from 'vitest'
import type { BudgetApi } from '../../src/contract/api.ts'
import { ApiError } from '../../src/contract/errors.ts'
import type { Account } from '../../src/contract/operations/accounts.ts'
import type { MonthCategory } from '../../src/contract/operations/months.ts'
import type {
  Transaction,
  TransactionChanges,
  TransactionDraft,
  TransferDraft,
} from '../../src/contract/operations/transactions.ts'
import type { WorkspaceAdmin } from '../../src/contract/ports/workspace-admin.ts'
import { type OpenedService, type OpenOptions, serviceKinds } from './describe-both-ways.ts'

/** The date of the tests. */
export const today = '2026-11-20'

export interface TestWorkspace {
  api: BudgetApi
  admin: WorkspaceAdmin
  raw: OpenedService['raw']
  /** Lets a second pass; returns the new time as the API writes it. */
  tick: () => string
  account: (type?: Account['type'], initial_balance?: string) => Promise<string>
  category: (name: string) => Promise<string>
  /** Creates one transaction, by default in the checking account today. */
  book: (draft: Partial<TransactionDraft>) => Promise<Transaction>
  /** Creates a transfer; returns the outflow and the inflow. */
  send: (draft: Partial<TransferDraft> & { from: string; to: string }) => Promise<[Transaction, Transaction]>
  change: (transaction_id: string, body: TransactionChanges) => Promise<Transaction>
  get: (transaction_id: string) => Promise<Transaction>
  /** Returns a category of a month. */
  envelope: (category_id: string, month?: string) => Promise<MonthCategory>
  readyToAssign: (month?: string) => Promise<string>
  checking: string
}

/** Defines a test that runs in this process and over HTTP. */
export function describeBothWays(
  title: string,
  play: (stage: TestWorkspace) => Promise<void>,
  options: OpenOptions = {},
): void {
  describe(title, () => {
    test.each(serviceKinds)('$name', async ({ open }) => {
      let seconds = 0
      const now = (): number => Date.parse(`${today}T12:00:00Z`) + seconds * 1000
      const opened = await open({ now, ...options })
      const tick = (): string => {
        seconds++
        return new Date(now()).toISOString()
      }
      try {
        await play(await staged(opened, tick))
      } finally {
        await opened.close()
      }
    })
  })
}

async function staged(
  { api, raw, workspaces, workspaceId }: OpenedService,
  tick: () => string,
): Promise<TestWorkspace> {
  const account: TestWorkspace['account'] = async (type = 'banking_checking', initial_balance = '0') =>
    (await api.createAccount({ body: { name: type, type, initial_balance } })).account.id
  const checking = await account('banking_checking', '1000')
  const group = (await api.createCategoryGroup({ body: { name: 'Daily' } })).category_group.id
  const month = async (name = '2026-11') => (await api.getMonth({ month: name })).month

  return {
    api,
    admin: workspaces.admin(workspaceId),
    raw,
    tick,
    account,
    checking,
    category: async (name) => (await api.createCategory({ body: { name, group_id: group } })).category.id,
    async book(draft) {
      const whole = { account_id: checking, date: today, ...draft }
      const { transaction } = await api.createTransactions({ body: { transaction: whole } })
      return assertPresent(transaction)
    },
    async send({ from, to, ...draft }) {
      const ends = { type: 'transfer', from_account_id: from, to_account_id: to } as const
      const transaction = { ...ends, amount: '100', date: today, ...draft }
      const { transactions = [] } = await api.createTransactions({ body: { transaction } })
      return [assertPresent(transactions[0]), assertPresent(transactions[1])]
    },
    change: async (transaction_id, body) =>
      (await api.updateTransaction({ transaction_id, body })).transaction,
    get: async (transaction_id) => (await api.getTransaction({ transaction_id })).transaction,
    async envelope(category_id, name) {
      const categories = (await month(name)).category_groups.flatMap((one) => one.categories)
      return assertPresent(categories.find((category) => category.id === category_id))
    },
    readyToAssign: async (name) => (await month(name)).ready_to_assign,
  }
}

/** Asserts that a value is there. */
function assertPresent<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('the service left it out')
  return value
}

/** Returns how the service refused a call: `name: detail`. */
export async function describeRefusal(call: Promise<unknown>): Promise<string> {
  try {
    await call
  } catch (error) {
    if (error instanceof ApiError) return `${error.name}: ${error.detail}`
    throw error
  }
  return 'not refused'
}
