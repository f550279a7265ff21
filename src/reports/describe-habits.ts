/** Shows what habits add to a forecast: bands, sentences and notes. @see docs/schedules.md#habits */

import type { MinorUnits } from '../money/minor-units.ts'
import { pluralize } from '../output/pluralize.ts'
import { DRAWS } from './habits/draw-habits.ts'
import type { AccountHabits, Band, CategoryHabits, HabitForecast } from './habits/forecast-habits.ts'
import type { ReportRow } from './report.ts'

/** How the figures of `--habits` are defined. */
export const habitsDefinition =
  'With habits, what is not scheduled happens as in whole months of the last 24, of the same season where there are three, drawn 1,000 times; 10 of 100 draws are below the first figure, and 90 below the last.'

/** Fewer whole months know no year. */
const ENOUGH_MONTHS = 12

type Format = (amount: MinorUnits) => string

/** Returns the cells of a band; none without one. */
export const toBandCells = (band: Band | undefined, format: Format): ReportRow =>
  band ? { low: format(band.low), middle: format(band.middle), high: format(band.high) } : {}

/** Returns the cells of what habits leave in an envelope at the end. */
export const toHabitCells = ({ months, enough, monthly }: CategoryHabits, format: Format): ReportRow => ({
  ...toBandCells(months.at(-1)?.band, format),
  enough_of_10: enough,
  a_month_for_9_of_10: format(monthly),
})

/** Describes an envelope: "enough in 2 of 10: 412.00 a month for 9 of 10". */
export const describeEnvelopeHabits = ({ enough, monthly }: CategoryHabits, say: Format): string =>
  `enough in ${enough} of 10${monthly === 0n ? '' : `: ${say(monthly)} a month for 9 of 10`}`

/** Describes an account: "with habits -35.00 to 96.10". */
export const describeAccountHabits = ({ lowest }: AccountHabits, say: Format): string =>
  `with habits ${say(lowest.low)} to ${say(lowest.high)}`

/** Says what the habits are drawn from. */
export function listHabitNotes({ months }: HabitForecast): string[] {
  const few = months.length < ENOUGH_MONTHS ? '; with fewer than 12 the bands are rough' : ''
  return [
    `What is not scheduled happens as in ${pluralize(months.length, 'whole month', 'whole months')}, ${months[0]} to ${months.at(-1)}, drawn ${DRAWS.toLocaleString('en-US')} times${few}`,
  ]
}
