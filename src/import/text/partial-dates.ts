/**
 * Days without a year, as banks write them on statements: `17.11.`, `11/17`, `Nov 17`.
 * @see docs/import.md#10-rules-found-with-unseen-files
 */

import { daysInMonth } from '../../money/calendar.ts'
import { stripWeekday, TIME_SUFFIX } from './dates.ts'
import { parseMonthName } from './month-names.ts'

/** A day of some year; sorts like a date. */
export type PartialDate = `${string}-${string}`

/** What comes first; `name`: the month is a word. */
export type PartialDateStyle = 'dmy' | 'mdy' | 'name'

// A point alone between the two would be a number.
const NUMERIC_DAY = new RegExp(`^(\\d{1,2})(?:[/-]|\\. ?(?=\\d{1,2}\\.))(\\d{1,2})\\.?${TIME_SUFFIX}`)
const CJK_DAY = new RegExp(`^(\\d{1,2})[月월]\\s?(\\d{1,2})[日일]${TIME_SUFFIX}`)
const DAY_NAME = new RegExp(`^(\\d{1,2})(?:st|nd|rd|th)?[-/. ]{0,2}(\\p{L}{3,12})\\.?${TIME_SUFFIX}`, 'u')
const NAME_DAY = new RegExp(`^(\\p{L}{3,12})\\.?[-/ ]?(\\d{1,2})(?:st|nd|rd|th)?\\.?${TIME_SUFFIX}`, 'u')

/** The day of a year in which there is a 29 February; undefined for none. */
export function toPartialDate(month: number | undefined, day: number): PartialDate | undefined {
  if (month === undefined || month < 1 || month > 12 || day < 1) return undefined
  const name = String(month).padStart(2, '0')
  return day <= daysInMonth(`2024-${name}`) ? `${name}-${String(day).padStart(2, '0')}` : undefined
}

/** The day of a cell read in a form; undefined when the cell is none. */
export function parsePartialDate(cell: string, form: PartialDateStyle): PartialDate | undefined {
  if (cell.length < 3 || cell.length > 30 || !/\d/.test(cell)) return undefined
  const text = stripWeekday(cell)
  if (form === 'name') {
    const [, day, name] = DAY_NAME.exec(text) ?? []
    const [, first, second] = NAME_DAY.exec(text) ?? []
    return toPartialDate(parseMonthName(name ?? first ?? ''), Number(day ?? second))
  }
  const cjk = CJK_DAY.exec(text)
  if (cjk) return form === 'mdy' ? toPartialDate(Number(cjk[1]), Number(cjk[2])) : undefined
  const [, first, second] = (NUMERIC_DAY.exec(text) ?? []).map(Number)
  if (first === undefined || second === undefined) return undefined
  return form === 'dmy' ? toPartialDate(second, first) : toPartialDate(first, second)
}

/** Is the whole cell a day in some form? */
export const isPartialDateCell = (cell: string): boolean =>
  (['dmy', 'mdy', 'name'] as const).some((form) => parsePartialDate(cell, form) !== undefined)
