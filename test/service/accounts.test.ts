/** Tests the account operations, in process and over HTTP. */

import { expect, test } from 'vitest'
import { accountTypes } from '../../src/contract/operations/accounts.ts'
import { serviceKinds } from './describe-both-ways.ts'
import { describeBothWays, describeRefusal, today } from './service-harness.ts'

describeBothWays(
  'banking and credit accounts are on budget, investments and loans are not',
  async ({ api, account }) => {
    for (const type of accountTypes) await account(type)
    const { accounts } = await api.listAccounts({})
    const [, ...made] = accounts
    expect(made.map(({ type, on_budget }) => [type, on_budget])).toEqual(
      accountTypes.map((type) => [type, type.startsWith('banking') || type.startsWith('credit')]),
    )
  },
)

describeBothWays(
  'a new account is open, unlinked, without notes and never reconciled',
  async ({ api, tick }) => {
    const at = tick()
    const { account } = await api.createAccount({ body: { name: '  Purse  ', type: 'banking_cash' } })
    const { id, ...rest } = account
    expect(rest).toEqual({
      name: 'Purse',
      type: 'banking_cash',
      on_budget: true,
      balance: '0.00',
      cleared_balance: '0.00',
      pending_balance: '0.00',
      closed: false,
      notes: null,
      linked: false,
      last_reconciled_at: null,
      created_at: at,
      updated_at: at,
    })
    expect(await api.getAccount({ account_id: id })).toEqual({ account })
  },
)

describeBothWays(
  'an initial balance is a cleared, reviewed starting balance of today',
  async ({ api, account }) => {
    const broker = await account('investment_brokerage', '250')
    const { transactions } = await api.listTransactions({ query: { account_id: broker } })
    expect(transactions).toHaveLength(1)
    expect(transactions[0]).toMatchObject({
      amount: '250.00',
      date: today,
      merchant_id: null,
      notes: 'Starting balance',
      status: 'cleared',
      review_status: 'reviewed',
      ready_to_assign: false, // off budget
    })
  },
)

describeBothWays(
  'a balance of zero books nothing, so the account can be deleted',
  async ({ api, account }) => {
    const empty = await account('banking_savings', '-0.00')
    expect((await api.listTransactions({ query: { account_id: empty } })).transactions).toEqual([])
    expect(await api.deleteAccount({ account_id: empty })).toEqual({ deleted: true, id: empty })
    expect(await describeRefusal(api.getAccount({ account_id: empty }))).toBe('not_found: account not found')
  },
)

describeBothWays('balance is what is cleared and what is pending', async ({ api, book, checking }) => {
  await book({ amount: '-30', status: 'pending' })
  await book({ amount: '-20' })
  const { transaction_id } = { transaction_id: (await book({ amount: '-7' })).id }
  await api.deleteTransaction({ transaction_id })
  expect((await api.getAccount({ account_id: checking })).account).toMatchObject({
    balance: '950.00',
    cleared_balance: '980.00',
    pending_balance: '-30.00',
  })
})

describeBothWays(
  'closing reconciles what is cleared and leaves pending and deleted rows alone',
  async (stage) => {
    const { api, book, get, checking, tick } = stage
    const cleared = await book({ amount: '-1' })
    const pending = await book({ amount: '-2', status: 'pending' })
    const deleted = await book({ amount: '-3' })
    await api.deleteTransaction({ transaction_id: deleted.id })
    const at = tick()
    const { account } = await api.updateAccount({ account_id: checking, body: { closed: true } })
    expect(account).toMatchObject({ closed: true, last_reconciled_at: at, balance: '997.00' })
    expect(await get(cleared.id)).toEqual({ ...cleared, status: 'reconciled', updated_at: at })
    expect(await get(pending.id)).toEqual(pending)
    expect((await get(deleted.id)).status).toBe('cleared')
  },
)

describeBothWays('closing a closed account changes nothing', async ({ api, account, tick }) => {
  const old = await account()
  const first = await api.updateAccount({ account_id: old, body: { closed: true } })
  tick()
  expect(await api.updateAccount({ account_id: old, body: { closed: true } })).toEqual(first)
})

describeBothWays(
  'a reopened account keeps its reconciled rows and the day it was reconciled',
  async (stage) => {
    const { api, checking, tick } = stage
    const at = tick()
    await api.updateAccount({ account_id: checking, body: { closed: true } })
    tick()
    const { account } = await api.updateAccount({ account_id: checking, body: { closed: false } })
    expect(account).toMatchObject({ closed: false, last_reconciled_at: at })
    expect((await api.listTransactions({})).transactions.map(({ status }) => status)).toEqual(['reconciled'])
  },
)

describeBothWays('closed accounts are listed only when asked for, and keep counting', async (stage) => {
  const { api, checking, readyToAssign } = stage
  await api.updateAccount({ account_id: checking, body: { closed: true } })
  expect((await api.listAccounts({})).accounts).toEqual([])
  expect((await api.listAccounts({ query: { include_closed: true } })).accounts).toHaveLength(1)
  expect(await readyToAssign()).toBe('1000.00')
})

