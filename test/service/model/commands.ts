/** Random calls, right ones and wrong ones. What a call names is picked from what the model knows when its turn comes. */

import * as fc from 'fast-check'
import { isOnBudget } from '../../../src/contract/accounts.ts'
import type { TransactionDraft } from '../../../src/contract/transactions.ts'
import type { Book } from './book.ts'
import type { Call, Setting } from './model.ts'
import { money } from './shown.ts'

/** A call that is made when the history has come to it. */
export type Command = (book: Book) => Call | Setting

type Pick = number
const pick = fc.nat(999)
const maybe = <Value>(arbitrary: fc.Arbitrary<Value>) => fc.option(arbitrary, { nil: undefined, freq: 2 })

/** Most picks fall on something alive; some on what is deleted, few on what never was. */
function chosen(entries: { id: string; deleted?: boolean }[], at: Pick, unknown: string): string {
  const live = entries.filter((one) => one.deleted !== true)
  const from = at % 20 === 19 ? [...entries, { id: unknown }] : live
  return from[Math.floor(at / 20) % Math.max(1, from.length)]?.id ?? unknown
}

const account = (book: Book, at: Pick): string => chosen(book.accounts, at, 'acc#99')
const group = (book: Book, at: Pick): string => chosen(book.groups, at, 'grp#99')
const merchant = (book: Book, at: Pick): string => chosen(book.merchants, at, 'mer#99')
const row = (book: Book, at: Pick): string => chosen(book.rows, at, 'txn#9999')

/** Payment categories, which most calls refuse, are named by one pick in seven. */
function category(book: Book, at: Pick): string {
  const own = book.categories.filter((one) => one.card === null)
  return chosen(at % 7 === 0 ? book.categories : own, at, 'cat#99')
}

const months = ['2026-01', '2026-02', '2026-03', '2026-04', '2026-06']
const month = fc.constantFrom(...months)
const date = fc.tuple(month, fc.constantFrom('01', '10', '15', '28')).map((parts) => parts.join('-'))
const cents = fc.integer({ min: -400, max: 400 }).map((units) => BigInt(units) * 50n)
const amount = cents.map(money)
const sum = fc.integer({ min: 1, max: 400 }).map((units) => money(BigInt(units) * 50n))
const note = fc.option(fc.constantFrom('', 'a note', 'two\nlines'), { nil: null })
const status = fc.constantFrom('pending' as const, 'cleared' as const)
const anyStatus = fc.constantFrom('pending' as const, 'cleared' as const, 'reconciled' as const)
const review = fc.constantFrom('reviewed' as const, 'needs_review' as const)
const merchantName = fc.constantFrom(
  'Blue Bottle Coffee',
  'Blue Bottle Cafe',
  'BLUE  bottle',
  'Kiosk',
  'Straße',
  'STRASSE',
  'Bahn',
)

/** The envelope of a line: a category, Ready to Assign, nothing said, explicitly none, or (wrongly) two. */
const envelope = fc.oneof(
  { weight: 8, arbitrary: pick.map((at) => (book: Book) => ({ category_id: category(book, at) })) },
  { weight: 3, arbitrary: fc.constant(() => ({ ready_to_assign: true })) },
  { weight: 4, arbitrary: fc.constant(() => ({})) },
  { weight: 2, arbitrary: fc.constant(() => ({ category_id: null })) },
  { weight: 1, arbitrary: fc.constant(() => ({ ready_to_assign: false })) },
  {
    weight: 1,
    arbitrary: pick.map((at) => (book: Book) => ({ category_id: category(book, at), ready_to_assign: true })),
  },
)

const line = fc.tuple(envelope, amount, maybe(note)).map(([envelope, amount, notes]) => (book: Book) => ({
  amount,
  ...envelope(book),
  ...(notes !== undefined && { notes }),
}))
const lines = fc
  .array(line, { minLength: 1, maxLength: 4 })
  .map((all) => (book: Book) => all.map((one) => one(book)))

