/** Tests the merchant operations, in process and over HTTP. */

import { expect } from 'vitest'
import { describeBothWays, describeRefusal } from './service-harness.ts'

describeBothWays(
  'one merchant has many spellings: case, width, blanks and ligatures do not count',
  async ({ api, book }) => {
    const { merchant } = await api.createMerchant({ body: { name: '  Café   Groß ' } })
    expect(merchant.name).toBe('Café Groß')
    const spellings = ['CAFÉ GROSS', 'cafe\u0301 groß', 'ｃａｆé groſs', ' café\u00a0 GROẞ']
    for (const merchant_name of spellings) {
      expect(await book({ amount: '-1', merchant_name })).toMatchObject({
        merchant_id: merchant.id,
        merchant_name: 'Café Groß',
      })
    }
    expect((await api.listMerchants({})).merchants).toEqual([merchant])
  },
)

describeBothWays('letters that only look alike are different merchants', async ({ api }) => {
  for (const name of ['ıstanbul', 'istanbul', 'Kiosk', 'Кiosk']) await api.createMerchant({ body: { name } })
  expect((await api.listMerchants({})).merchants).toHaveLength(4)
})

describeBothWays('every form of the Greek sigma is one letter', async ({ api }) => {
  await api.createMerchant({ body: { name: 'ΟΔΟΣ' } })
  expect(await describeRefusal(api.createMerchant({ body: { name: 'οδος' } }))).toContain('conflict')
})

describeBothWays('merchants are listed by their folded name', async ({ api }) => {
  for (const name of ['Zoo', 'apple', 'Äpfel', 'Banana', '7 Eleven'])
    await api.createMerchant({ body: { name } })
  const names = (await api.listMerchants({})).merchants.map(({ name }) => name)
  expect(names).toEqual(['7 Eleven', 'apple', 'Banana', 'Zoo', 'Äpfel'])
})

describeBothWays('a name of 200 code points fits, emoji count as one', async ({ api }) => {
  const name = '🦊'.repeat(200)
  expect((await api.createMerchant({ body: { name: ` ${name} ` } })).merchant.name).toBe(name)
})

describeBothWays(
  'a merchant may change the case of its own name, and only then moves its updated_at',
  async ({ api, tick }) => {
    const { merchant } = await api.createMerchant({ body: { name: 'kiosk' } })
    const at = tick()
    const renamed = await api.updateMerchant({ merchant_id: merchant.id, body: { name: 'KIOSK' } })
    expect(renamed.merchant).toEqual({ ...merchant, name: 'KIOSK', updated_at: at })
    tick()
    expect(await api.updateMerchant({ merchant_id: merchant.id, body: { name: ' KIOSK ' } })).toEqual(renamed)
  },
)

describeBothWays('renaming shows on every transaction', async ({ api, book, get }) => {
  const { id, merchant_id } = await book({ amount: '-1', merchant_name: 'Kiosk' })
  await api.updateMerchant({ merchant_id: merchant_id ?? '', body: { name: 'Newsstand' } })
  expect((await get(id)).merchant_name).toBe('Newsstand')
})

describeBothWays('the second row of a batch finds the merchant of the first', async ({ api, checking }) => {
  const row = { account_id: checking, date: '2026-11-20', amount: '-1' }
  const transactions = ['Kiosk', 'kiosk '].map((merchant_name) => ({ ...row, merchant_name }))
  const { transactions: made = [] } = await api.createTransactions({ body: { transactions } })
  expect(made[1]?.merchant_id).toBe(made[0]?.merchant_id)
  expect((await api.listMerchants({})).merchants).toHaveLength(1)
})

describeBothWays('a merchant is set by id or by name, and cleared by null', async ({ api, book, change }) => {
  const { id } = await book({ amount: '-1' })
  const { merchant } = await api.createMerchant({ body: { name: 'Kiosk' } })
  expect((await change(id, { merchant_name: 'New' })).merchant_name).toBe('New')
  expect((await change(id, { merchant_id: merchant.id, merchant_name: null })).merchant_name).toBe('Kiosk')
  expect((await change(id, { merchant_name: null })).merchant_id).toBeNull()
})

describeBothWays(
  'merging moves live and deleted rows and counts the live ones',
  async ({ api, book, get, tick }) => {
    const live = await book({ amount: '-1', merchant_name: 'AMZN' })
    const deleted = await book({ amount: '-2', merchant_name: 'AMZN' })
    await api.deleteTransaction({ transaction_id: deleted.id })
    const into = (await api.createMerchant({ body: { name: 'Amazon' } })).merchant
    const from = live.merchant_id ?? ''
    const at = tick()
    expect(await api.deleteMerchant({ merchant_id: from, query: { move_to_merchant_id: into.id } })).toEqual({
      deleted: true,
      id: from,
      moved_transaction_count: 1,
      updated_recurring_transaction_count: 0,
    })
    const moved = { merchant_id: into.id, merchant_name: 'Amazon', updated_at: at }
    expect(await get(live.id)).toEqual({ ...live, ...moved })
    expect(await get(deleted.id)).toMatchObject(moved)
    expect((await api.listMerchants({})).merchants).toEqual([into])
  },
)

describeBothWays(
  'a merged merchant hands down what it learned, unless the other knows better',
  async (stage) => {
    const { api, book, category } = stage
    const [food, rent] = [await category('Food'), await category('Rent')]
    const taught = async (merchant_name: string, category_id: string) =>
      (await book({ amount: '-1', merchant_name, category_id })).merchant_id ?? ''
    const one = await taught('One', food)
    const { merchant: blank } = await api.createMerchant({ body: { name: 'Blank' } })
    await api.deleteMerchant({ merchant_id: one, query: { move_to_merchant_id: blank.id } })
    expect((await book({ amount: '-1', merchant_name: 'Blank' })).category_id).toBe(food)
    const [two, three] = [await taught('Two', food), await taught('Three', rent)]
    await api.deleteMerchant({ merchant_id: two, query: { move_to_merchant_id: three } })
    expect((await book({ amount: '-1', merchant_name: 'Three' })).category_id).toBe(rent)
  },
)

describeBothWays(
  'without a successor rows lose the payee and nothing else, and the name is free',
  async (stage) => {
    const { api, book, get, tick, category } = stage
    const made = await book({ amount: '-1', merchant_name: 'Kiosk', category_id: await category('Food') })
    const at = tick()
    const answer = await api.deleteMerchant({ merchant_id: made.merchant_id ?? '' })
    expect(answer.moved_transaction_count).toBe(0)
    expect(await get(made.id)).toEqual({ ...made, merchant_id: null, merchant_name: null, updated_at: at })
    const { merchant } = await api.createMerchant({ body: { name: 'kiosk' } })
    expect(merchant.id).not.toBe(made.merchant_id)
  },
)
