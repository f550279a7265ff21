/**
 * Tests auto-categorization: each stage alone, and their order.
 * @see docs/spec.md#x-auto-categorization-deterministic
 */

import { expect } from 'vitest'
import { describeBothWays, type TestWorkspace } from './service-harness.ts'

/** Returns the category of a new row of a merchant: an id, 'ready_to_assign' or null. */
async function guessed(
  { book }: TestWorkspace,
  merchant_name: string,
  amount = '-1',
): Promise<string | null> {
  const row = await book({ amount, merchant_name })
  return row.ready_to_assign ? 'ready_to_assign' : row.category_id
}

/** Creates rows of a merchant in these categories, the oldest first. */
async function teach({ book }: TestWorkspace, merchant_name: string, categories: string[]): Promise<void> {
  for (const [at, category_id] of categories.entries()) {
    await book({ amount: '-1', merchant_name, category_id, date: `2026-10-${10 + at}` })
  }
}

describeBothWays('a row that says anything of its envelope is left alone', async (stage) => {
  const { book, category } = stage
  await teach(stage, 'Kiosk', [await category('Food')])
  const untouched = [{ category_id: null }, { ready_to_assign: false }, { splits: null }]
  for (const said of untouched) {
    expect((await book({ amount: '-1', merchant_name: 'Kiosk', ...said })).category_id).toBeNull()
  }
  expect(await guessed(stage, 'Kiosk')).not.toBeNull()
})

describeBothWays('rows off budget and rows without a merchant are left alone', async (stage) => {
  const { account, book, category, admin } = stage
  const food = await category('Food')
  admin.addRule({ category_id: food })
  const broker = await account('investment_brokerage')
  expect((await book({ account_id: broker, amount: '-1', merchant_name: 'Kiosk' })).category_id).toBeNull()
  expect((await book({ amount: '-1' })).category_id).toBeNull()
  expect((await book({ amount: '-1', merchant_name: 'Kiosk' })).category_id).toBe(food)
})

describeBothWays(
  'the first rule wins whose conditions all hold and whose category is usable',
  async (stage) => {
    const { api, admin, category, account, book } = stage
    const [food, rent, fun, old] = [
      await category('Food'),
      await category('Rent'),
      await category('Fun'),
      await category('Old'),
    ]
    const savings = await account('banking_savings')
    admin.addRule({ merchant_contains: 'kiosk', category_id: old })
    admin.addRule({ merchant_contains: 'KIOSK', direction: 'inflow', category_id: fun })
    admin.addRule({ merchant_contains: 'kiosk', account_id: savings, category_id: rent })
    admin.addRule({ merchant_contains: 'kiosk', category_id: food })
    await api.updateCategory({ category_id: old, body: { archived: true } })
    expect(await guessed(stage, 'Bahnhofs-Kiosk')).toBe(food)
    expect(await guessed(stage, 'Bahnhofs-Kiosk', '1')).toBe(fun)
    expect((await book({ account_id: savings, amount: '-1', merchant_name: 'Kiosk' })).category_id).toBe(rent)
    expect(await guessed(stage, 'Bakery')).toBeNull()
  },
)

describeBothWays('an amount of zero goes neither out nor in', async (stage) => {
  const { admin, category } = stage
  const food = await category('Food')
  admin.addRule({ direction: 'outflow', category_id: food })
  admin.addRule({ direction: 'inflow', category_id: food })
  expect([await guessed(stage, 'Kiosk', '0'), await guessed(stage, 'Kiosk', '-1')]).toEqual([null, food])
})

describeBothWays('rules come before habits', async (stage) => {
  const { admin, category } = stage
  const [food, rent] = [await category('Food'), await category('Rent')]
  await teach(stage, 'Kiosk', [food, food, food])
  admin.addRule({ merchant_contains: 'kiosk', category_id: rent })
  expect(await guessed(stage, 'Kiosk')).toBe(rent)
})

describeBothWays('three of the latest five categorizations come before the last one', async (stage) => {
  const { category } = stage
  const [food, rent] = [await category('Food'), await category('Rent')]
  await teach(stage, 'Kiosk', [rent, rent, rent, food, food, food, rent])
  expect(await guessed(stage, 'Kiosk')).toBe(food)
  await teach(stage, 'Bakery', [food, rent, food, rent])
  expect(await guessed(stage, 'Bakery')).toBe(rent)
})

describeBothWays('only the latest five by date count, however late they were booked', async (stage) => {
  const { book, category } = stage
  const [food, rent] = [await category('Food'), await category('Rent')]
  await teach(stage, 'Kiosk', [food, food, food])
  for (const day of ['01', '02', '03']) {
    await book({ amount: '-1', merchant_name: 'Kiosk', category_id: rent, date: `2026-09-${day}` })
  }
  expect(await guessed(stage, 'Kiosk')).toBe(food)
})

describeBothWays('deleted, split and guessed rows are no habit', async (stage) => {
  const { api, book, category } = stage
  const [food, rent] = [await category('Food'), await category('Rent')]
  await teach(stage, 'Kiosk', [food, food])
  const third = await book({ amount: '-1', merchant_name: 'Kiosk', category_id: food })
  await api.deleteTransaction({ transaction_id: third.id })
  await book({ merchant_name: 'Kiosk', splits: [{ amount: '-1', category_id: food }] })
  await book({ amount: '-1', merchant_name: 'Kiosk', category_id: rent })
  expect(await guessed(stage, 'Kiosk')).toBe(rent) // two manual ones are no majority; the last explicit one decides
})