const payee = fc.oneof(
  { weight: 4, arbitrary: fc.constant(() => ({})) },
  { weight: 4, arbitrary: merchantName.map((merchant_name) => () => ({ merchant_name })) },
  { weight: 3, arbitrary: pick.map((at) => (book: Book) => ({ merchant_id: merchant(book, at) })) },
  { weight: 1, arbitrary: fc.constant(() => ({ merchant_id: null })) },
)

const extras = fc.record({ notes: note, status, review_status: review }, { requiredKeys: [] })

const single = fc.tuple(pick, date, amount, envelope, payee, extras).map(
  ([at, date, amount, envelope, payee, extras]) =>
    (book: Book): TransactionDraft => ({
      account_id: account(book, at),
      date,
      amount,
      ...envelope(book),
      ...payee(book),
      ...extras,
    }),
)

const split = fc.tuple(pick, date, maybe(amount), lines, payee, extras).map(
  ([at, date, amount, lines, payee, extras]) =>
    (book: Book): TransactionDraft => ({
      account_id: account(book, at),
      date,
      ...(amount !== undefined && { amount }),
      splits: lines(book),
      ...payee(book),
      ...extras,
    }),
)

const transfer = fc
  .tuple(pick, pick, date, sum, maybe(pick), extras)
  .map(([from, to, date, amount, at, extras]) => (book: Book) => ({
    type: 'transfer' as const,
    from_account_id: account(book, from),
    to_account_id: account(book, to),
    amount,
    date,
    ...(at !== undefined && { category_id: category(book, at) }),
    ...extras,
  }))

/** What a household does most: buys somewhere, and sometimes says what for. */
const purchase = fc.tuple(pick, date, amount, merchantName, maybe(pick), review).map(
  ([at, date, amount, merchant_name, into, review_status]): Command =>
    (book) => ({
      name: 'createTransactions',
      request: {
        body: {
          transaction: {
            account_id: chosen(
              book.accounts.filter(({ type }) => isOnBudget(type)),
              at,
              'acc#99',
            ),
            date,
            amount,
            merchant_name,
            review_status,
            ...(into !== undefined && { category_id: category(book, into) }),
          },
        },
      },
    }),
)

const created = fc.oneof(
  { weight: 5, arbitrary: single },
  { weight: 2, arbitrary: split },
  { weight: 4, arbitrary: transfer },
)
const create = created.map(
  (draft): Command =>
    (book) => ({ name: 'createTransactions', request: { body: { transaction: draft(book) } } }),
)
const batch = fc.array(fc.oneof(single, split), { minLength: 1, maxLength: 4 }).map(
  (drafts): Command =>
    (book) => ({
      name: 'createTransactions',
      request: { body: { transactions: drafts.map((draft) => draft(book)) } },
    }),
)

const changed = fc
  .tuple(
    fc.record({ date, amount, notes: note, status: anyStatus, review_status: review }, { requiredKeys: [] }),
    fc.oneof({ weight: 5, arbitrary: fc.constant(() => ({})) }, { weight: 3, arbitrary: envelope }),
    fc.oneof(
      { weight: 6, arbitrary: fc.constant(() => ({})) },
      { weight: 2, arbitrary: lines.map((all) => (book: Book) => ({ splits: all(book) })) },
      { weight: 1, arbitrary: fc.constant(() => ({ splits: null })) },
    ),
    payee,
    maybe(pick),
  )
  .map(([plain, envelope, splits, payee, at]) => (book: Book) => ({
    ...plain,
    ...envelope(book),
    ...splits(book),
    ...payee(book),
    ...(at !== undefined && at % 2 === 0 && { account_id: account(book, at) }),
  }))
/** Changing one thing mostly succeeds; changing much mostly does not. */
const change = fc
  .tuple(
    pick,
    fc.oneof(
      changed,
      fc.record({ amount }, { requiredKeys: [] }).map((body) => () => body),
      envelope,
      pick.map((at) => (book: Book) => ({ account_id: account(book, at) })),
      date.map((date) => () => ({ date })),
    ),
  )
  .map(
    ([at, body]): Command =>
      (book) => ({ name: 'updateTransaction', request: { transaction_id: row(book, at), body: body(book) } }),
  )

