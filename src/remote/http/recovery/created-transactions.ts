/**
 * Recovers the creation of transactions: looks for the requested rows among the new ones.
 * @see docs/http-client.md#recovery
 */

import { isJsonObject, type JsonObject } from '../../../contract/matches-fields.ts'
import type { Transaction } from '../../../contract/operations/transactions.ts'
import { paginateTransactions } from '../../../contract/paginate.ts'
import { matchesDraft } from './matches-request.ts'
import type { RecoveryContext, RecoveryResult } from './recovery-context.ts'

/** A row created up to so many milliseconds before the attempt counts as new: clocks differ. */
const CLOCK_TOLERANCE_MILLISECONDS = 120_000

/** Delays after the attempt, in milliseconds, at which the rows are read while it may still take effect. */
const READ_DELAYS = [0, 15_000]

/**
 * Finds all rows: the request was applied. Some of them: another client writes too. None, once the attempt can no longer
 * take effect: it was not applied.
 */
export async function recoverCreatedTransactions(context: RecoveryContext): Promise<RecoveryResult> {
  const seenBefore = new Set(context.memory.seen.ids)
  for (const delay of [...READ_DELAYS, Number.POSITIVE_INFINITY]) {
    await waitForMoment(Math.min(context.sentAt + delay, context.settledAt), context)
    const isSettled = context.now() >= context.settledAt
    const result = await findCreatedRows(context, seenBefore)
    if (result !== 'none') return result
    if (isSettled) return 'not_applied'
  }
  return 'unknown'
}

async function waitForMoment(moment: number, { now, wait, signal }: RecoveryContext): Promise<void> {
  while (now() < moment) await wait(Math.min(1000, moment - now()), signal)
}

const getDrafts = ({ body }: RecoveryContext['request']): JsonObject[] => {
  const { transaction, transactions } = isJsonObject(body) ? body : {}
  return (Array.isArray(transactions) ? transactions : [transaction]).filter(isJsonObject)
}

async function findCreatedRows(
  context: RecoveryContext,
  seenBefore: ReadonlySet<string>,
): Promise<RecoveryResult | 'none'> {
  const drafts = getDrafts(context.request)
  const unmatched = new Set(await listNewRows(drafts, context, seenBefore))
  const matches = drafts.map((draft) => {
    const match = [...unmatched].find((row) => matchesDraft(draft, row))
    if (match) unmatched.delete(match)
    return match
  })
  const found = matches.filter((row) => row !== undefined)
  if (found.length === 0) return 'none'
  if (found.length < drafts.length) return { candidateIds: found.map(({ id }) => id) }
  return { reply: await buildReply(context, found) }
}

/** Returns the lost reply. @see docs/spec.md#s1 */
async function buildReply({ api, request }: RecoveryContext, rows: Transaction[]): Promise<unknown> {
  const [first] = rows
  if (!first || (isJsonObject(request.body) && 'transactions' in request.body)) return { transactions: rows }
  return first.type === 'transfer' ? api.getTransaction({ transaction_id: first.id }) : { transaction: first }
}

/** Lists the rows of the drafts' accounts and dates that the client had not seen before the attempt. */
async function listNewRows(
  drafts: readonly JsonObject[],
  { api, sentAt, memory }: RecoveryContext,
  seenBefore: ReadonlySet<string>,
): Promise<Transaction[]> {
  const dates = drafts.map(({ date }) => String(date)).toSorted()
  const accounts = new Set(drafts.map((draft) => String(draft['account_id'] ?? draft['from_account_id'])))
  const rows: Transaction[] = []
  for (const account_id of accounts) {
    const filters = { account_id, since_date: dates[0] ?? '', until_date: dates.at(-1) ?? '' }
    for await (const page of paginateTransactions(api, filters))
      rows.push(...page.filter(({ id }) => !seenBefore.has(id)))
  }
  const oldest = sentAt + memory.getClockAheadMs() - CLOCK_TOLERANCE_MILLISECONDS
  return rows.filter(({ created_at }) => !(Date.parse(created_at) < oldest))
}
