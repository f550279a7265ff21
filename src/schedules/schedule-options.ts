/** Declares the options and flags of schedules: amounts such as `about 60`, lines that take the rest, and dates. */

import { parseTypedAmount, type TypedAmount } from '../command/amounts.ts'
import { parsePeriod } from '../command/dates.ts'
import { findSchedule } from '../command/names/find-schedule.ts'
import type { AccountSummary } from '../command/names/name-cache.ts'
import { type CategoryWithGroup, findCategoryOrRta } from '../command/names/resolve-name.ts'
import {
  booleanFlag,
  type InputValues,
  type OptionSpec,
  repeatable,
  withFields,
} from '../command/option-spec.ts'
import { enumOption, integerOption, parseMonthInput, textOption } from '../command/options.ts'
import { UserError } from '../contract/errors.ts'
import type { AmountKind, Schedule } from '../contract/operations/schedules.ts'
import { isDate } from '../money/calendar.ts'
import { splitLineOption, type TypedSplitLine } from '../transactions/category-options.ts'
import type { TypedRecurrence } from './dates/parse-recurrence.ts'

/** A schedule, by the name of its merchant or its reference. */
export const scheduleOption = (help: string): OptionSpec<Schedule> => ({
  help,
  placeholder: 'SCHEDULE',
  parse: (text, { names }) => findSchedule(names, text),
  completion: 'schedule',
  isClosedSet: true,
})

/** The amount of a schedule as it was typed. */
export interface TypedScheduleAmount {
  kind: AmountKind
  /** Undefined for `full`. */
  typed: TypedAmount | undefined
  /** The other end of a range. */
  to: TypedAmount | undefined
}

/** An amount: `1450`, `+2600` for income, `about 60`, `40..80`, or `full` for all that a card owes. */
export const scheduleAmountOption = (help: string): OptionSpec<TypedScheduleAmount> => ({
  help: `${help}: 1450, +2600 for income, "about 60", 40..80, or full for what a card owes`,
  placeholder: 'AMOUNT',
  fields: ['amount', 'amount_to', 'amount_kind'],
  async parse(text, context) {
    const trimmed = text.trim()
    if (trimmed === 'full') return { kind: 'full', typed: undefined, to: undefined }
    const [, estimate] = /^(?:about\s*|~)(.+)$/i.exec(trimmed) ?? []
    const [, from, to] = /^(.+?)\.\.(.+)$/.exec(trimmed) ?? []
    const parse = (part: string): Promise<TypedAmount> => parseTypedAmount(part.trim(), context)
    if (estimate !== undefined) return { kind: 'about', typed: await parse(estimate), to: undefined }
    if (from !== undefined && to !== undefined)
      return { kind: 'range', typed: await parse(from), to: await parse(to) }
    return { kind: 'fixed', typed: await parse(trimmed), to: undefined }
  },
})

/** A line of a split; one without an amount takes the rest. */
export type ScheduleSplitLine = Omit<TypedSplitLine, 'typed'> & { typed: TypedAmount | undefined }

/** A line of a split: `Groceries=30`, `Groceries=30:for the party`, or `Power=rest`. */
const scheduleSplitOption: OptionSpec<ScheduleSplitLine> = {
  ...splitLineOption,
  help: 'A category and its share; rest takes what differs',
  async parse(text, context) {
    const [, name, notes] = /^(.+?)=rest(?::(.*))?$/s.exec(text) ?? []
    if (name === undefined) return splitLineOption.parse(text, context)
    const category = await findCategoryOrRta(context.names, name.trim())
    return {
      typed: undefined,
      ...(category === 'rta' ? { ready_to_assign: true } : { category_id: category.id }),
      ...(notes !== undefined && { notes }),
    }
  },
}

/** A date, or a month, which stands for its last day. */
const untilOption: OptionSpec<string> = {
  help: 'The last day, or month, that has a date',
  placeholder: 'DATE|MONTH',
  fields: ['until'],
  parse: (text, { today }) => (isDate(text) ? text : parsePeriod(parseMonthInput(text, today), today).until),
}

/** A date, or a month, which stands for its first day. */
export const fromOption = (help: string): OptionSpec<string> => ({
  help,
  placeholder: 'DATE|MONTH',
  fields: ['first_date'],
  parse: (text, { today }) => (isDate(text) ? text : `${parseMonthInput(text, today)}-01`),
})

/** The day on which a card's statement ends; none for a payment of all that is owed. */
const statementOption: OptionSpec<number | null> = {
  help: "The day of the month on which the card's statement ends; full pays what was owed then, none what is owed on the day",
  placeholder: 'DAY|none',
  fields: ['statement_day'],
  async parse(text) {
    if (text === 'none') return null
    if (/^([1-9]|[12]\d|3[01])$/.test(text)) return Number(text)
    throw new UserError('invalid', `"${text}" is not a day from 1 to 31`, {
      hint: 'Use the last day as 31, or none',
    })
  },
}

const MAX_TIMES = 9999

/** When a schedule is due. */
export const recurrenceFlags = {
  every: withFields(
    textOption('How often: day, week, 2w, month, "2 months", quarter, year, twice-a-month or once', 'EVERY'),
    'every',
  ),
  on: withFields(textOption('The day: 28, last, 1,15, 15,last, 2tue, last-fri, or a date', 'DAY'), 'days'),
  from: fromOption('The first date, or the day from which on it counts'),
  weekend: enumOption('Move a Saturday or Sunday', 'WHERE', ['same', 'before', 'after']),
  until: untilOption,
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

/** What the user typed about a schedule. */
export interface TypedSchedule
  extends TypedRecurrence,
    InputValues<Record<never, never>, typeof contentFlags> {
  merchant: string | undefined
  category: CategoryWithGroup | 'rta' | undefined
  account: AccountSummary | undefined
}
