/** Reads when a schedule of Actual recurs. */

import { isDate } from '../../money/calendar.ts'
import { LAST_OF_MONTH, type MonthDay, type Recurrence, WEEKDAYS } from '../../schedules/dates/recurrence.ts'
import {
  type JsonRecord,
  readInteger,
  readOptional,
  readRecords,
  readText,
  refuseField,
} from '../json-record.ts'

const units: ReadonlyMap<string, NonNullable<Recurrence['every']>> = new Map([
  ['daily', { count: 1, unit: 'day' }],
  ['weekly', { count: 7, unit: 'day' }],
  ['monthly', { count: 1, unit: 'month' }],
  ['yearly', { count: 12, unit: 'month' }],
])

const MAX_COUNT = 9999

/** Reads a date, which older versions wrote with a time. */
export function readDate(record: JsonRecord, field: string): string {
  const date = readText(record, field).slice(0, 10)
  return isDate(date) ? date : refuseField(record, field, 'a date in the form YYYY-MM-DD')
}

/**
 * Returns the recurrence of a condition's value; undefined where a schedule here cannot repeat like it.
 * @throws UserError for a field of another form
 */
export function readRecurrence(value: JsonRecord): Recurrence | undefined {
  const first_date = readDate(value, 'start')
  const unit = units.get(readText(value, 'frequency'))
  const count = (unit?.count ?? 0) * (readOptional(value, 'interval', readInteger) ?? 1)
  const patterns = readOptional(value, 'patterns', readRecords) ?? []
  if (!unit || count < 1 || count > MAX_COUNT || (patterns.length > 0 && unit.unit === 'day'))
    return undefined
  const own = unit.unit === 'month' ? [Number(first_date.slice(8))] : []
  const days = patterns.length > 0 ? patterns.flatMap((pattern) => readPattern(pattern) ?? []) : own
  if (patterns.length > days.length) return undefined
  const { skipWeekend, weekendSolveMode, endMode } = value.fields
  return {
    first_date,
    every: { ...unit, count },
    days,
    weekend: skipWeekend !== true ? 'same' : weekendSolveMode === 'before' ? 'before' : 'after',
    until: endMode === 'on_date' ? readDate(value, 'endDate') : null,
    times: endMode === 'after_n_occurrences' ? readInteger(value, 'endOccurrences') : null,
  }
}

/** Returns the day of a pattern; undefined for one that not every month has, such as a fifth Friday. */
function readPattern(pattern: JsonRecord): MonthDay | undefined {
  const value = readInteger(pattern, 'value')
  const type = readText(pattern, 'type').toLowerCase()
  if (type === 'day') return value === -1 ? LAST_OF_MONTH : value
  const weekday = WEEKDAYS.find((day) => day.startsWith(type))
  const nth = value === -1 ? 'last' : ([1, 2, 3, 4] as const).find((one) => one === value)
  return weekday === undefined || nth === undefined ? undefined : { nth, weekday }
}

/** True where Actual leaves out the months that are too short; a pattern of the last day has the value -1. */
export function omitsShortMonths(value: JsonRecord, { every, days }: Recurrence): boolean {
  const patterns = readOptional(value, 'patterns', readRecords) ?? []
  const isLast = patterns.some(({ fields }) => fields['value'] === -1)
  return every?.unit === 'month' && !isLast && days.some((day) => Number(day) > SHORTEST_MONTH)
}

const SHORTEST_MONTH = 28
