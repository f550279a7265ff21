/**
 * Refuses new transactions if others were added since the client last read the account and dates.
 * @see docs/reliability.md#r4
 */

import { badRequest, conflict } from '../../contract/errors.ts'
import { setTransactionsVersion } from '../../contract/http-response.ts'
import type { Transaction } from '../../contract/operations/transactions.ts'
import type { RequestContext } from '../budget/request-context.ts'

/** A reply with transactions. */
interface TransactionsReply {
  transaction?: Transaction | undefined
  transactions?: Transaction[] | undefined
}

const listReplyRows = ({ transaction, transactions }: TransactionsReply): Transaction[] =>
  transactions ?? (transaction ? [transaction] : [])

/**
 * Asserts that no other transactions were added between a version that the client read and these new rows.
 * @throws ApiError conflict otherwise
 */
export function assertNoneAddedSince(
  { ids, store }: RequestContext,
  version: string,
  reply: TransactionsReply,
): void {
  if (!/^\d{1,15}$/.test(version))
    throw badRequest('If-None-Added-Since must be a value of Transactions-As-Of')
  const since = Number(version)
  const rows = listReplyRows(reply)
  const first = toSeq(ids, rows[0])
  for (const [account, { since_date, until_date }] of groupDaysByAccount(ids, rows)) {
    // A restored backup may not have reached that version yet.
    if (first <= since || store.transactions.hasRowBetween({ since, first, account, since_date, until_date }))
      throw conflict('other transactions were added to this account on these days in the meantime')
  }
}

/** Attaches the version of the transactions to a reply; a stored reply gets the version of its first answer. */
export function recordTransactionsVersion(
  { ids, store }: RequestContext,
  name: string,
  reply: unknown,
): void {
  if (name === 'listTransactions')
    setTransactionsVersion(Object(reply), String(store.transactions.nextSeq() - 1))
  if (name !== 'createTransactions') return
  const created = listReplyRows(Object(reply) as TransactionsReply) // the handler's own reply
  setTransactionsVersion(Object(reply), String(toSeq(ids, created.at(-1))))
}

/** Returns the seq of a created row; a reply has them in the order of their creation. */
const toSeq = (ids: RequestContext['ids'], row: Transaction | undefined): number =>
  (row && ids.toSeq('transaction', row.id)) ?? 0

/** Returns the range of dates of each account's rows. */
function groupDaysByAccount(
  ids: RequestContext['ids'],
  rows: readonly Transaction[],
): Map<number, { since_date: string; until_date: string }> {
  const days = new Map<number, { since_date: string; until_date: string }>()
  for (const { account_id, date } of rows) {
    const account = ids.toSeq('account', account_id) ?? 0
    const range = days.get(account)
    if (!range) days.set(account, { since_date: date, until_date: date })
    else if (date < range.since_date) range.since_date = date
    else if (date > range.until_date) range.until_date = date
  }
  return days
}
