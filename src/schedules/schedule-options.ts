/** Declares the options of schedules: amounts such as `about 60`, lines that take the rest, and dates. */

import { parseTypedAmount, type TypedAmount } from '../command/amounts.ts'
import { parsePeriod } from '../command/dates.ts'
import { findSchedule } from '../command/names/find-schedule.ts'
import { findCategoryOrRta } from '../command/names/resolve-name.ts'
import type { OptionSpec } from '../command/option-spec.ts'
import { enumOption, parseMonthInput } from '../command/options.ts'
import { UserError } from '../contract/errors.ts'
import type { AmountKind, Schedule } from '../contract/operations/schedules.ts'
import { isDate } from '../money/calendar.ts'
import { splitLineOption, type TypedSplitLine } from '../transactions/category-options.ts'

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
export const scheduleSplitOption: OptionSpec<ScheduleSplitLine> = {
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
export const untilOption = (help: string): OptionSpec<string> => ({
  help,
  placeholder: 'DATE|MONTH',
  fields: ['until'],
  parse: (text, { today }) => (isDate(text) ? text : parsePeriod(parseMonthInput(text, today), today).until),
})

/** A date, or a month, which stands for its first day. */
export const fromOption = (help: string): OptionSpec<string> => ({
  help,
  placeholder: 'DATE|MONTH',
  fields: ['first_date'],
  parse: (text, { today }) => (isDate(text) ? text : `${parseMonthInput(text, today)}-01`),
})

/** Where a Saturday or a Sunday moves. */
export const weekendOption = enumOption('Move a Saturday or Sunday', 'WHERE', ['same', 'before', 'after'])

/** The day on which a card's statement ends; none for a payment of all that is owed. */
export const statementOption: OptionSpec<number | null> = {
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