describeBothWays(
  'rows of a closed account can be edited, deleted and restored',
  async ({ api, book, change, checking }) => {
    const { id } = await book({ amount: '-10' })
    await api.updateAccount({ account_id: checking, body: { closed: true } })
    expect((await change(id, { amount: '-12', account_id: checking })).amount).toBe('-12.00')
    await api.deleteTransaction({ transaction_id: id })
    await api.restoreTransaction({ transaction_id: id })
    expect((await api.getAccount({ account_id: checking })).account.balance).toBe('988.00')
  },
)

describeBothWays('two accounts may have the same name', async ({ api }) => {
  const body = { name: 'Twin', type: 'banking_cash' } as const
  const [one, two] = [await api.createAccount({ body }), await api.createAccount({ body })]
  expect(one.account.id).not.toBe(two.account.id)
})

describeBothWays('notes can be set, emptied and taken away', async ({ api, checking }) => {
  const noted = async (notes: string | null) =>
    (await api.updateAccount({ account_id: checking, body: { notes } })).account.notes
  expect([await noted('IBAN\n\t…'), await noted(''), await noted(null)]).toEqual(['IBAN\n\t…', '', null])
})

describeBothWays('an empty PATCH leaves updated_at where it was', async ({ api, checking, tick }) => {
  const before = await api.getAccount({ account_id: checking })
  tick()
  expect(await api.updateAccount({ account_id: checking, body: {} })).toEqual(before)
})

describeBothWays('a payment category follows the name of its card', async ({ api, account }) => {
  const card = await account('credit_line_of_credit')
  await api.updateAccount({ account_id: card, body: { name: 'Visa' } })
  const [system, daily] = (await api.listCategories({})).category_groups
  expect(daily?.name).toBe('Daily')
  expect(system).toMatchObject({ name: 'Credit Card Payments', type: 'credit_card_payments', system: true })
  expect(system?.categories).toMatchObject([
    { name: 'Visa', category_type: 'credit_card_payment', system: true, archived: false },
  ])
})

describeBothWays(
  'deleting a card deletes its payment category and what was assigned to it',
  async (stage) => {
    const { api, account, readyToAssign } = stage
    const card = await account('credit_credit_card')
    const payment = (await api.listCategories({})).category_groups[0]?.categories[0]?.id ?? ''
    await api.assignCategory({ month: '2026-11', category_id: payment, body: { assigned: '300' } })
    expect(await readyToAssign()).toBe('700.00')
    await api.deleteAccount({ account_id: card })
    expect(await readyToAssign()).toBe('1000.00')
    expect(await describeRefusal(api.getCategory({ category_id: payment }))).toBe(
      'not_found: category not found',
    )
  },
)

describeBothWays(
  'rows of a deleted account stay readable under its name',
  async ({ api, account, book, get }) => {
    const gone = await account('banking_cash')
    const { id } = await book({ account_id: gone, amount: '-5' })
    await api.deleteTransaction({ transaction_id: id })
    await api.deleteAccount({ account_id: gone })
    expect(await get(id)).toMatchObject({ account_name: 'banking_cash', deleted: true })
  },
)

describeBothWays(
  'a transfer whose other account is gone cannot be restored from either side',
  async (stage) => {
    const { api, account, send, checking } = stage
    const gone = await account('banking_savings')
    const [out, into] = await send({ from: checking, to: gone })
    await api.deleteTransaction({ transaction_id: out.id })
    await api.deleteAccount({ account_id: gone })
    for (const { id } of [out, into]) {
      expect(await describeRefusal(api.restoreTransaction({ transaction_id: id }))).toBe(
        'bad_request: account was deleted',
      )
    }
  },
)

describeBothWays('a linked account can be edited but not deleted', async ({ api, account, admin }) => {
  const fed = await account('banking_savings')
  admin.setLinked(fed, true)
  const { account: named } = await api.updateAccount({ account_id: fed, body: { name: 'Fed' } })
  expect(named).toMatchObject({ name: 'Fed', linked: true })
  expect(await describeRefusal(api.deleteAccount({ account_id: fed }))).toContain('account is linked')
})

test.each(serviceKinds)('amounts have the decimals of their currency, $name', async ({ open }) => {
  const shown: string[] = []
  for (const currency of ['JPY', 'USD', 'KWD', 'CLF', 'HUF']) {
    const { api, close } = await open({ currency })
    const { account } = await api.createAccount({
      body: { name: 'A', type: 'banking_cash', initial_balance: '7' },
    })
    shown.push(`${account.balance} ${currency}`)
    await close()
  }
  expect(shown).toEqual(['7 JPY', '7.00 USD', '7.000 KWD', '7.0000 CLF', '7.00 HUF'])
})
