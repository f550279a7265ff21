/** Reads the schedules of an Actual file: each is a rule whose conditions say what is expected, and when. */

import { groupBy } from '../../contract/group-by.ts'
import type { ForeignTables } from '../../contract/ports/foreign-tables.ts'
import { isDate } from '../../money/calendar.ts'
import { iteratePlannedDates, shiftWeekend } from '../../schedules/dates/planned-dates.ts'
import { EXPORT_AGAIN } from '../../tables/source-file.ts'
import { sumAmounts } from '../figures.ts'
import {
  type JsonRecord,
  parseRecord,
  readInteger,
  readOptional,
  readRecord,
  readRecords,
} from '../json-record.ts'
import { beginAtNextDate } from '../next-date.ts'
import type { SourceSchedule } from '../source-budget.ts'
import {
  createRowError,
  describePlace,
  readFlag,
  readOptionalInteger,
  readOptionalText,
  readRows,
  type TableRow,
} from '../table-rows.ts'
import type { ActualCategories, ActualPayees } from './categories-and-payees.ts'
import type { ReadAmount } from './read-amount.ts'
import { omitsShortMonths, readDate, readRecurrence } from './recurrence.ts'

interface ScheduleContext {
  tables: ForeignTables
  readAmount: ReadAmount
  categories: ActualCategories
  payees: ActualPayees
  today: string
}

/** Returns the schedules that are neither deleted nor completed, with the next dates that Actual states. */
export function readSchedules(context: ScheduleContext): SourceSchedule[] {
  const read = (table: string, optional: string[]) => [...readRows(context.tables, table, { optional })]
  const rules = read('rules', ['id', 'conditions', 'actions'])
  const dates = ['local_next_date', 'local_next_date_ts', 'base_next_date', 'base_next_date_ts']
  const nextDates = read('schedules_next_date', ['schedule_id', ...dates, 'tombstone'])
  return read('schedules', ['id', 'rule', 'name', 'completed', 'posts_transaction', 'tombstone']).flatMap(
    (row) => {
      if (readFlag(row, 'tombstone') || readFlag(row, 'completed')) return []
      const rule = rules.find((one) => readOptionalText(one, 'id') === readOptionalText(row, 'rule'))
      const next = nextDates.find(
        (one) =>
          !readFlag(one, 'tombstone') && readOptionalText(one, 'schedule_id') === readOptionalText(row, 'id'),
      )
      return buildSchedule({ row, rule: rule ?? row, next: next && readNextDate(next) }, context)
    },
  )
}

/** Actual takes the date of this device while the synchronized one is as old. */
function readNextDate(row: TableRow): string | undefined {
  const isNewest =
    readOptionalInteger(row, 'local_next_date_ts') === readOptionalInteger(row, 'base_next_date_ts')
  const number = readOptionalInteger(row, isNewest ? 'local_next_date' : 'base_next_date')
  if (number === null) return undefined
  const date = String(number).replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3')
  if (isDate(date)) return date
  throw createRowError(row, `the next date ${number} is not a date`)
}

/** Parses the conditions or actions of a rule. */
function parseList(row: TableRow, column: string): JsonRecord[] {
  const text = readOptionalText(row, column)
  const record = { place: describePlace(row), hint: EXPORT_AGAIN }
  return text === null ? [] : readRecords(parseRecord(`{"${column}":${text}}`, record), column)
}

interface ScheduleRows {
  row: TableRow
  rule: TableRow
  next: string | undefined
}

function buildSchedule({ row, rule, next }: ScheduleRows, context: ScheduleContext): SourceSchedule {
  const { readAmount, categories, payees, today } = context
  const conditions = parseList(rule, 'conditions')
  // The program's own names of fields, and those of its tables.
  const find = (...names: unknown[]) => conditions.find(({ fields: { field } }) => names.includes(field))
  const [account, date, amount, payeeId] = [
    find('acct', 'account'),
    find('date'),
    find('amount'),
    find('description', 'payee'),
  ]
  const payee = payees.find(String(payeeId?.fields['value']))
  const name = readOptionalText(row, 'name')
  const amounts = readAmounts(amount, (written) => readAmount(rule, 'amount', written))
  const { changes, recurrence } = readDates(date, { next, today })
  const split = readSplit(parseList(rule, 'actions'), (written) => readAmount(rule, 'amount', written))
  const [own, ...others] = split.lines.map((line) => ({
    ...line,
    category: categories.find(line.category) ?? null,
  }))
  const rests = others.filter((line) => line.amount === null).length
  const sum = sumAmounts(others.map((line) => ({ amount: line.amount ?? 0n })))
  const isWhole = rests === 1 || (rests === 0 && amounts.amountKind === 'fixed' && sum === amounts.amount)
  const isSplit = others.length > 0 && split.isKnown && isWhole && !payee?.transferAccount
  return {
    name: name ?? payee?.name ?? 'Schedule',
    changes: others.length > 0 && !isSplit ? [...changes, 'it came without its split'] : changes,
    // A schedule without a date is left out, as one without an account.
    account: date && typeof account?.fields['value'] === 'string' ? account.fields['value'] : undefined,
    recurrence,
    ...amounts,
    payee: payee?.name ?? name,
    notes: own?.notes ?? null,
    category: isSplit ? null : (own?.category ?? null),
    lines: isSplit ? others : null,
    transferAccount: payee?.transferAccount ?? null,
    autoPost: readFlag(row, 'posts_transaction'),
  }
}

