/** Translates YNAB's thirteen frequencies to and from recurrences. */

import { LAST_OF_MONTH, type MonthDay, type Recurrence } from './recurrence.ts'

const everyByFrequency = {
  never: null,
  daily: { count: 1, unit: 'day' },
  weekly: { count: 7, unit: 'day' },
  everyOtherWeek: { count: 14, unit: 'day' },
  twiceAMonth: { count: 1, unit: 'month' },
  every4Weeks: { count: 28, unit: 'day' },
  monthly: { count: 1, unit: 'month' },
  everyOtherMonth: { count: 2, unit: 'month' },
  every3Months: { count: 3, unit: 'month' },
  every4Months: { count: 4, unit: 'month' },
  twiceAYear: { count: 6, unit: 'month' },
  yearly: { count: 12, unit: 'month' },
  everyOtherYear: { count: 24, unit: 'month' },
} as const satisfies Record<string, Recurrence['every']>

/** How often a scheduled transaction of YNAB recurs. */
export type YnabFrequency = keyof typeof everyByFrequency

const frequencies = Object.keys(everyByFrequency) as YnabFrequency[] // the keys of the table

/** True for a frequency of YNAB. */
export const isYnabFrequency = (text: string): text is YnabFrequency => Object.hasOwn(everyByFrequency, text)

/** Returns the two days of a month that follow from one date: day d of 1–15 and d + 15, or 16 and the last day. */
export function listTwiceAMonthDays(date: string): readonly [number, number] {
  const day = Number(date.slice(8))
  if (day === LAST_OF_MONTH) return [16, LAST_OF_MONTH]
  const first = day > 15 ? day - 15 : day
  return [first, first + 15]
}

/** Returns the recurrence of a scheduled transaction of YNAB. */
export function fromYnabFrequency(frequency: YnabFrequency, first_date: string): Recurrence {
  const every = everyByFrequency[frequency]
  const days: readonly MonthDay[] =
    frequency === 'twiceAMonth'
      ? listTwiceAMonthDays(first_date)
      : every?.unit === 'month'
        ? [Number(first_date.slice(8))]
        : []
  return { first_date, every, days, weekend: 'same', until: null, times: null }
}

/** Returns YNAB's frequency of a recurrence, with the same first date; undefined where YNAB has none. */
export function toYnabFrequency(recurrence: Recurrence): YnabFrequency | undefined {
  const { first_date, every, days, weekend, until, times } = recurrence
  if (weekend !== 'same' || until !== null || times !== null) return undefined
  return frequencies.find((frequency) => {
    const same = fromYnabFrequency(frequency, first_date)
    return (
      same.every?.count === every?.count &&
      same.every?.unit === every?.unit &&
      same.days.length === days.length &&
      same.days.every((day, at) => day === days[at])
    )
  })
}
