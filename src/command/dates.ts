/** Stretches of time: `2026-11`, `2026`, `2026-Q1`, `last-30-days`, `this-month`, `last-month`. @see docs/cli.md */

import { UserError } from '../contract/errors.ts'
import { addDays, addMonths, daysInMonth, isMonth, toMonth } from '../money/calendar.ts'

/** From its first day to its last, both included. */
export interface Period {
  since: string
  until: string
}

const spanMonths = (first: string, last: string): Period => ({
  since: `${first}-01`,
  until: `${last}-${daysInMonth(last)}`,
})

/** The days a word stands for. */
export function parsePeriod(text: string, today: string): Period {
  const thisMonth = toMonth(today)
  if (text === 'this-month') return spanMonths(thisMonth, thisMonth)
  if (text === 'last-month') return spanMonths(addMonths(thisMonth, -1), addMonths(thisMonth, -1))
  const days = /^last-(\d{1,4})-days$/.exec(text)?.[1]
  if (days !== undefined && Number(days) > 0) return { since: addDays(today, 1 - Number(days)), until: today }
  if (isMonth(text)) return spanMonths(text, text)
  if (isMonth(`${text}-01`)) return spanMonths(`${text}-01`, `${text}-12`)
  const [, year, quarter] = /^(\d{4})-Q([1-4])$/i.exec(text) ?? []
  if (year !== undefined && isMonth(`${year}-01`)) {
    const first = addMonths(`${year}-01`, (Number(quarter) - 1) * 3)
    return spanMonths(first, addMonths(first, 2))
  }
  throw new UserError('value', `"${text}" is not a period`, {
    field: 'period',
    hint: 'Write 2026-11, 2026, 2026-Q1, this-month, last-month or last-30-days',
  })
}
