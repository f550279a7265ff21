/** Checks the schedules and planned dates that a new workspace is filled with. */

import { ApiError } from '../../contract/errors.ts'
import { amountKinds, isRecurrence } from '../../contract/operations/schedules.ts'
import type { ContentSchedule, WorkspaceContent } from '../../contract/ports/workspace-content.ts'
import { isTransactionAmount } from '../../money/minor-units.ts'
import { assertValidSchedule } from '../budget/check-schedule.ts'
import { assertFound } from '../budget/request-context.ts'
import { readRecurrence } from '../budget/schedule-view.ts'
import {
  checkCategory,
  checkDate,
  checkInstants,
  checkName,
  checkNotes,
  createRowCheck,
  isSeq,
  type KnownRows,
  type RowCheck,
} from './content-checks.ts'

/**
 * Checks schedules and what is known of their dates.
 * @param isTransaction true for the number of a transaction
 * @throws InvalidContentError for the first row that breaks a rule
 */
export function checkSchedules(
  { schedules, scheduleDates }: Pick<WorkspaceContent, 'schedules' | 'scheduleDates'>,
  known: KnownRows,
  isTransaction: (seq: number) => boolean,
): void {
  const seen = new Set<number | string>()
  for (const row of schedules) {
    const check = createRowCheck('schedule', row.seq)
    check(isSeq(row.seq), 'its number is not a positive integer, or is too large')
    check(!seen.has(row.seq), 'there are two with this number')
    seen.add(row.seq)
    checkFields(check, row, known)
    checkRules(check, row, known)
  }
  for (const { schedule, date, transaction, amount, refused } of scheduleDates) {
    const check = createRowCheck('schedule', schedule)
    check(seen.has(schedule), `there is no schedule ${schedule}`)
    checkDate(check, date)
    check(!seen.has(`${schedule} ${date}`), `there are two of its date ${date}`)
    seen.add(`${schedule} ${date}`)
    checkAmount(check, amount)
    for (const seq of transaction === null ? refused : [transaction, ...refused])
      check(isTransaction(seq), `there is no transaction ${seq}, which its date ${date} names`)
  }
}

const checkAmount = (check: RowCheck, amount: bigint | null): void =>
  check(amount === null || isTransactionAmount(amount), `its amount ${amount} has more than 15 digits`)

function checkFields(check: RowCheck, row: ContentSchedule, known: KnownRows): void {
  for (const seq of [row.account, row.transfer_account])
    check(seq === null || known.accounts.get(seq)?.deleted === false, `there is no account ${seq}`)
  const hasMerchant = row.merchant === null || known.merchants.get(row.merchant)?.deleted === false
  check(hasMerchant, `there is no merchant ${row.merchant}`)
  check(amountKinds.includes(row.amount_kind), `${row.amount_kind} is not a kind of amount`)
  checkAmount(check, row.amount_to)
  const { statement_day: day } = row
  check(day === null || (day >= 1 && day <= 31), `its statement day ${day} is not from 1 to 31`)
  for (const { amount, category, notes } of [row, ...(row.splits ?? [])]) {
    checkAmount(check, amount)
    checkNotes(check, notes)
    if (category !== null) checkCategory(check, known, category)
  }
  if (row.match_text !== null) checkName(check, row.match_text)
  checkInstants(check, [row.created_at, row.updated_at])
}

/** Checks what a request to create it would be refused for. */
function checkRules(check: RowCheck, row: ContentSchedule, { accounts }: KnownRows): void {
  const recurrence = readRecurrence(row)
  check(isRecurrence(recurrence), `its dates cannot repeat like this: ${row.recurrence}`)
  try {
    assertValidSchedule({ getAccount: (seq) => assertFound(accounts.get(seq)) }, row, recurrence)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    check(false, error.detail)
  }
}
