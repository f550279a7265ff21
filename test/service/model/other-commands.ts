/** Generates valid and invalid calls about accounts, categories, merchants and settings. */

import * as fc from '../../support/fast-check.ts'
import {
  account,
  amount,
  type Command,
  category,
  date,
  group,
  maybe,
  merchant,
  merchantName,
  month,
  note,
  pick,
  pickEntry,
  sum,
} from './arbitrary-picks.ts'

const accountType = fc.constantFrom(
  'banking_checking' as const,
  'banking_savings' as const,
  'credit_credit_card' as const,
  'credit_line_of_credit' as const,
  'investment_brokerage' as const,
)
export const accountCommands: fc.WeightedArbitrary<Command>[] = [
  {
    weight: 1,
    arbitrary: fc.tuple(accountType, maybe(amount), maybe(date)).map(
      ([type, balance, day]): Command =>
        () => ({
          name: 'createAccount',
          request: {
            body: {
              name: 'Another',
              type,
              ...(balance !== undefined && { initial_balance: balance }),
              ...(day !== undefined && { initial_balance_date: day }),
            },
          },
        }),
    ),
  },
  {
    weight: 3,
    arbitrary: fc
      .tuple(
        pick,
        fc.record(
          { name: fc.constantFrom('One', 'Two'), notes: note, closed: fc.boolean() },
          { requiredKeys: [] },
        ),
      )
      .map(
        ([at, body]): Command =>
          (book) => ({ name: 'updateAccount', request: { account_id: account(book, at), body } }),
      ),
  },
  {
    weight: 2,
    arbitrary: pick.map(
      (at): Command =>
        (book) => ({ name: 'deleteAccount', request: { account_id: account(book, at) } }),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.boolean().map(
      (include_closed): Command =>
        () => ({ name: 'listAccounts', request: { query: { include_closed } } }),
    ),
  },
]

const categoryName = fc.constantFrom('Food', 'Rent', 'Fun', 'FOOD')
export const categoryCommands: fc.WeightedArbitrary<Command>[] = [
  {
    weight: 1,
    arbitrary: fc.constantFrom('Home', 'Credit card payments', 'Later').map(
      (name): Command =>
        () => ({ name: 'createCategoryGroup', request: { body: { name } } }),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(categoryName, pick).map(
      ([name, at]): Command =>
        (book) => ({ name: 'createCategory', request: { body: { name, group_id: group(book, at) } } }),
    ),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(
        pick,
        fc.record({ name: categoryName, group: pick, archived: fc.boolean() }, { requiredKeys: [] }),
      )
      .map(
        ([at, { group: to, ...body }]): Command =>
          (book) => ({
            name: 'updateCategory',
            request: {
              category_id: category(book, at),
              body: { ...body, ...(to !== undefined && { group_id: group(book, to) }) },
            },
          }),
      ),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(pick, maybe(pick)).map(
      ([at, to]): Command =>
        (book) => ({
          name: 'deleteCategory',
          request: {
            category_id: category(book, at),
            ...(to !== undefined && { query: { move_to_category_id: category(book, to) } }),
          },
        }),
    ),
  },
  {
    weight: 10,
    arbitrary: fc.tuple(pick, month, amount).map(
      ([at, month, assigned]): Command =>
        (book) => ({
          name: 'assignCategory',
          request: { month, category_id: pickEntry(book.categories, at, 'cat#99'), body: { assigned } },
        }),
    ),
  },
  {
    weight: 4,
    arbitrary: month.map(
      (month): Command =>
        () => ({ name: 'getMonth', request: { month } }),
    ),
  },
  { weight: 1, arbitrary: fc.constant<Command>(() => ({ name: 'listCategories', request: {} })) },
]

export const merchantCommands: fc.WeightedArbitrary<Command>[] = [
  {
    weight: 1,
    arbitrary: merchantName.map(
      (name): Command =>
        () => ({ name: 'createMerchant', request: { body: { name } } }),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(pick, merchantName).map(
      ([at, name]): Command =>
        (book) => ({ name: 'updateMerchant', request: { merchant_id: merchant(book, at), body: { name } } }),
    ),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(pick, maybe(pick)).map(
      ([at, to]): Command =>
        (book) => ({
          name: 'deleteMerchant',
          request: {
            merchant_id: merchant(book, at),
            ...(to !== undefined && { query: { move_to_merchant_id: merchant(book, to) } }),
          },
        }),
    ),
  },
]

const draft = fc.oneof(
  fc.record({ kind: fc.constantFrom('monthly_refill' as const, 'monthly_set_aside' as const), amount: sum }),
  fc.record({
    kind: fc.constantFrom('weekly_refill' as const, 'weekly_set_aside' as const),
    amount: sum,
    weekday: fc.nat(6),
  }),
  fc.record(
    {
      kind: fc.constant('by_date' as const),
      amount: sum,
      by: date,
      repeat_months: fc.constantFrom(1, 3, 12),
    },
    { requiredKeys: ['kind', 'amount', 'by'] },
  ),
)
export const settings: fc.WeightedArbitrary<Command>[] = [
  {
    weight: 2,
    arbitrary: fc.tuple(pick, draft).map(
      ([at, draft]): Command =>
        (book) => ({ name: 'setTarget', request: { category: category(book, at), draft } }),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(pick, month).map(
      ([at, month]): Command =>
        (book) => ({ name: 'snoozeTarget', request: { category: category(book, at), month } }),
    ),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(
        pick,
        fc.record(
          {
            merchant_contains: fc.constantFrom('BOTTLE', 'kiosk'),
            direction: fc.constantFrom('outflow' as const, 'inflow' as const),
          },
          { requiredKeys: [] },
        ),
      )
      .map(
        ([at, conditions]): Command =>
          (book) => ({
            name: 'addRule',
            request: { draft: { ...conditions, category_id: category(book, at) } },
          }),
      ),
  },
]
