/** Transactions whose creation got no answer: the rows are looked for among those that are new. */ // reliability.md §2.3

import type { Transaction } from '../../contract/operations/transactions.ts'
import { transactionPages } from '../../contract/paginate.ts'
import type { Settled } from '../retry.ts'
import { type Fields, isObject, isRowOf } from './matches-request.ts'
import type { Inquiry } from './recovery-context.ts'

/** How much older than our attempt a row may look and yet be new, clocks being what they are. */
const TOLERANCE = 120_000
/** Reads while the attempt may still take effect: at once, and after so many milliseconds. */
const LOOKS = [0, 15_000]

/** All rows there: it happened. Some: somebody else is writing too. None, once it can no longer take effect: it did not. */
export async function settleTransactions(inquiry: Inquiry): Promise<Settled> {
  const known = new Set(inquiry.recollection.seen.ids)
  for (const look of [...LOOKS, Number.POSITIVE_INFINITY]) {
    await waitFor(Math.min(inquiry.sent_at + look, inquiry.settled_at), inquiry)
    const isSettled = inquiry.now() >= inquiry.settled_at
    const found = await lookForRows(inquiry, known)
    if (found !== 'none') return found
    if (isSettled) return 'did_not_happen'
  }
  return 'unknown'
}

async function waitFor(moment: number, { now, wait, signal }: Inquiry): Promise<void> {
  while (now() < moment) await wait(Math.min(1000, moment - now()), signal)
}

const draftsOf = ({ body }: Inquiry['asked']): Fields[] => {
  const { transaction, transactions } = isObject(body) ? body : {}
  return (Array.isArray(transactions) ? transactions : [transaction]).filter(isObject)
}

async function lookForRows(inquiry: Inquiry, known: ReadonlySet<string>): Promise<Settled | 'none'> {
  const drafts = draftsOf(inquiry.asked)
  const rows = await freshRows(drafts, inquiry, known)
  const left = new Set(rows)
  const matched = drafts.map((draft) => {
    const row = [...left].find((one) => isRowOf(draft, one))
    if (row) left.delete(row)
    return row
  })
  const present = matched.filter((row) => row !== undefined)
  if (present.length === 0) return 'none'
  if (present.length < drafts.length) return { found: present.map(({ id }) => id) }
  return { reply: await replyOf(inquiry, present) }
}

/** The answer as it would have been. */ // spec S1
async function replyOf({ api, asked }: Inquiry, rows: Transaction[]): Promise<unknown> {
  const [first] = rows
  if (!first || (isObject(asked.body) && 'transactions' in asked.body)) return { transactions: rows }
  return first.type === 'transfer' ? api.getTransaction({ transaction_id: first.id }) : { transaction: first }
}

/** The rows of the drafts' accounts and days that nobody had seen before the attempt. */
async function freshRows(
  drafts: readonly Fields[],
  { api, sent_at, recollection }: Inquiry,
  known: ReadonlySet<string>,
): Promise<Transaction[]> {
  const dates = drafts.map(({ date }) => String(date)).toSorted()
  const accounts = new Set(drafts.map((draft) => String(draft['account_id'] ?? draft['from_account_id'])))
  const rows: Transaction[] = []
  for (const account_id of accounts) {
    const window = { account_id, since_date: dates[0] ?? '', until_date: dates.at(-1) ?? '' }
    for await (const page of transactionPages(api, window))
      rows.push(...page.filter(({ id }) => !known.has(id)))
  }
  const oldest = sent_at + recollection.clock_ahead() - TOLERANCE
  return rows.filter(({ created_at }) => !(Date.parse(created_at) < oldest))
}
