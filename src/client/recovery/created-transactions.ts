/**
 * Transactions whose creation got no answer: the rows are looked for among those that are new.
 * @see docs/http-client.md#recovery
 */

import type { Transaction } from '../../contract/operations/transactions.ts'
import { paginateTransactions } from '../../contract/paginate.ts'
import type { RecoveryResult } from '../retry.ts'
import { isJsonObject, type JsonObject, matchesDraft } from './matches-request.ts'
import type { RecoveryContext } from './recovery-context.ts'

/** How much older than our attempt a row may look and yet be new, clocks being what they are. */
const CLOCK_TOLERANCE_MILLISECONDS = 120_000
/** Reads while the attempt may still take effect: at once, and after so many milliseconds. */
const READ_DELAYS = [0, 15_000]

/** All rows there: it happened. Some: somebody else is writing too. None, once it can no longer take effect: it did not. */
export async function recoverCreatedTransactions(inquiry: RecoveryContext): Promise<RecoveryResult> {
  const known = new Set(inquiry.recollection.seen.ids)
  for (const look of [...READ_DELAYS, Number.POSITIVE_INFINITY]) {
    await waitForMoment(Math.min(inquiry.sent_at + look, inquiry.settled_at), inquiry)
    const isSettled = inquiry.now() >= inquiry.settled_at
    const found = await findCreatedRows(inquiry, known)
    if (found !== 'none') return found
    if (isSettled) return 'did_not_happen'
  }
  return 'unknown'
}

async function waitForMoment(moment: number, { now, wait, signal }: RecoveryContext): Promise<void> {
  while (now() < moment) await wait(Math.min(1000, moment - now()), signal)
}

const getDrafts = ({ body }: RecoveryContext['asked']): JsonObject[] => {
  const { transaction, transactions } = isJsonObject(body) ? body : {}
  return (Array.isArray(transactions) ? transactions : [transaction]).filter(isJsonObject)
}

async function findCreatedRows(
  inquiry: RecoveryContext,
  known: ReadonlySet<string>,
): Promise<RecoveryResult | 'none'> {
  const drafts = getDrafts(inquiry.asked)
  const rows = await listNewRows(drafts, inquiry, known)
  const left = new Set(rows)
  const matched = drafts.map((draft) => {
    const row = [...left].find((one) => matchesDraft(draft, one))
    if (row) left.delete(row)
    return row
  })
  const present = matched.filter((row) => row !== undefined)
  if (present.length === 0) return 'none'
  if (present.length < drafts.length) return { found: present.map(({ id }) => id) }
  return { reply: await buildReply(inquiry, present) }
}

/** The answer as it would have been. @see docs/spec.md#s1 */
async function buildReply({ api, asked }: RecoveryContext, rows: Transaction[]): Promise<unknown> {
  const [first] = rows
  if (!first || (isJsonObject(asked.body) && 'transactions' in asked.body)) return { transactions: rows }
  return first.type === 'transfer' ? api.getTransaction({ transaction_id: first.id }) : { transaction: first }
}

/** The rows of the drafts' accounts and days that nobody had seen before the attempt. */
async function listNewRows(
  drafts: readonly JsonObject[],
  { api, sent_at, recollection }: RecoveryContext,
  known: ReadonlySet<string>,
): Promise<Transaction[]> {
  const dates = drafts.map(({ date }) => String(date)).toSorted()
  const accounts = new Set(drafts.map((draft) => String(draft['account_id'] ?? draft['from_account_id'])))
  const rows: Transaction[] = []
  for (const account_id of accounts) {
    const window = { account_id, since_date: dates[0] ?? '', until_date: dates.at(-1) ?? '' }
    for await (const page of paginateTransactions(api, window))
      rows.push(...page.filter(({ id }) => !known.has(id)))
  }
  const oldest = sent_at + recollection.clock_ahead() - CLOCK_TOLERANCE_MILLISECONDS
  return rows.filter(({ created_at }) => !(Date.parse(created_at) < oldest))
}
