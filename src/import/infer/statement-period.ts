/**
 * The days that the lines above a table, or a file's name, speak of: they tell the year of dates that have none.
 * @see docs/import.md#10-rules-found-with-unseen-files
 */

import { daysInMonth } from '../../money/calendar.ts'
import { parseDateCell } from '../text/dates.ts'
import { parseMonthName } from '../text/month-names.ts'

/** The first and the last day. */
export interface StatementPeriod {
  first: string
  last: string
}

// Named groups stand in one pattern each: the first that fits a place of the text is taken.
const DATE_PATTERNS = [
  /(?<![\d.,])(?<y1>(?:19|20)\d\d)[-./_年년: ]{1,2}(?<m1>\d{1,2})[-./_月월: ]{1,2}(?<d1>\d{1,2})(?![\d,])/u,
  /(?<![\d.,])(?<c>20\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01]))(?!\d)/u,
  /(?<![\d,])(?<n>\d{1,2}[-./]\d{1,2}[-./](?:20\d\d|\d\d))(?![\d,])/u,
  /(?<w>\d{1,2}[-. ]{1,2}\p{L}{3,12}[-., ]{1,2}20\d\d|\p{L}{3,12}\.? \d{1,2}(?:st|nd|rd|th)?,? 20\d\d)(?!\d)/u,
  /(?<![\d.,])(?<y2>(?:19|20)\d\d)[-_/年년]\s?(?<m2>1[0-2]|0?[1-9])(?!\d)/u,
  /(?<![\d.,])(?<m3>1[0-2]|0?[1-9])[-_/](?<y3>20\d\d)(?!\d)/u,
  /(?<m4>\p{L}{3,12})\.?[-_ ]?(?<y4>20\d\d)(?!\s?[\d年년/-])/u,
] as const
const DATES = new RegExp(DATE_PATTERNS.map(({ source }) => source).join('|'), 'giu')

const toMonthPeriod = (year: string, month: number | undefined): StatementPeriod[] => {
  if (month === undefined || month < 1 || month > 12) return []
  const name = `${year}-${String(month).padStart(2, '0')}`
  return [{ first: `${name}-01`, last: `${name}-${daysInMonth(name)}` }]
}

const toDayPeriod = (date: string | undefined): StatementPeriod[] =>
  date === undefined ? [] : [{ first: date, last: date }]

/** The period a text speaks of: from the first of its dates and months to the last; undefined where it names none. */
export function findStatementPeriod(
  texts: readonly string[],
  order: 'dmy' | 'mdy',
): StatementPeriod | undefined {
  const found = texts.flatMap((text) =>
    [...text.normalize('NFKC').matchAll(DATES)].flatMap(({ groups = {} }) => toPeriods(groups, order)),
  )
  const [one] = found
  if (!one) return undefined
  return {
    first: found.reduce((first, other) => (other.first < first ? other.first : first), one.first),
    last: found.reduce((last, other) => (other.last > last ? other.last : last), one.last),
  }
}

function toPeriods(
  groups: Readonly<Record<string, string | undefined>>,
  order: 'dmy' | 'mdy',
): StatementPeriod[] {
  const { y1, m1, d1, c, n, w, y2, m2, y3, m3, y4, m4 } = groups
  if (y1 !== undefined) return toDayPeriod(parseDateCell(`${y1}-${m1}-${d1}`, 'ymd'))
  if (c !== undefined) return toDayPeriod(parseDateCell(c, 'compact'))
  if (n !== undefined)
    return toDayPeriod(parseDateCell(n, order) ?? parseDateCell(n, order === 'dmy' ? 'mdy' : 'dmy'))
  if (w !== undefined) return toDayPeriod(parseDateCell(w, 'name'))
  if (y2 !== undefined) return toMonthPeriod(y2, Number(m2))
  if (y3 !== undefined) return toMonthPeriod(y3, Number(m3))
  return y4 === undefined ? [] : toMonthPeriod(y4, parseMonthName(m4 ?? ''))
}