describeBothWays(
  'the last explicit categorization is remembered in the order of the calls',
  async (stage) => {
    const { book, change, category } = stage
    const [food, rent] = [await category('Food'), await category('Rent')]
    const first = await book({ amount: '-1', merchant_name: 'Kiosk', category_id: food, date: '2026-11-19' })
    await book({ amount: '-1', merchant_name: 'Kiosk', category_id: rent, date: '2026-01-01' })
    expect(await guessed(stage, 'Kiosk')).toBe(rent)
    await change(first.id, { category_id: food }) // sends the category it already has
    expect(await guessed(stage, 'Kiosk')).toBe(food)
  },
)

describeBothWays('a guess teaches nothing until it is reviewed', async (stage) => {
  const { api, book, change, category } = stage
  const [food, rent] = [await category('Food'), await category('Rent')]
  const taught = await book({ amount: '-1', merchant_name: 'Kiosk', category_id: food })
  const guess = await book({ amount: '-1', merchant_name: 'Kiosk' })
  expect(guess).toMatchObject({ category_id: food, review_status: 'needs_review' })
  await change(taught.id, { merchant_name: 'Elsewhere' })
  await api.updateCategory({ category_id: food, body: { archived: true } })
  expect(await guessed(stage, 'Kiosk')).toBeNull() // the learned category is not usable any more
  await api.updateCategory({ category_id: food, body: { archived: false } })
  await change(guess.id, { review_status: 'reviewed' })
  expect(await guessed(stage, 'Kiosk')).toBe(food)
  expect(rent).not.toBe(food)
})

describeBothWays('an edited guess counts as categorized by hand', async (stage) => {
  const { book, change, category } = stage
  const [food, rent] = [await category('Food'), await category('Rent')]
  await book({ amount: '-1', merchant_name: 'Kiosk', category_id: food })
  const guess = await book({ amount: '-1', merchant_name: 'Kiosk' })
  await change(guess.id, { category_id: rent })
  expect(await guessed(stage, 'Kiosk')).toBe(rent)
})

describeBothWays('reviewed rows that all agree answer when nothing explicit does', async (stage) => {
  const { admin, api, book, category } = stage
  const food = await category('Food')
  admin.addRule({ merchant_contains: 'kiosk', category_id: food })
  const { merchant_id } = await book({ amount: '-1', merchant_name: 'Kiosk', review_status: 'reviewed' })
  await api.updateMerchant({ merchant_id: merchant_id ?? '', body: { name: 'Newsstand' } }) // the rule no longer matches
  expect(await guessed(stage, 'Newsstand')).toBe(food)
})

describeBothWays('an unseen merchant is given what merchants of the same words agree on', async (stage) => {
  const { category } = stage
  const [food, rent] = [await category('Food'), await category('Rent')]
  await teach(stage, 'Blue Bottle', [food])
  expect(await guessed(stage, 'The Blue Bottle Shop 42')).toBe(food)
  expect(await guessed(stage, 'BOTTLE, BLUE')).toBe(food)
  await teach(stage, 'Blue Bottle 7', [rent])
  expect(await guessed(stage, 'Blue Bottle GmbH')).toBeNull() // their categories differ
})

describeBothWays('words in common give no category', async (stage) => {
  const { category } = stage
  const household = await category('Household')
  await teach(stage, 'Dm Markt', [household, household, household])
  await teach(stage, 'Bio Markt', [household, household, household])
  expect(await guessed(stage, 'Media Markt', '-899.00')).toBeNull()
  await teach(stage, 'Blue Bottle Coffee', [household])
  expect(await guessed(stage, 'Blue Bottle')).toBeNull()
  expect(await guessed(stage, 'Ab Markt')).toBeNull()
})

describeBothWays('Ready to Assign is learned for money coming in, and never predicted', async (stage) => {
  const { book } = stage
  await book({ amount: '2000', merchant_name: 'Acme Payroll', ready_to_assign: true })
  expect(await guessed(stage, 'Acme Payroll', '2100')).toBe('ready_to_assign')
  expect(await guessed(stage, 'Acme Payroll', '-5')).toBeNull()
  expect(await guessed(stage, 'Acme Payroll Ltd', '2100')).toBeNull()
})

describeBothWays('earlier rows of a batch teach later ones', async ({ api, checking, category }) => {
  const row = { account_id: checking, date: '2026-11-20', amount: '-1', merchant_name: 'Kiosk' }
  const food = await category('Food')
  const { transactions } = await api.createTransactions({
    body: { transactions: [row, { ...row, category_id: food }, row] },
  })
  expect(transactions?.map(({ category_id }) => category_id)).toEqual([null, food, food])
})

describeBothWays(
  'earlier rows of a batch are past: what three of five say outweighs the last',
  async (stage) => {
    const { api, checking, category } = stage
    const row = { account_id: checking, date: '2026-11-20', amount: '-1', merchant_name: 'Kiosk' }
    const [food, rent] = [await category('Food'), await category('Rent')]
    const told = [food, food, food, rent].map((category_id) => ({ ...row, category_id }))
    const { transactions } = await api.createTransactions({ body: { transactions: [...told, row] } })
    expect(transactions?.at(-1)?.category_id).toBe(food)
  },
)

describeBothWays('what was learned moves with a deleted category, or is forgotten', async (stage) => {
  const { api, category, admin } = stage
  const [food, rent] = [await category('Food'), await category('Rent')]
  await teach(stage, 'Kiosk', [food])
  admin.addRule({ merchant_contains: 'bakery', category_id: food })
  await api.deleteCategory({ category_id: food, query: { move_to_category_id: rent } })
  expect([await guessed(stage, 'Kiosk'), await guessed(stage, 'Bakery')]).toEqual([rent, rent])
  await api.deleteCategory({ category_id: rent })
  expect([await guessed(stage, 'Kiosk'), await guessed(stage, 'Bakery')]).toEqual([null, null])
})
