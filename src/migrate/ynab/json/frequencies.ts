/** Translates YNAB's thirteen frequencies to recurrences. */

import { listTwiceAMonthDays, type MonthDay, type Recurrence } from '../../../schedules/dates/recurrence.ts'

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

/** True for a frequency of YNAB. */
export const isYnabFrequency = (text: string): text is YnabFrequency => Object.hasOwn(everyByFrequency, text)

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
