/** Declares the flags that schedules are added and edited with. */

import { booleanFlag, repeatable, withFields } from '../command/option-spec.ts'
import { integerOption, textOption } from '../command/options.ts'
import type { TypedRecurrence } from './dates/parse-recurrence.ts'
import {
  fromOption,
  scheduleSplitOption,
  statementOption,
  untilOption,
  weekendOption,
} from './schedule-options.ts'

const MAX_TIMES = 9999

/** When a schedule is due. */
export const recurrenceFlags = {
  every: withFields(
    textOption('How often: day, week, 2w, month, "2 months", quarter, year, twice-a-month or once', 'EVERY'),
    'every',
  ),
  on: withFields(textOption('The day: 28, last, 1,15, 15,last, 2tue, last-fri, or a date', 'DAY'), 'days'),
  from: fromOption('The first date, or the day from which on it counts'),
  weekend: weekendOption,
  until: untilOption('The last day, or month, that has a date'),
  times: withFields(integerOption('How many dates it has', 1, MAX_TIMES), 'times'),
}

/** What a transaction of the schedule is like. */
export const contentFlags = {
  split: repeatable(scheduleSplitOption),
  notes: withFields(textOption('A note for each transaction', 'TEXT'), 'notes'),
  match: withFields(textOption("Text by which the bank's row is known", 'TEXT'), 'match_text'),
  statement: statementOption,
  auto: withFields(booleanFlag('Post each date by itself once it is due'), 'auto_post'),
}

type RecurrenceFlagValues = Pick<TypedRecurrence, 'every' | 'on' | 'from' | 'weekend' | 'until' | 'times'>

/** Returns the flags that say when a schedule is due. */
export const pickRecurrence = ({
  every,
  on,
  from,
  weekend,
  until,
  times,
}: RecurrenceFlagValues): TypedRecurrence => ({ every, on, from, weekend, until, times })
