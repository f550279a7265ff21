/** Describes when something recurs in the few words of a table: "2 weeks", "twice a month on 1 and 15". */

import { LAST_OF_MONTH, type MonthDay, type Recurrence } from './recurrence.ts'

/** The names of the days of the week. */
export const WEEKDAY_NAMES = {
  mon: 'monday',
  tue: 'tuesday',
  wed: 'wednesday',
  thu: 'thursday',
  fri: 'friday',
  sat: 'saturday',
  sun: 'sunday',
}
const ORDINALS = { 1: '1st', 2: '2nd', 3: '3rd', 4: '4th', last: 'last' }
/** Every month has so many days: the next date says which day it is. */
const DAYS_OF_ALL_MONTHS = 28

/** The names of counts, the longest first. */
const units = {
  month: [
    [12, 'year'],
    [3, 'quarter'],
    [1, 'month'],
  ],
  day: [
    [7, 'week'],
    [1, 'day'],
  ],
} as const

const describeDay = (day: MonthDay): string =>
  typeof day !== 'number'
    ? `${ORDINALS[day.nth]} ${WEEKDAY_NAMES[day.weekday]}`
    : day === LAST_OF_MONTH
      ? 'last'
      : String(day)

/** Names how often: "month", "2 weeks", "quarter". Two quarters are 6 months. */
function describeEvery({ count, unit }: NonNullable<Recurrence['every']>): string {
  const [size, name] = units[unit].find(([days, word]) =>
    word === 'quarter' ? count === days : count % days === 0,
  ) ?? [1, unit]
  return count === size ? name : `${count / size} ${name}s`
}

/** Returns how often something recurs, as after "every": "month", "2 weeks", "month on last", or "once". */
export function describeRecurrence({ every, days }: Pick<Recurrence, 'every' | 'days'>): string {
  if (every === null) return 'once'
  const often = every.count === 1 && days.length === 2 ? 'twice a month' : describeEvery(every)
  const [only] = days
  if (only === undefined || (days.length === 1 && typeof only === 'number' && only <= DAYS_OF_ALL_MONTHS))
    return often
  const words = days.map(describeDay)
  const listed = [words.slice(0, -1).join(', '), ...words.slice(-1)].filter((word) => word !== '')
  return `${often} on ${listed.join(' and ')}`
}