type Amounts = Pick<SourceSchedule, 'amountKind' | 'amount' | 'amountTo'>

/** Returns what is known of the amount; zero for a range that does not say whether money comes or goes. */
function readAmounts(condition: JsonRecord | undefined, toAmount: (written: bigint) => bigint): Amounts {
  const read = (record: JsonRecord, field: string) => toAmount(BigInt(readInteger(record, field)))
  if (!condition) return { amountKind: 'fixed', amount: 0n, amountTo: null }
  if (condition.fields['op'] !== 'isbetween') {
    const amountKind = condition.fields['op'] === 'is' ? 'fixed' : 'about'
    return { amountKind, amount: read(condition, 'value'), amountTo: null }
  }
  const range = readRecord(condition, 'value')
  const [one, two] = [read(range, 'num1'), read(range, 'num2')]
  if (one === two) return { amountKind: 'fixed', amount: one, amountTo: null }
  const isOneNearer = one < two === one > 0n
  const [amount, amountTo] = isOneNearer ? [one, two] : [two, one]
  return { amountKind: 'range', amount: one * two > 0n ? amount : 0n, amountTo }
}

/** Returns when it recurs, from the next date on. */
function readDates(
  condition: JsonRecord | undefined,
  { next, today }: { next: string | undefined; today: string },
): Pick<SourceSchedule, 'recurrence' | 'changes'> {
  if (!condition) return beginAtNextDate(undefined, next ?? today)
  if (typeof condition.fields['value'] === 'string') {
    const { recurrence } = beginAtNextDate(undefined, next ?? readDate(condition, 'value'))
    return { recurrence, changes: [] }
  }
  const value = readRecord(condition, 'value')
  const recurrence = readRecurrence(value)
  const [first = readDate(value, 'start')] = recurrence ? iteratePlannedDates(recurrence, today) : []
  const begun = beginAtNextDate(recurrence, next ?? (recurrence ? shiftWeekend(recurrence, first) : first))
  const isShort = recurrence && omitsShortMonths(value, recurrence)
  const short = 'due on the last day of shorter months, which Actual leaves out'
  return { ...begun, changes: [...begun.changes, ...(isShort ? [short] : [])] }
}

/** Returns what the actions set: of the transaction first, then of the lines of its split. */
function readSplit(actions: readonly JsonRecord[], toAmount: (written: bigint) => bigint) {
  const byIndex = groupBy(actions, (action) => {
    const options = readOptional(action, 'options', readRecord)
    return String((options && readOptional(options, 'splitIndex', readInteger)) ?? 0)
  })
  const others = [...byIndex.keys()].map(Number).filter((index) => index > 0)
  let isKnown = true
  const lines = [0, ...others.toSorted((a, b) => a - b)].map((index) => {
    const own = byIndex.get(String(index)) ?? []
    const share = own.find(({ fields }) => fields['op'] === 'set-split-amount')
    const method = share && readRecord(share, 'options').fields['method']
    if (index > 0 && method !== 'fixed-amount' && method !== 'remainder') isKnown = false
    const findText = (name: string) =>
      own.find(({ fields }) => fields['op'] === 'set' && fields['field'] === name)?.fields['value']
    const notes = findText('notes')
    return {
      amount: share && method === 'fixed-amount' ? toAmount(BigInt(readInteger(share, 'value'))) : null,
      category: String(findText('category')),
      notes: typeof notes === 'string' && notes !== '' ? notes : null,
    }
  })
  return { isKnown, lines }
}
