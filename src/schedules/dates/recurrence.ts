/** Declares when something recurs, in planned dates: those before a weekend moves them. */

/** The days of the week, Monday first, as a day of a month names them. */
export const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const

/** A day of the month: 1–31 (the last day in a shorter month, so 31 is "last"), or the nth weekday. */
export type MonthDay =
  | number
  | { readonly nth: 1 | 2 | 3 | 4 | 'last'; readonly weekday: (typeof WEEKDAYS)[number] }

/** The day of the month that is the last one in every month. */
export const LAST_OF_MONTH = 31

/** When something recurs. It is counted from the first date, so that nothing drifts. */
export interface Recurrence {
  /** The first planned date. */
  readonly first_date: string
  /** Null for a single date. */
  readonly every: { readonly count: number; readonly unit: 'day' | 'month' } | null
  /** The days of each month; empty unless the unit is a month. */
  readonly days: readonly MonthDay[]
  /** Where a planned Saturday or Sunday moves. */
  readonly weekend: 'same' | 'before' | 'after'
  /** The last day that a planned date may have. */
  readonly until: string | null
  /** How many planned dates there are. */
  readonly times: number | null
}

/** Returns the two days of a month that follow from one date: day d of 1–15 and d + 15, or 16 and the last day. */
export function listTwiceAMonthDays(date: string): readonly [number, number] {
  const day = Number(date.slice(8))
  if (day === LAST_OF_MONTH) return [16, LAST_OF_MONTH]
  const first = day > 15 ? day - 15 : day
  return [first, first + 15]
}
