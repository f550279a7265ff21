/** Reads the scheduled transactions of a budget of the YNAB API. */

import { groupBy } from '../../../contract/group-by.ts'
import { isDate } from '../../../money/calendar.ts'
import { isPlannedDate } from '../../../schedules/dates/planned-dates.ts'
import { sumAmounts } from '../../figures.ts'
import { type JsonRecord, refuseField } from '../../json-record.ts'
import { beginAtNextDate } from '../../next-date.ts'
import type { SourceSchedule } from '../../source-budget.ts'
import { formatNotes } from '../payees-and-notes.ts'
import { fromYnabFrequency, isYnabFrequency } from './frequencies.ts'
import { readLiveList, readOptionalText, readText } from './json-fields.ts'
import type { TransactionContext } from './transactions.ts'

/** Returns the scheduled transactions that are not deleted, with the next dates that YNAB states. */
export function readSchedules(budget: JsonRecord, context: TransactionContext): SourceSchedule[] {
  const lists = groupBy(readLiveList(budget, 'scheduled_subtransactions'), (line) =>
    readText(line, 'scheduled_transaction_id'),
  )
  return readLiveList(budget, 'scheduled_transactions').flatMap((record) => {
    const nested = readLiveList(record, 'subtransactions')
    const lines = nested.length > 0 ? nested : (lists.get(readText(record, 'id')) ?? [])
    return buildSchedules(record, lines, context)
  })
}

function readDate(record: JsonRecord, name: string): string {
  const date = readText(record, name)
  return isDate(date) ? date : refuseField(record, name, 'a date in the form YYYY-MM-DD')
}

/** Returns when it recurs, from the next date on. */
function readRecurrence(record: JsonRecord): Pick<SourceSchedule, 'recurrence' | 'changes'> {
  const next = readDate(record, 'date_next')
  const frequency = readText(record, 'frequency')
  if (!isYnabFrequency(frequency)) return beginAtNextDate(undefined, next)
  const first = readOptionalText(record, 'date_first') === undefined ? next : readDate(record, 'date_first')
  const recurrence = fromYnabFrequency(frequency, first)
  if (isPlannedDate(recurrence, next)) return beginAtNextDate(recurrence, next)
  const { recurrence: moved } = beginAtNextDate(fromYnabFrequency(frequency, next), next)
  return { recurrence: moved, changes: [`counted from ${next}, which is none of the dates from ${first} on`] }
}

/** Returns the schedule, and one for each line that is a transfer: a split here has none. */
function buildSchedules(
  record: JsonRecord,
  lines: readonly JsonRecord[],
  context: TransactionContext,
): SourceSchedule[] {
  const { readAmount, payees, findCategory } = context
  const readPayee = (one: JsonRecord) =>
    payees.get(readOptionalText(one, 'payee_id') ?? '') ?? readOptionalText(one, 'payee_name')
  const readLine = (one: JsonRecord) => ({
    amount: readAmount(one, 'amount'),
    category: findCategory(readOptionalText(one, 'category_id') ?? '') ?? null,
    notes: formatNotes(readOptionalText(one, 'memo') ?? '', ''),
  })
  const flag = readOptionalText(record, 'flag_name') ?? readOptionalText(record, 'flag_color') ?? ''
  const payee = readPayee(record) ?? null
  const shared = {
    name: payee ?? readOptionalText(record, 'memo') ?? 'Scheduled transaction',
    account: readText(record, 'account_id'),
    ...readRecurrence(record),
    amountKind: 'fixed' as const,
    amountTo: null,
    notes: formatNotes(readOptionalText(record, 'memo') ?? '', flag),
    autoPost: false,
  }
  const buildOne = (one: JsonRecord): SourceSchedule => {
    const { notes, ...line } = readLine(one)
    const transferAccount = readOptionalText(one, 'transfer_account_id') ?? null
    return {
      ...shared,
      ...line,
      payee: readPayee(one) ?? payee,
      lines: null,
      transferAccount,
      notes: shared.notes ?? notes,
    }
  }
  const plain = lines.filter((line) => readOptionalText(line, 'transfer_account_id') === undefined)
  if (plain.length < 2) return (lines.length > 0 ? lines : [record]).map(buildOne)
  const own = plain.map(readLine)
  const split = {
    ...shared,
    amount: sumAmounts(own),
    payee,
    category: null,
    lines: own,
    transferAccount: null,
  }
  return [split, ...lines.filter((line) => !plain.includes(line)).map(buildOne)]
}