const onRow = (name: 'getTransaction' | 'deleteTransaction' | 'restoreTransaction') =>
  pick.map(
    (at): Command =>
      (book) => {
        // Most of what is restored was deleted.
        const gone = book.rows.filter((one) => one.deleted)
        const id =
          name === 'restoreTransaction' && at % 4 > 0 ? gone[at % Math.max(1, gone.length)]?.id : undefined
        return { name, request: { transaction_id: id ?? row(book, at) } }
      },
  )

const accountType = fc.constantFrom(
  'banking_checking' as const,
  'banking_savings' as const,
  'credit_credit_card' as const,
  'credit_line_of_credit' as const,
  'investment_brokerage' as const,
)
const accountCommands: fc.WeightedArbitrary<Command>[] = [
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
const categoryCommands: fc.WeightedArbitrary<Command>[] = [
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
          request: { month, category_id: chosen(book.categories, at, 'cat#99'), body: { assigned } },
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

const merchantCommands: fc.WeightedArbitrary<Command>[] = [
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
const settings: fc.WeightedArbitrary<Command>[] = [
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

const filters = fc
  .record(
    {
      account: pick,
      category: pick,
      status: anyStatus,
      review_status: review,
      since_date: date,
      until_date: date,
    },
    { requiredKeys: [] },
  )
  .map(
    ({ account: in_account, category: in_category, ...plain }): Command =>
      (book) => ({
        name: 'listTransactions',
        request: {
          query: {
            ...plain,
            limit: 500,
            ...(in_account !== undefined && { account_id: account(book, in_account) }),
            ...(in_category !== undefined && { category_id: category(book, in_category) }),
          },
        },
      }),
  )

/** One call of a history. */
export const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 16, arbitrary: create },
  { weight: 18, arbitrary: purchase },
  { weight: 4, arbitrary: batch },
  { weight: 22, arbitrary: change },
  { weight: 6, arbitrary: onRow('deleteTransaction') },
  { weight: 4, arbitrary: onRow('restoreTransaction') },
  { weight: 1, arbitrary: onRow('getTransaction') },
  { weight: 2, arbitrary: filters },
  ...accountCommands,
  ...categoryCommands,
  ...merchantCommands,
  ...settings,
)

/** A household to begin with: every kind of account, some envelopes. */
export const beginning: Command[] = [
  () => ({
    name: 'createAccount',
    request: {
      body: {
        name: 'Checking',
        type: 'banking_checking',
        initial_balance: '100',
        initial_balance_date: '2026-01-01',
      },
    },
  }),
  () => ({
    name: 'createAccount',
    request: {
      body: {
        name: 'Card',
        type: 'credit_credit_card',
        initial_balance: '-20',
        initial_balance_date: '2026-01-01',
      },
    },
  }),
  () => ({ name: 'createAccount', request: { body: { name: 'Other card', type: 'credit_credit_card' } } }),
  () => ({ name: 'createAccount', request: { body: { name: 'Savings', type: 'banking_savings' } } }),
  () => ({ name: 'createAccount', request: { body: { name: 'Broker', type: 'investment_brokerage' } } }),
  () => ({ name: 'createCategoryGroup', request: { body: { name: 'Daily' } } }),
  () => ({ name: 'createCategory', request: { body: { name: 'Food', group_id: 'grp#2' } } }),
  () => ({ name: 'createCategory', request: { body: { name: 'Rent', group_id: 'grp#2' } } }),
  () => ({ name: 'createCategory', request: { body: { name: 'Fun', group_id: 'grp#2' } } }),
]

/** Every question a history is asked at its end. */
export const finalQuestions = (book: Book): Call[] => [
  { name: 'listAccounts', request: { query: { include_closed: true } } },
  { name: 'listTransactions', request: { query: { limit: 500 } } },
  { name: 'listCategories', request: {} },
  { name: 'listMerchants', request: {} },
  ...['2025-12', ...months, '2026-05', '2026-07'].map(
    (month): Call => ({ name: 'getMonth', request: { month } }),
  ),
  ...book.rows
    .filter((one) => one.deleted)
    .map((one): Call => ({ name: 'getTransaction', request: { transaction_id: one.id } })),
]
