/** Generates valid and invalid calls about transactions. */

import { isOnBudgetAccountType } from '../../../src/contract/operations/accounts.ts'
import type { TransactionDraft } from '../../../src/contract/operations/transactions.ts'
import * as fc from '../../support/fast-check.ts'
import {
  account,
  amount,
  anyStatus,
  type Command,
  category,
  date,
  maybe,
  merchant,
  merchantName,
  note,
  pick,
  pickEntry,
  review,
  row,
  status,
  sum,
} from './arbitrary-picks.ts'
import type { Book } from './ledger.ts'

/** The category of a line: one, Ready to Assign, missing, explicitly none, or (invalid) two. */
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

/** The most frequent call: a purchase, sometimes with a category. */
export const purchase = fc.tuple(pick, date, amount, merchantName, maybe(pick), review).map(
  ([at, date, amount, merchant_name, into, review_status]): Command =>
    (book) => ({
      name: 'createTransactions',
      request: {
        body: {
          transaction: {
            account_id: pickEntry(
              book.accounts.filter(({ type }) => isOnBudgetAccountType(type)),
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
export const create = created.map(
  (draft): Command =>
    (book) => ({ name: 'createTransactions', request: { body: { transaction: draft(book) } } }),
)
export const batch = fc.array(fc.oneof(single, split), { minLength: 1, maxLength: 4 }).map(
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
/** Changing one field mostly succeeds; changing many mostly does not. */
export const change = fc
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

export const onRow = (name: 'getTransaction' | 'deleteTransaction' | 'restoreTransaction') =>
  pick.map(
    (at): Command =>
      (book) => {
        // Most restored rows are deleted ones.
        const gone = book.rows.filter((one) => one.deleted)
        const id =
          name === 'restoreTransaction' && at % 4 > 0 ? gone[at % Math.max(1, gone.length)]?.id : undefined
        return { name, request: { transaction_id: id ?? row(book, at) } }
      },
  )

export const filters = fc
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
