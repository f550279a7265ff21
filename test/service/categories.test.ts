/** Tests the category operations, in process and over HTTP. */

import { expect } from 'vitest'
import { describeBothWays, describeRefusal } from './service-harness.ts'

describeBothWays(
  'a new category stands at the top of its group, a new group at the end',
  async ({ api, category, account }) => {
    for (const name of ['First', 'Second']) await category(name)
    await api.createCategoryGroup({ body: { name: 'Yearly' } })
    await account('credit_credit_card')
    const groups = (await api.listCategories({})).category_groups
    expect(
      groups.map(({ name, type, categories }) => [name, type, categories.map((one) => one.name)]),
    ).toEqual([
      ['Credit Card Payments', 'credit_card_payments', ['credit_credit_card']],
      ['Daily', 'expense', ['Second', 'First']],
      ['Yearly', 'expense', []],
    ])
    expect(await api.listCategoryGroups({})).toEqual({ category_groups: groups })
  },
)

describeBothWays(
  'the same name may stand in two groups, and in one again after it was deleted',
  async ({ api, category }) => {
    const food = await category('Food')
    const { category_group } = await api.createCategoryGroup({ body: { name: 'Other' } })
    await api.createCategory({ body: { name: 'food', group_id: category_group.id } })
    expect(await describeRefusal(category('FOOD'))).toContain('conflict')
    await api.deleteCategory({ category_id: food })
    expect(await describeRefusal(category('FOOD'))).toBe('not refused')
  },
)

describeBothWays(
  'a category can be renamed and moved in one step, past its double in either group',
  async ({ api, category }) => {
    const food = await category('Food')
    await category('Snacks')
    const { category_group: other } = await api.createCategoryGroup({ body: { name: 'Other' } })
    await api.createCategory({ body: { name: 'Food', group_id: other.id } })
    const body = { group_id: other.id, name: 'Snacks' }
    expect((await api.updateCategory({ category_id: food, body })).category).toMatchObject(body)
    expect((await api.listCategories({})).category_groups[1]?.categories.map(({ name }) => name)).toEqual([
      'Snacks',
      'Food',
    ])
  },
)

describeBothWays(
  'an archived category keeps its name taken, its money counting and its place in the month',
  async (stage) => {
    const { api, category, book, envelope } = stage
    const food = await category('Food')
    await api.assignCategory({ month: '2026-11', category_id: food, body: { assigned: '50' } })
    await api.updateCategory({ category_id: food, body: { archived: true } })
    await book({ amount: '-60', category_id: food })
    expect(await envelope(food)).toMatchObject({ archived: true, assigned: '50.00', available: '-10.00' })
    expect((await api.getMonth({ month: '2026-11' })).month.summary.total_overspent).toBe('10.00')
    expect(await describeRefusal(category('food'))).toContain('conflict')
  },
)

describeBothWays(
  'a deleted category hands rows, split lines and assigned amounts to its successor',
  async (stage) => {
    const { api, category, book, envelope, get, readyToAssign } = stage
    const [food, rent] = [await category('Food'), await category('Rent')]
    for (const [category_id, assigned] of [
      [food, '30'],
      [rent, '20'],
    ] as const) {
      await api.assignCategory({ month: '2026-11', category_id, body: { assigned } })
    }
    const row = await book({ amount: '-5', category_id: food })
    const split = await book({
      splits: [
        { amount: '-1', category_id: food },
        { amount: '-2', category_id: rent },
      ],
    })
    const gone = await book({ amount: '-9', category_id: food })
    await api.deleteTransaction({ transaction_id: gone.id })
    expect(await api.deleteCategory({ category_id: food, query: { move_to_category_id: rent } })).toEqual({
      deleted: true,
      id: food,
      moved_transaction_count: 2,
    })
    expect(await envelope(rent)).toMatchObject({ assigned: '50.00', activity: '-8.00', available: '42.00' })
    expect([(await get(row.id)).category_id, (await get(gone.id)).category_id]).toEqual([rent, rent])
    expect((await get(split.id)).splits?.map((line) => line.category_id)).toEqual([rent, rent])
    expect(await readyToAssign()).toBe('950.00')
  },
)

describeBothWays(
  'without a successor the money is back in Ready to Assign',
  async ({ api, category, readyToAssign }) => {
    const food = await category('Food')
    await api.assignCategory({ month: '2026-10', category_id: food, body: { assigned: '30' } })
    await api.deleteCategory({ category_id: food })
    expect([await readyToAssign('2026-10'), await readyToAssign()]).toEqual(['0.00', '1000.00'])
  },
)

describeBothWays('a payment category takes an assigned amount', async ({ api, account, envelope }) => {
  await account('credit_credit_card', '-80')
  const payment = (await api.listCategories({})).category_groups[0]?.categories[0]?.id ?? ''
  const { category } = await api.assignCategory({
    month: '2026-11',
    category_id: payment,
    body: { assigned: '80' },
  })
  expect(category).toMatchObject({
    assigned: '80.00',
    available: '80.00',
    category_type: 'credit_card_payment',
  })
  expect(await envelope(payment)).toEqual(category)
})

describeBothWays(
  'every category stands in every month, with zeros where nothing happened',
  async ({ category, envelope }) => {
    const food = await category('Food')
    const zero = '0.00'
    const target = {
      assignment_needed: zero,
      remaining_to_assign: zero,
      underfunded_amount: zero,
      overfunded_by_amount: zero,
    }
    for (const month of ['1900-01', '2026-11', '2199-12']) {
      expect(await envelope(food, month)).toEqual({
        id: food,
        name: 'Food',
        archived: false,
        category_type: 'custom',
        ...{ assigned: zero, activity: zero, carryover_from_previous: zero, available: zero },
        target: { ...target, funded_ratio: 0, snoozed: false },
      })
    }
  },
)

describeBothWays(
  'a snoozed category without a target is not snoozed',
  async ({ admin, category, envelope }) => {
    const food = await category('Food')
    admin.snoozeTarget(food, '2026-11')
    expect((await envelope(food)).target?.snoozed).toBe(false)
    admin.setTarget(food, { kind: 'monthly_set_aside', amount: '10' })
    expect((await envelope(food)).target).toMatchObject({ snoozed: true, underfunded_amount: '0.00' })
  },
)
