/** Fulfils open dates of schedules with transactions, and gives those the categories of the schedule. */

import type { WorkspaceContext } from '../command/context.ts'
import { ApiError } from '../contract/errors.ts'
import type { Schedule } from '../contract/operations/schedules.ts'
import type { Transaction, TransactionChanges } from '../contract/operations/transactions.ts'
import { paginateTransactions } from '../contract/paginate.ts'
import { addDays } from '../money/calendar.ts'
import { subtract, sum } from '../money/decimal.ts'
import { type DateMatch, isFulfilling, isOfSchedule, MAX_ASKED_DAYS, matchOpenDates } from './match-dates.ts'
import { getMatchWindow, listAllOpenDates, type OpenDate } from './open-dates.ts'

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

const nothing: LinkResult = { linked: [], asked: [] }

/** What is matched with the dates. */
export interface LinkScope {
  /** Only transactions of these accounts. */
  account_ids?: ReadonlySet<string>
  /** Only dates of this schedule. */
  schedule_id?: string
  /** Only these transactions, among those that lie near an open date. */
  isWanted?: (row: Transaction) => boolean
}

/**
 * Fulfils the open dates that transactions match without a question. It can be repeated: what it did is not done again,
 * and what an interruption left is done.
 * @see docs/schedules.md#matching
 */
export async function linkOpenDates(context: LinkContext, scope: LinkScope = {}): Promise<LinkResult> {
  const { api } = context.workspace
  const { schedules } = await api.listSchedules({})
  const { account_ids, schedule_id } = scope
  const own = schedules.filter(
    ({ id, account_id, transfer_account_id }) =>
      (schedule_id === undefined || id === schedule_id) &&
      (!account_ids || account_ids.has(account_id) || account_ids.has(transfer_account_id ?? '')),
  )
  if (own.length === 0) return nothing
  const until = addDays(context.invocation.today, MAX_ASKED_DAYS)
  const openDates = listAllOpenDates(own, until)
  const posted = await listPostedDates(context, own)
  const rows = await readRowsNear(context, [...openDates, ...posted.map(({ open }) => open)], scope)
  const linked: LinkedDate[] = []
  for (const replacement of matchPosted(posted, rows)) {
    const taken = await replacePosted(context, replacement)
    if (taken) linked.push(taken)
  }
  const used = new Set(linked.map(({ transaction }) => transaction.id))
  const free = rows.filter(({ id }) => !used.has(id) && !isLinked(own, id))
  const { fulfilled, asked } = matchOpenDates(openDates, free)
  for (const match of fulfilled) {
    const link = await linkMatch(context, match)
    if (link) linked.push(link)
  }
  return { linked, asked }
}

const isLinked = (schedules: readonly Schedule[], id: string): boolean =>
  schedules.some(({ dates }) => dates.some(({ transaction_id }) => transaction_id === id))

/** Reads the live transactions near dates, of the accounts of their schedules. */
async function readRowsNear(
  { workspace: { api }, invocation: { signal } }: LinkContext,
  dates: readonly OpenDate[],
  { account_ids, isWanted = () => true }: LinkScope,
): Promise<Transaction[]> {
  const days = dates.map(({ due_date }) => due_date).toSorted()
  const [first, last] = [days[0], days.at(-1)]
  if (first === undefined || last === undefined) return []
  const range = { since_date: addDays(first, -MAX_ASKED_DAYS), until_date: addDays(last, MAX_ASKED_DAYS) }
  const accounts = new Set(
    dates.flatMap(({ schedule }) => [
      schedule.account_id,
      schedule.transfer_account_id ?? schedule.account_id,
    ]),
  )
  const rows: Transaction[] = []
  for (const account_id of accounts) {
    if (account_ids && !account_ids.has(account_id)) continue
    for await (const page of paginateTransactions(api, { ...range, account_id }, signal))
      rows.push(...page.filter((row) => !row.deleted && isWanted(row)))
  }
  return rows
}

/** Fulfils a date; undefined when the transaction fulfils another one, which is not listed any more. */
export async function linkMatch(
  context: LinkContext,
  { open: { schedule, date }, row }: Pick<DateMatch<Transaction>, 'open' | 'row'>,
): Promise<LinkedDate | undefined> {
  const { api } = context.workspace
  try {
    const reply = await api.updateScheduleDate({
      schedule_id: schedule.id,
      date,
      body: { transaction_id: row.id },
    })
    const transaction = await categorize(context, schedule, row)
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

/** A date that a transaction fulfils which was posted and which the bank has not shown yet. */
interface PostedDate {
  open: OpenDate
  transaction: Transaction
}

async function listPostedDates({ workspace: { api } }: LinkContext, schedules: readonly Schedule[]) {
  const posted: PostedDate[] = []
  for (const schedule of schedules)
    for (const { date, transaction_id, amount } of schedule.dates) {
      if (transaction_id === null) continue
      const { transaction } = await api.getTransaction({ transaction_id })
      if (transaction.status !== 'pending') continue
      const expected = {
        amount: amount ?? schedule.expected_amount,
        is_estimate: schedule.amount_kind !== 'fixed',
      }
      posted.push({ open: { schedule, date, due_date: transaction.date, ...expected }, transaction })
    }
  return posted
}

type Replacement = PostedDate & { row: Transaction }

/** Finds the bank's row of each posted transaction whose amount it did not know. */
function matchPosted(posted: readonly PostedDate[], rows: readonly Transaction[]): Replacement[] {
  const taken = new Set<string>()
  return posted.flatMap(({ open, transaction }) => {
    const candidates = rows.filter(
      (row) =>
        row.status !== 'pending' &&
        row.id !== transaction.id &&
        row.account_id === transaction.account_id &&
        !taken.has(row.id) &&
        isOfSchedule(open.schedule, row) &&
        row.amount !== transaction.amount,
    )
    const [match] = matchOpenDates([open], candidates).fulfilled.filter(isFulfilling)
    if (!match || match.days > getMatchWindow(open.schedule)) return []
    taken.add(match.row.id)
    return [{ open, transaction, row: match.row }]
  })
}

/** Puts the bank's row in the place of the posted one, whose categories and notes it gets. */
async function replacePosted(
  context: LinkContext,
  { open, transaction, row }: Replacement,
): Promise<LinkedDate | undefined> {
  const { api } = context.workspace
  const { category_id, ready_to_assign, splits, notes } = transaction
  await api.deleteTransaction({ transaction_id: transaction.id })
  const link = await linkMatch(context, { open, row })
  if (!link || transaction.transfer_account_id !== null) return link
  const own = splits
    ? buildCategorization(open.schedule, row.amount)
    : ready_to_assign
      ? { ready_to_assign }
      : { category_id }
  const body = { ...own, ...(notes !== null && row.notes === null && { notes }) }
  const reply = await api.updateTransaction({ transaction_id: row.id, body })
  const is_categorized = isUncategorized(row) && !isUncategorized(reply.transaction)
  return { ...link, transaction: reply.transaction, is_categorized }
}
