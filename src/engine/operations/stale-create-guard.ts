/** Refuses new transactions that were decided on before others came into the same account on the same days. */ // reliability.md R4

import { badRequest, conflict } from '../../contract/errors.ts'
import type { Transaction } from '../../contract/operations/transactions.ts'
import { noteAsOf } from '../../contract/reply-version.ts'
import type { Context } from '../budget/request-context.ts'

/** What an answer about transactions holds. */
interface Told {
  transaction?: Transaction | undefined
  transactions?: Transaction[] | undefined
}

const rowsIn = ({ transaction, transactions }: Told): Transaction[] =>
  transactions ?? (transaction ? [transaction] : [])

/** Throws conflict when others were added between a moment that was told and these rows, which were just created. */
export function refuseAddedSince({ ids, store }: Context, moment: string, created: Told): void {
  if (!/^\d{1,15}$/.test(moment))
    throw badRequest('If-None-Added-Since must be a value of Transactions-As-Of')
  const since = Number(moment)
  const rows = rowsIn(created)
  const first = Math.min(...seqsOf(ids, rows))
  for (const [account, { since_date, until_date }] of daysOf(ids, rows)) {
    // A file that was put back from a copy has not come so far yet.
    if (first <= since || store.transactions.anyBetween({ since, first, account, since_date, until_date }))
      throw conflict('other transactions were added to this account on these days meanwhile')
  }
}

/** Notes beside an answer up to which transaction it speaks; an answer given again speaks of the moment it was first given. */
export function noteProgress({ ids, store }: Context, name: string, reply: unknown): void {
  if (name === 'listTransactions') noteAsOf(Object(reply), String(store.transactions.nextSeq() - 1))
  if (name !== 'createTransactions') return
  noteAsOf(Object(reply), String(Math.max(...seqsOf(ids, rowsIn(Object(reply) as Told))))) // the rule's own reply
}

const seqsOf = (ids: Context['ids'], rows: readonly Transaction[]): number[] =>
  rows.map(({ id }) => ids.seq('transaction', id) ?? 0)

/** The days of the rows of each account. */
function daysOf(
  ids: Context['ids'],
  rows: readonly Transaction[],
): Map<number, { since_date: string; until_date: string }> {
  const days = new Map<number, { since_date: string; until_date: string }>()
  for (const { account_id, date } of rows) {
    const account = ids.seq('account', account_id) ?? 0
    const { since_date = date, until_date = date } = days.get(account) ?? {}
    days.set(account, {
      since_date: date < since_date ? date : since_date,
      until_date: date > until_date ? date : until_date,
    })
  }
  return days
}
