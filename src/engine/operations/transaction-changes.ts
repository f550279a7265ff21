/** What a change of a transaction leaves, where regular transactions and transfers agree. */ // spec E

import { closedAccount } from '../../contract/api-errors.ts'
import type { TransactionChanges } from '../../contract/operations/transactions.ts'
import type { AccountRow } from '../../store/accounts.ts'
import type { TransactionRow } from '../../store/transactions.ts'
import { type Context, must } from '../budget/request-context.ts'
import { categoryOf, refuseTwoEnvelopes } from '../budget/split-lines.ts'

/** The account a checked id stands for; it must be open to take a new row. */ // spec A24
export function openAccount(context: Context, id: string, path: string): AccountRow {
  const account = context.account(must(context.ids.seq('account', id)))
  if (account.closed) throw closedAccount(path)
  return account
}

/** The account a change leaves the row in; moving it takes an open one. */ // spec A24
export function accountAfter(context: Context, row: TransactionRow, id: string | undefined): AccountRow {
  const stays = id === undefined || context.ids.seq('account', id) === row.account
  return stays ? context.account(row.account) : openAccount(context, id, 'account_id')
}

/** The fields every kind of transaction takes as they are. */
export const plainChanges = (row: TransactionRow, body: TransactionChanges) => ({
  date: body.date ?? row.date,
  notes: body.notes === undefined ? row.notes : body.notes,
  status: body.status ?? row.status,
  review_status: body.review_status ?? row.review_status,
})

type Envelope = Pick<TransactionRow, 'category' | 'ready_to_assign'>

/** The envelope of a row without splits: category and Ready to Assign push each other out. */ // spec E5
export function envelopeAfter(context: Context, row: Envelope, body: TransactionChanges): Envelope {
  refuseTwoEnvelopes(body, '')
  if (body.ready_to_assign) return { category: null, ready_to_assign: true }
  if (typeof body.category_id === 'string') {
    return { category: categoryOf(context, body.category_id), ready_to_assign: false }
  }
  return {
    category: body.category_id === null ? null : row.category,
    ready_to_assign: body.ready_to_assign ?? row.ready_to_assign,
  }
}

const comparable = (row: TransactionRow): string =>
  JSON.stringify(row, (_, value) => (typeof value === 'bigint' ? String(value) : value))

/** Is anything of the row, as it is stored, different? */
export const differs = (a: TransactionRow, b: TransactionRow): boolean => comparable(a) !== comparable(b)
