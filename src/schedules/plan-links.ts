/** Plans which open dates transactions fulfil; it only reads. @see docs/schedules.md#matching */

import type { WorkspaceContext } from '../command/context.ts'
import type { Schedule } from '../contract/operations/schedules.ts'
import type { Transaction } from '../contract/operations/transactions.ts'
import { addDays } from '../money/calendar.ts'
import { listLiveRows } from '../transactions/future-rows.ts'
import {
  type DateMatch,
  type DateMatches,
  isOfSchedule,
  MAX_ASKED_DAYS,
  type MatchedRow,
  matchOpenDates,
} from './match-dates.ts'
import { listAllOpenDates, type OpenDate } from './open-dates.ts'

type PlanContext = Pick<WorkspaceContext, 'workspace' | 'invocation'>

/** A transaction, or a row that is to become one. */
export type LinkRow = MatchedRow & Pick<Transaction, 'status'>

/** What is matched with the dates. */
export interface LinkScope {
  /** Only transactions of these accounts. */
  account_ids?: ReadonlySet<string>
  /** Only dates of this schedule. */
  schedule_id?: string
  /** Only these transactions, among those that lie near an open date. */
  isWanted?: (row: Transaction) => boolean
}

/** A date that a transaction fulfils which was posted and which the bank has not shown yet. */
interface PostedDate {
  open: OpenDate
  transaction: Transaction
}

/** A posted transaction, and the bank's row that takes its place. */
export type Replacement<Row extends LinkRow> = PostedDate & { row: Row }

/** The dates that can be fulfilled. */
export interface LinkDates {
  openDates: OpenDate[]
  posted: PostedDate[]
}

/** What becomes of open dates and rows. */
export interface LinkPlan<Row extends LinkRow> extends DateMatches<Row> {
  /** Posted transactions whose amount the bank's row corrects. */
  replaced: Replacement<Row>[]
}

/** Reads the dates that can be fulfilled, and the transactions near them that fulfil none yet. */
export async function readLinkInput(
  context: PlanContext,
  scope: LinkScope = {},
): Promise<LinkDates & { rows: Transaction[] }> {
  const { schedules } = await context.workspace.api.listSchedules({ query: { all_dates: true } })
  const { account_ids, schedule_id } = scope
  const own = schedules.filter(
    ({ id, account_id, transfer_account_id }) =>
      (schedule_id === undefined || id === schedule_id) &&
      (!account_ids || account_ids.has(account_id) || account_ids.has(transfer_account_id ?? '')),
  )
  const openDates = listAllOpenDates(own, addDays(context.invocation.today, MAX_ASKED_DAYS))
  const posted = await listPostedDates(context, own)
  const linkedIds = new Set(
    schedules.flatMap(({ dates }) => dates.flatMap(({ transaction_id }) => transaction_id ?? [])),
  )
  const near = await readRowsNear(context, [...openDates, ...posted.map(({ open }) => open)], scope)
  return { openDates, posted, rows: near.filter(({ id }) => !linkedIds.has(id)) }
}

/** Returns which dates free rows fulfil, and which ones only the user can tell. */
export function planLinks<Row extends LinkRow>(
  { openDates, posted }: LinkDates,
  rows: readonly Row[],
): LinkPlan<Row> {
  const replaced = matchPosted(posted, rows)
  const used = new Set(replaced.map(({ row }) => row.id))
  const free = rows.filter(({ id }) => !used.has(id))
  return { replaced, ...matchOpenDates(openDates, free) }
}

/**
 * Finds the transactions about which only the user can tell whether a date expected them. A remote profile is not
 * asked, because each account would take requests.
 */
export async function findAskedMatches(context: PlanContext): Promise<DateMatch<Transaction>[]> {
  if (context.workspace.costsRequests || !context.workspace.hasSchedules()) return []
  const { rows, ...input } = await readLinkInput(context)
  return planLinks(input, rows).asked
}

const listAccountIds = (dates: readonly { schedule: Schedule }[]): ReadonlySet<string> =>
  new Set(
    dates.flatMap(({ schedule: { account_id, transfer_account_id } }) => [
      account_id,
      transfer_account_id ?? account_id,
    ]),
  )

/** Reads the live transactions near dates, of the accounts of their schedules. */
async function readRowsNear(
  context: PlanContext,
  dates: readonly OpenDate[],
  { account_ids, isWanted = () => true }: LinkScope,
): Promise<Transaction[]> {
  const days = dates.map(({ due_date }) => due_date).toSorted()
  const [first, last] = [days[0], days.at(-1)]
  if (first === undefined || last === undefined) return []
  const range = { since_date: addDays(first, -MAX_ASKED_DAYS), until_date: addDays(last, MAX_ASKED_DAYS) }
  const rows: Transaction[] = []
  for (const account_id of listAccountIds(dates))
    if (account_ids?.has(account_id) ?? true)
      rows.push(...(await listLiveRows(context, { ...range, account_id })).filter(isWanted))
  return rows
}

async function listPostedDates(context: PlanContext, schedules: readonly Schedule[]): Promise<PostedDate[]> {
  const dates = schedules.flatMap((schedule) =>
    schedule.dates
      .filter(({ transaction_id }) => transaction_id !== null)
      .map((date) => ({ schedule, ...date })),
  )
  const pending = new Map<string | null, Transaction>()
  for (const account_id of listAccountIds(dates))
    for (const row of await listLiveRows(context, { account_id, status: 'pending' })) pending.set(row.id, row)
  return dates.flatMap(({ schedule, date, transaction_id, amount }) => {
    const transaction = pending.get(transaction_id)
    if (!transaction) return []
    const expected = {
      amount: amount ?? schedule.expected_amount,
      is_estimate: schedule.amount_kind !== 'fixed',
      has_own_amount: amount !== null,
    }
    return [{ open: { schedule, date, due_date: transaction.date, ...expected }, transaction }]
  })
}

/** Finds the bank's row of each posted transaction whose amount it did not know. */
function matchPosted<Row extends LinkRow>(
  posted: readonly PostedDate[],
  rows: readonly Row[],
): Replacement<Row>[] {
  const taken = new Set<string>()
  return posted.flatMap(({ open, transaction }) => {
    const candidates = rows.filter(
      (row) =>
        row.status !== 'pending' &&
        row.account_id === transaction.account_id &&
        row.amount !== transaction.amount &&
        !taken.has(row.id) &&
        isOfSchedule(open.schedule, row),
    )
    const [match]: DateMatch<Row>[] = matchOpenDates([open], candidates).fulfilled
    if (!match) return []
    taken.add(match.row.id)
    return [{ open, transaction, row: match.row }]
  })
}
