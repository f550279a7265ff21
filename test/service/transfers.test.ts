/** Tests transfers, in process and over HTTP. */

import { expect } from 'vitest'
import { describeBothWays, describeRefusal } from './service-harness.ts'

describeBothWays(
  'a transfer is two sides that point at each other',
  async ({ api, account, send, checking }) => {
    const savings = await account('banking_savings')
    const [out, into] = await send({
      from: checking,
      to: savings,
      notes: 'rainy days',
      review_status: 'reviewed',
    })
    const both = {
      type: 'transfer',
      notes: 'rainy days',
      status: 'cleared',
      review_status: 'reviewed',
      merchant_id: null,
    }
    expect(out).toMatchObject({
      ...both,
      amount: '-100.00',
      account_id: checking,
      transfer_account_id: savings,
    })
    expect(into).toMatchObject({
      ...both,
      amount: '100.00',
      account_id: savings,
      transfer_account_id: checking,
    })
    for (const side of [out, into]) {
      expect(await api.getTransaction({ transaction_id: side.id })).toEqual({
        transaction: side,
        transactions: [out, into],
      })
    }
  },
)

describeBothWays(
  'amount, date and notes are mirrored; status and review are not',
  async ({ api, account, send, change, get, checking, tick }) => {
    const savings = await account('banking_savings')
    const [out, into] = await send({ from: checking, to: savings })
    const at = tick()
    await change(into.id, {
      amount: '70',
      date: '2026-10-01',
      notes: 'n',
      status: 'pending',
      review_status: 'reviewed',
    })
    expect(await get(out.id)).toEqual({
      ...out,
      amount: '-70.00',
      date: '2026-10-01',
      notes: 'n',
      updated_at: at,
    })
    expect((await api.getAccount({ account_id: savings })).account.pending_balance).toBe('70.00')
  },
)

describeBothWays(
  'a changed sign turns the transfer around',
  async ({ api, account, send, change, checking }) => {
    const savings = await account('banking_savings')
    const [out, into] = await send({ from: checking, to: savings })
    expect(await change(out.id, { amount: '30' })).toMatchObject({ amount: '30.00', account_id: checking })
    const { transactions } = await api.getTransaction({ transaction_id: out.id })
    expect(transactions?.map(({ id, amount }) => [id, amount])).toEqual([
      [into.id, '-30.00'],
      [out.id, '30.00'],
    ])
  },
)

describeBothWays(
  'a side that moves to another account tells the other side',
  async ({ account, send, change, get, checking }) => {
    const [savings, purse] = [await account('banking_savings'), await account('banking_cash')]
    const [out, into] = await send({ from: checking, to: savings })
    await change(into.id, { account_id: purse })
    expect((await get(out.id)).transfer_account_id).toBe(purse)
    expect(await describeRefusal(change(out.id, { account_id: purse }))).toContain('must differ')
  },
)

describeBothWays(
  'a category goes with money that leaves the budget, and bars it from staying',
  async (stage) => {
    const { account, category, send, change, envelope, checking } = stage
    const [broker, savings, food] = [
      await account('investment_brokerage'),
      await account('banking_savings'),
      await category('Food'),
    ]
    const [, into] = await send({ from: checking, to: broker, category_id: food })
    expect((await envelope(food)).activity).toBe('-100.00')
    expect(await describeRefusal(change(into.id, { account_id: savings }))).toContain(
      'category_id is only allowed',
    )
  },
)

describeBothWays(
  'money that enters the budget can be made ready to assign',
  async ({ account, send, change, readyToAssign, checking }) => {
    const broker = await account('investment_brokerage')
    const [, into] = await send({ from: broker, to: checking })
    expect(await readyToAssign()).toBe('1000.00')
    await change(into.id, { ready_to_assign: true })
    expect(await readyToAssign()).toBe('1100.00')
  },
)

describeBothWays(
  'money between accounts off budget has no effect',
  async ({ account, send, readyToAssign, change }) => {
    const [broker, loan] = [await account('investment_brokerage'), await account('loan_auto')]
    const [out] = await send({ from: broker, to: loan })
    expect(await readyToAssign('2026-12')).toBe('1000.00')
    expect(await describeRefusal(change(out.id, { ready_to_assign: true }))).toContain(
      'ready_to_assign is only allowed',
    )
  },
)

describeBothWays(
  'both sides of a transfer are deleted and restored together',
  async ({ api, account, send, get, checking }) => {
    const savings = await account('banking_savings')
    const [out, into] = await send({ from: checking, to: savings })
    const { transactions } = await api.deleteTransaction({ transaction_id: into.id })
    expect(transactions?.map(({ id, deleted }) => [id, deleted])).toEqual([
      [out.id, true],
      [into.id, true],
    ])
    await api.restoreTransaction({ transaction_id: out.id })
    expect([(await get(out.id)).deleted, (await get(into.id)).deleted]).toEqual([false, false])
  },
)

describeBothWays(
  'null for splits and merchant is nothing on a transfer',
  async ({ account, send, change, checking, tick }) => {
    const [out] = await send({ from: checking, to: await account('banking_savings') })
    tick()
    expect(
      await change(out.id, { splits: null, merchant_id: null, merchant_name: null, category_id: null }),
    ).toEqual(out)
  },
)

describeBothWays(
  'the inflow of a transfer lists before its outflow, a later row of a batch before an earlier',
  async (stage) => {
    const { api, account, send, checking } = stage
    const savings = await account('banking_savings')
    const [out, into] = await send({ from: checking, to: savings, date: '2026-11-21' })
    const row = { account_id: checking, date: '2026-11-22' }
    const { transactions = [] } = await api.createTransactions({
      body: {
        transactions: [
          { ...row, amount: '1' },
          { ...row, amount: '2' },
        ],
      },
    })
    const [first, second] = transactions
    const listed = (await api.listTransactions({ query: { since_date: '2026-11-21' } })).transactions
    expect(listed.map(({ id }) => id)).toEqual([second?.id, first?.id, into.id, out.id])
  },
)
