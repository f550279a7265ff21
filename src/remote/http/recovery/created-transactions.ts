/**
 * Recovers the creation of transactions: looks for the requested rows among the new ones.
 * @see docs/http-client.md#recovery
 */

import {
  hasValue,
  isAmount,
  isJsonObject,
  isSameAmount,
  type JsonObject,
} from '../../../contract/matches-fields.ts'
import type { Transaction } from '../../../contract/operations/transactions.ts'
import { paginateTransactions } from '../../../contract/paginate.ts'
import { negate } from '../../../money/decimal.ts'
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
    await waitForMoment(Math.min(context.sentAt + delay, context.latestEffectAt), context)
    const isFinal = context.now() >= context.latestEffectAt
    const result = await findCreatedRows(context, seenBefore)
    if (result !== 'none') return result
    if (isFinal) return 'not_applied'
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

/** The fields that identify a created row; the service may fill in others itself. */
const identifyingFields = ['account_id', 'date', 'notes', 'splits', 'merchant_id', 'merchant_name'] as const

/** True if the row can be the one that a draft asked for. */
function matchesDraft(draft: JsonObject, row: Transaction): boolean {
  const actual: JsonObject = row
  if (draft['type'] === 'transfer') return matchesTransferDraft(draft, row)
  const requestedFields = identifyingFields.filter(
    (field) => field === 'notes' || field === 'splits' || draft[field] !== undefined,
  )
  const hasMerchant = draft['merchant_id'] !== undefined || draft['merchant_name'] !== undefined
  return (
    row.type === 'regular' &&
    requestedFields.every((field) => hasValue(field, draft[field], actual[field])) &&
    (hasMerchant || row.merchant_id === null) &&
    (draft['amount'] === undefined || draft['amount'] === null || isSameAmount(draft['amount'], row.amount))
  )
}

/** True if the row can be the outflow of the transfer that a draft asked for. */
const matchesTransferDraft = (draft: JsonObject, row: Transaction): boolean =>
  row.type === 'transfer' &&
  row.account_id === draft['from_account_id'] &&
  row.transfer_account_id === draft['to_account_id'] &&
  row.date === draft['date'] &&
  hasValue('notes', draft['notes'], row.notes) &&
  isAmount(row.amount) &&
  isSameAmount(draft['amount'], negate(row.amount))
