/** Measures how many schedules are suggested rightly, in households of which is known what recurs. */

import { describe, expect, it } from 'vitest'
import { daysBetween } from '../../../src/money/calendar.ts'
import type { Recurrence } from '../../../src/schedules/dates/recurrence.ts'
import { type SuggestedSchedule, suggestSchedules } from '../../../src/schedules/suggest/suggest-schedules.ts'
import { generateHousehold, type Rhythm, type TrueSchedule } from './generated-household.ts'

const HOUSEHOLDS = Math.max(200, Number(process.env['BUDGET_ROUNDS'] ?? 0))

const nameRhythm = ({ every, days }: Recurrence): Rhythm | undefined => {
  if (every?.unit === 'day') return ({ 7: 'weekly', 14: 'twoWeeks', 28: 'fourWeeks' } as const)[every.count]
  if (days.length === 2) return 'twiceAMonth'
  return ({ 1: 'month', 2: 'twoMonths', 3: 'quarter', 6: 'halfYear', 12: 'year' } as const)[every?.count ?? 0]
}

/** True if a suggestion is this schedule: the same place, the same rhythm, and at least 9 of 10 rows. */
const isMatch = (suggestion: SuggestedSchedule, truth: TrueSchedule): boolean =>
  (suggestion.transfer_account_id ?? suggestion.merchant_id) === truth.paid_to &&
  suggestion.account_id === truth.account_id &&
  nameRhythm(suggestion.recurrence) === truth.rhythm &&
  suggestion.rows.filter(({ id }) => truth.row_ids.has(id)).length * 10 >= suggestion.rows.length * 9

describe('households of which is known what recurs', () => {
  const figures = { expected: 0, found: 0, suggested: 0, right: 0, near: 0, exact: 0 }
  for (let seed = 1; seed <= HOUSEHOLDS; seed++) {
    const { rows, schedules, today } = generateHousehold(seed)
    const running = schedules.filter((truth) => truth.isRunning)
    const free = new Set(running)
    for (const suggestion of suggestSchedules(rows, today)) {
      figures.suggested++
      const truth = [...free].find((one) => isMatch(suggestion, one))
      if (!truth) continue
      free.delete(truth)
      figures.right++
      const days = Math.abs(daysBetween(truth.next_date, suggestion.next_date))
      if (days <= 2) figures.near++
      if (days === 0) figures.exact++
    }
    const expected = running.filter((truth) => truth.isOldEnough)
    figures.expected += expected.length
    figures.found += expected.filter((truth) => !free.has(truth)).length
  }
  const toPercent = (part: number, whole: number) => Math.round((part * 1000) / whole) / 10
  const recall = toPercent(figures.found, figures.expected)
  const precision = toPercent(figures.right, figures.suggested)
  const near = toPercent(figures.near, figures.right)
  const exact = toPercent(figures.exact, figures.right)
  process.stdout.write(
    `${HOUSEHOLDS} households, ${figures.expected} schedules: recall ${recall} %, precision ${precision} %, ` +
      `next date within 2 days ${near} %, exact ${exact} %\n`,
  )

  it('at least 95 of 100 are found', () => expect(recall).toBeGreaterThanOrEqual(95))
  it('at least 95 of 100 suggestions are true', () => expect(precision).toBeGreaterThanOrEqual(95))
  it('at least 95 of 100 next dates are right within 2 days', () => expect(near).toBeGreaterThanOrEqual(95))
})
