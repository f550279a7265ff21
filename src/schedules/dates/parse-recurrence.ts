/** Parses what a user types about when something recurs: `--every month --on 28 --from 2026-12-01`. */

import { UserError } from '../../contract/errors.ts'
import { addDays, getWeekday, isDate } from '../../money/calendar.ts'
import { iteratePlannedDates } from './planned-dates.ts'
import { LAST_OF_MONTH, listTwiceAMonthDays, type MonthDay, type Recurrence, WEEKDAYS } from './recurrence.ts'

/** What a user typed; dates are `YYYY-MM-DD`. */
export interface TypedRecurrence {
  /** @default once */
  every?: string | undefined
  /** @default the day of the first date */
  on?: string | undefined
  /** The first date, or the day from which on the first matching one counts. @default today */
  from?: string | undefined
  /** @default same */
  weekend?: Recurrence['weekend'] | undefined
  until?: string | undefined
  times?: number | undefined
}

const EVERY_HINT =
  'Use day, week, 2w, 14d, month, "2 months", quarter, 6m, year, 2y, twice-a-month or once with --every'
const ON_HINT = 'Use a day from 1 to 31, last, 1,15, 15,last, 2tue, last-fri or a date with --on'
const TWICE_A_MONTH = /^twice[- ]a[- ]month$/

type Every = Recurrence['every']

const unitByLetter: Readonly<Record<string, Every>> = {
  d: { count: 1, unit: 'day' },
  w: { count: 7, unit: 'day' },
  m: { count: 1, unit: 'month' },
  q: { count: 3, unit: 'month' },
  y: { count: 12, unit: 'month' },
}

/** Parses `2w`, `2 months` or `quarter`; null for `once`. */
function parseEvery(text: string): Every {
  if (text === 'once') return null
  if (TWICE_A_MONTH.test(text)) return { count: 1, unit: 'month' }
  const [, count = '1', unit = ''] =
    /^(\d{1,3})? ?(d|days?|w|weeks?|m|months?|q|quarters?|y|years?)$/.exec(text) ?? []
  const one = unitByLetter[unit.charAt(0)]
  if (one && Number(count) > 0) return { ...one, count: one.count * Number(count) }
  throw new UserError('invalid', `"${text}" does not say how often`, { field: 'every', hint: EVERY_HINT })
}

const findWeekday = (text: string): (typeof WEEKDAYS)[number] | undefined =>
  WEEKDAYS.find((weekday) => new RegExp(`^${weekday}[a-z]*$`).test(text))

/** Parses one day of a month: `28`, `last`, `2tue` or `last-fri`. */
function parseMonthDay(text: string): MonthDay {
  if (text === 'last') return LAST_OF_MONTH
  if (/^\d\d?$/.test(text) && Number(text) >= 1 && Number(text) <= LAST_OF_MONTH) return Number(text)
  const [, which = '', typed = ''] = /^(\d|last)[- ]?([a-z]+(?:[- ][a-z]+)?)$/.exec(text) ?? []
  // The letters of `4th` also begin a weekday: `2thu` is the second Thursday.
  const name = findWeekday(typed) ? typed : typed.replace(/^(?:st|nd|rd|th)[- ]?/, '')
  const weekday = findWeekday(name)
  const nth = ([1, 2, 3, 4, 'last'] as const).find((one) => String(one) === which)
  if (weekday !== undefined && nth !== undefined) return { nth, weekday }
  if (weekday !== undefined && which === '5')
    throw new UserError('invalid', `Not every month has a fifth ${name}`, {
      field: 'on',
      hint: `Say last: --on last-${weekday}`,
    })
  throw new UserError('invalid', `"${text}" is not a day of a month`, { field: 'on', hint: ON_HINT })
}

/** Parses days of a month, numbers first: `1,15`. */
function parseMonthDays(text: string): MonthDay[] {
  const days = text.split(',').map((day) => parseMonthDay(day.trim()))
  const numbers = days.filter((day) => typeof day === 'number')
  const weekdays = days.filter((day) => typeof day !== 'number')
  return [...[...new Set(numbers)].toSorted((a, b) => a - b), ...weekdays]
}

/** Returns the days of a month that were typed, or else those of the first date. */
function chooseMonthDays(every: string, on: string | undefined, start: string): readonly MonthDay[] {
  const isTwice = TWICE_A_MONTH.test(every)
  const days = on === undefined ? undefined : parseMonthDays(on)
  if (isTwice && days && days.length !== 2)
    throw new UserError('invalid', `"${on}" is not two days of a month`, {
      field: 'on',
      hint: 'Use 1,15 or 15,last with --on',
    })
  return days ?? (isTwice ? listTwiceAMonthDays(start) : [Number(start.slice(8))])
}

/** Returns the first date that is counted in days: that of a weekday, if one was typed. */
function findFirstDay(every: NonNullable<Every>, on: string | undefined, start: string): string {
  if (on === undefined) return start
  const weekday = every.count % 7 === 0 ? findWeekday(on) : undefined
  if (weekday === undefined)
    throw new UserError('invalid', `"${on}" is not a day of these`, {
      field: 'on',
      hint: 'Use mon to sun with --every week, or a date with --on',
    })
  return addDays(start, (WEEKDAYS.indexOf(weekday) - getWeekday(start) + 7) % 7)
}

/**
 * Returns when something recurs. The first date is the first that matches, today or later.
 * @throws UserError for what cannot be read, and for a recurrence without a date.
 */
export function parseRecurrence(typed: TypedRecurrence, today: string): Recurrence {
  const [text, typedOn] = [typed.every ?? 'once', typed.on].map((one) => one?.trim().toLowerCase())
  const every = parseEvery(text ?? '')
  const isFirst = typedOn !== undefined && isDate(typedOn)
  if (isFirst && typed.from !== undefined && typed.from !== typedOn)
    throw new UserError('usage', `--on ${typedOn} and --from ${typed.from} are two first dates`, {
      hint: 'Leave out one of them',
    })
  const start = isFirst ? typedOn : (typed.from ?? today)
  const on = isFirst ? undefined : typedOn
  if (every === null && on !== undefined)
    throw new UserError('invalid', `"${on}" is not a date`, {
      field: 'on',
      hint: 'Use --on 2027-02-01, or say how often with --every',
    })
  const days = every?.unit === 'month' ? chooseMonthDays(text ?? '', on, start) : []
  const recurrence: Recurrence = {
    first_date: every?.unit === 'day' ? findFirstDay(every, on, start) : start,
    every,
    days,
    weekend: typed.weekend ?? 'same',
    until: typed.until ?? null,
    times: typed.times ?? null,
  }
  // The months are counted from the first one that has a date left.
  const monthly = { ...recurrence, every: every?.unit === 'month' ? { ...every, count: 1 } : every }
  const [first_date] = iteratePlannedDates(monthly, start)
  if (first_date !== undefined) return { ...recurrence, first_date }
  throw new UserError('invalid', `No date is left from ${start} until ${typed.until ?? '2199-12-31'}`, {
    field: 'until',
    hint: 'Use a later day with --until',
  })
}
