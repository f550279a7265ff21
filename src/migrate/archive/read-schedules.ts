/** Reads the schedules of an archive, with what is known of their dates. */

import { amountKinds } from '../../contract/operations/schedules.ts'
import type {
  ContentSchedule,
  ContentScheduleDate,
  WorkspaceContent,
} from '../../contract/ports/workspace-content.ts'
import { type JsonRecord, readFlag, readInteger, readRecords, refuseField } from '../json-record.ts'
import {
  readAmount,
  readDate,
  readInstant,
  readName,
  readNotes,
  readOrNull,
  readWord,
} from './archive-lines.ts'
import { createTableIds } from './archive-tables.ts'
import { readLines, type TransactionContext } from './read-transactions.ts'

/** Returns the schedules. How their dates repeat is checked with the other rows. @param salt of our own ids */
export function readSchedules(
  lines: readonly JsonRecord[],
  { salt, ...context }: Omit<TransactionContext, 'files'> & { salt: string | undefined },
): Pick<WorkspaceContent, 'schedules' | 'scheduleDates'> {
  const ids = createTableIds('schedule', salt)
  const schedules: ContentSchedule[] = []
  const scheduleDates: ContentScheduleDate[] = []
  for (const line of lines) {
    const seq = ids.add(line)
    schedules.push({ seq, ...readSchedule(line, context) })
    for (const date of readRecords(line, 'dates'))
      scheduleDates.push({ schedule: seq, ...readScheduleDate(date, context) })
  }
  return { schedules, scheduleDates }
}

type ScheduleContext = Omit<TransactionContext, 'files'>

function readSchedule(line: JsonRecord, { ids, decimals }: ScheduleContext): Omit<ContentSchedule, 'seq'> {
  const { accounts, merchants, categories } = ids
  const readOptionalAmount = (one: JsonRecord, field = 'amount') =>
    readOrNull(one, field, (...place) => readAmount(...place, decimals))
  const { first_date, every, days, weekend, until, times } = line.fields
  return {
    account: accounts.find(line, 'account_id'),
    transfer_account: readOrNull(line, 'transfer_account_id', accounts.find),
    merchant: readOrNull(line, 'merchant_id', merchants.find),
    category: readOrNull(line, 'category_id', categories.find),
    ready_to_assign: readFlag(line, 'ready_to_assign'),
    amount_kind: readWord(line, 'amount_kind', amountKinds),
    amount: readOptionalAmount(line),
    amount_to: readOptionalAmount(line, 'amount_to'),
    // Older archives have none.
    statement_day: 'statement_day' in line.fields ? readOrNull(line, 'statement_day', readInteger) : null,
    splits: readLines(line, ids, (split) => readOptionalAmount(split)),
    notes: readNotes(line, 'notes'),
    match_text: readOrNull(line, 'match_text', readName),
    recurrence: JSON.stringify({ first_date, every, days, weekend, until, times }),
    auto_post: readFlag(line, 'auto_post'),
    paused: readFlag(line, 'paused'),
    created_at: readInstant(line, 'created_at'),
    updated_at: readInstant(line, 'updated_at'),
  }
}

function readScheduleDate(
  line: JsonRecord,
  { decimals, numbers }: ScheduleContext,
): Omit<ContentScheduleDate, 'schedule'> {
  const { find } = numbers
  const refused = line.fields['refused_transaction_ids']
  if (!Array.isArray(refused)) return refuseField(line, 'refused_transaction_ids', 'a list')
  return {
    date: readDate(line, 'date'),
    transaction: readOrNull(line, 'transaction_id', find),
    skipped: readFlag(line, 'skipped'),
    amount: readOrNull(line, 'amount', (...place) => readAmount(...place, decimals)),
    refused: refused.map((id: unknown) => find({ ...line, fields: { id } })),
  }
}
