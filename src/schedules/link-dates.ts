/** Fulfils open dates of schedules with transactions, and gives those the categories of the schedule. */

import type { WorkspaceContext } from '../command/context.ts'
import { ApiError } from '../contract/errors.ts'
import type { Schedule } from '../contract/operations/schedules.ts'
import type { Transaction, TransactionChanges } from '../contract/operations/transactions.ts'
import { subtract, sum } from '../money/decimal.ts'
import type { DateMatch } from './match-dates.ts'
import type { OpenDate } from './open-dates.ts'
import { type LinkScope, planLinks, type Replacement, readLinkInput } from './plan-links.ts'

type LinkContext = Pick<WorkspaceContext, 'workspace' | 'invocation'>

/** A date and the transaction that fulfils it now. */
export interface LinkedDate {
  schedule: Schedule
  date: string
  transaction: Transaction
  /** True if the schedule gave it its category. */
  is_categorized: boolean
}

/** What became of the open dates. */
export interface LinkResult {
  linked: LinkedDate[]
  /** Transactions of the right merchant with another amount, or further away: only the user can tell. */
  asked: DateMatch<Transaction>[]
}

/**
 * Fulfils the open dates that transactions match without a question. It can be repeated: what it did is not done again,
 * and what an interruption left is done.
 * @see docs/schedules.md#matching
 */
export async function linkOpenDates(context: LinkContext, scope: LinkScope = {}): Promise<LinkResult> {
  const { rows, ...input } = await readLinkInput(context, scope)
  const { replaced, ...plan } = planLinks(input, rows)
  const linked: LinkedDate[] = []
  for (const replacement of replaced) {
    const link = await replacePosted(context, replacement)
    if (link) linked.push(link)
  }
  let { fulfilled, asked } = plan
  let { openDates } = input
  const taken = new Set(replaced.map(({ row }) => row.id))
  for (;;) {
    const before = linked.length
    for (const match of fulfilled) {
      taken.add(match.row.id)
      const link = await linkMatch(context, match)
      if (link) linked.push(link)
    }
    if (linked.length === before + fulfilled.length) return { linked, asked }
    // The other side of a transfer that fulfils a date is known only by trying: another row may fulfil this one.
    openDates = openDates.filter((one) => !linked.some((link) => isDate(one, link)))
    const free = rows.filter(({ id }) => !taken.has(id))
    ;({ fulfilled, asked } = planLinks({ ...input, openDates, posted: [] }, free))
  }
}

const isDate = ({ schedule, date }: OpenDate, link: LinkedDate): boolean =>
  schedule.id === link.schedule.id && date === link.date

/** Fulfils a date; undefined when the transaction fulfils another one, which is not listed any more. */
export async function linkMatch(
  context: LinkContext,
  { open: { schedule, date }, row }: Pick<DateMatch<Transaction>, 'open' | 'row'>,
): Promise<LinkedDate | undefined> {
  const { api } = context.workspace
  try {
    // A process that is killed in between does both again.
    const transaction = await categorize(context, schedule, row)
    const reply = await api.updateScheduleDate({
      schedule_id: schedule.id,
      date,
      body: { transaction_id: row.id },
    })
    return {
      schedule: reply.schedule,
      date,
      transaction,
      is_categorized: isUncategorized(row) && !isUncategorized(transaction),
    }
  } catch (error) {
    if (error instanceof ApiError && error.name === 'conflict') return undefined
    throw error
  }
}

const isUncategorized = ({ category_id, ready_to_assign, splits }: Transaction): boolean =>
  category_id === null && !ready_to_assign && !splits

/** Gives a transaction the categories of its schedule, unless the user has chosen some. */
async function categorize(
  { workspace: { api } }: LinkContext,
  schedule: Schedule,
  row: Transaction,
): Promise<Transaction> {
  const isChosen = row.review_status === 'reviewed' && (row.category_id !== null || row.ready_to_assign)
  const body = buildCategorization(schedule, row.amount)
  if (isChosen || row.splits || row.transfer_account_id !== null || !body) return row
  if (
    row.category_id === (body.category_id ?? null) &&
    row.ready_to_assign === (body.ready_to_assign ?? false)
  ) {
    if (!body.splits) return row
  }
  const { transaction } = await api.updateTransaction({ transaction_id: row.id, body })
  return transaction
}

/** Returns the categories of a schedule for an amount; undefined where it has none. */
function buildCategorization(schedule: Schedule, amount: string): TransactionChanges | undefined {
  const { splits, category_id, ready_to_assign } = schedule
  if (ready_to_assign) return { ready_to_assign }
  if (category_id !== null) return { category_id }
  if (!splits) return undefined
  const rest = subtract(amount, sum(splits.flatMap((line) => line.amount ?? [])))
  return {
    splits: splits.map((line) => ({
      amount: line.amount ?? rest,
      ...(line.ready_to_assign ? { ready_to_assign: true } : { category_id: line.category_id }),
      notes: line.notes,
    })),
  }
}

/**
 * Puts the bank's row in the place of the posted one, whose categories and notes it gets first: as a reviewed one it
 * keeps them, also where the process is killed in between.
 */
async function replacePosted(
  context: LinkContext,
  { open, transaction, row }: Replacement<Transaction>,
): Promise<LinkedDate | undefined> {
  const { api } = context.workspace
  const { category_id, ready_to_assign, splits, notes, review_status } = transaction
  const own = splits
    ? buildCategorization(open.schedule, row.amount)
    : ready_to_assign
      ? { ready_to_assign }
      : { category_id }
  const body = { ...own, review_status, ...(notes !== null && row.notes === null && { notes }) }
  const changed =
    transaction.transfer_account_id === null
      ? (await api.updateTransaction({ transaction_id: row.id, body })).transaction
      : row
  await api.deleteTransaction({ transaction_id: transaction.id })
  const link = await linkMatch(context, { open, row: changed })
  return link && { ...link, is_categorized: isUncategorized(row) && !isUncategorized(changed) }
}
