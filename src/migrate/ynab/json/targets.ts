/** Reads the targets of a budget of the YNAB API that mean the same here. @see docs/spec.md#t-targets-and-summary */

import type { TargetKind } from '../../../contract/ports/workspace-admin.ts'
import { daysInMonth, isDate } from '../../../money/calendar.ts'
import { formatAmount } from '../../../money/minor-units.ts'
import type { JsonRecord } from '../../json-record.ts'
import type { SourceCategory, SourceTarget } from '../../source-budget.ts'
import {
  isExactAmount,
  type ReadAmount,
  readOptionalBoolean,
  readOptionalInteger,
  readOptionalText,
  readText,
} from './json-fields.ts'

/** The targets of a budget. */
export interface JsonTargets {
  targets: SourceTarget[]
  /** Those that have no equal here, described. */
  left: string[]
  /** Those by a date that want a new amount each time, and here count what is left over. */
  changed: string[]
}

const MONTHLY = 1
const WEEKLY = 2
const YEARLY = 13
const EVERY_TWO_YEARS = 14

/** What tells kinds apart. */
type TargetTerms = Pick<SourceTarget, 'weekday' | 'by' | 'repeatMonths'> & { kind: TargetKind }

/** Returns the targets of categories. */
export function readTargets(
  records: readonly JsonRecord[],
  {
    categories,
    currency,
    readAmount,
  }: { categories: readonly SourceCategory[]; currency: string; readAmount: ReadAmount },
): JsonTargets {
  const byKey = new Map(categories.map((category) => [category.key, category]))
  const targets: SourceTarget[] = []
  const [left, changed]: [string[], string[]] = [[], []]
  for (const record of records) {
    const category = byKey.get(readText(record, 'id'))
    if (!category || readOptionalText(record, 'goal_type') === undefined) continue
    const terms = readTerms(record)
    // YNAB computes some targets to the last thousandth.
    const hasAmount =
      readOptionalInteger(record, 'goal_target') !== undefined &&
      isExactAmount(record, 'goal_target', currency)
    const amount = hasAmount ? readAmount(record, 'goal_target') : 0n
    // The target of a card can only be a monthly amount.
    const isTaken =
      terms && amount > 0n && (category.card === undefined || terms.kind === 'monthly_set_aside')
    if (!isTaken) {
      left.push(describeTarget(record))
      continue
    }
    if (terms.repeatMonths !== null && readOptionalBoolean(record, 'goal_needs_whole_amount') === true)
      changed.push(describeTarget(record))
    const startMonth = readOptionalText(record, 'goal_creation_month')?.slice(0, 7) ?? null
    targets.push({ category: category.key, ...terms, amount, startMonth })
  }
  return { targets, left, changed }
}

const NO_DATE = { weekday: null, by: null, repeatMonths: null }

/** Returns the terms of a target that has an equal here; undefined for any other. */
function readTerms(record: JsonRecord): TargetTerms | undefined {
  const cadence = readOptionalInteger(record, 'goal_cadence')
  const isEvery = readFrequency(record) === 1
  switch (readText(record, 'goal_type')) {
    case 'MF': // Assign an amount each month.
      return isEvery && (cadence ?? MONTHLY) <= MONTHLY
        ? { kind: 'monthly_set_aside', ...NO_DATE }
        : undefined
    case 'DEBT': // Pay an amount each month.
      return isEvery && cadence === MONTHLY ? { kind: 'monthly_set_aside', ...NO_DATE } : undefined
    case 'TBD': // Have a balance by a month; what is spent has to be assigned again.
      return readDueDate(record)
    case 'NEED':
      return isEvery && (cadence === MONTHLY || cadence === WEEKLY)
        ? readNeededTerms(record, cadence)
        : cadence === WEEKLY
          ? undefined
          : readDueDate(record)
    default:
      return undefined
  }
}

const readFrequency = (record: JsonRecord): number =>
  readOptionalInteger(record, 'goal_cadence_frequency') ?? 1

/** Returns after how many months a target repeats; null for one that does not, or not by months. */
function readRepeatMonths(record: JsonRecord): number | null {
  const cadence = readOptionalInteger(record, 'goal_cadence') ?? 0
  if (cadence === MONTHLY) return readFrequency(record)
  if (cadence === YEARLY) return 12 * readFrequency(record)
  if (cadence === EVERY_TWO_YEARS) return 24
  // From 3 for every two months to 12 for every eleven.
  return cadence > WEEKLY && cadence < YEARLY ? cadence - 1 : null
}

/** Returns the terms of `Needed for spending`: per month or week, to set aside the whole amount or what is missing. */
function readNeededTerms(record: JsonRecord, cadence: number): TargetTerms | undefined {
  const isWhole = readOptionalBoolean(record, 'goal_needs_whole_amount')
  if (isWhole === undefined) return undefined
  if (cadence === MONTHLY) return { kind: isWhole ? 'monthly_set_aside' : 'monthly_refill', ...NO_DATE }
  const day = readOptionalInteger(record, 'goal_day')
  if (day === undefined || day < 0 || day > 6) return undefined
  // YNAB counts from Sunday.
  return { ...NO_DATE, kind: isWhole ? 'weekly_set_aside' : 'weekly_refill', weekday: (day + 6) % 7 }
}

const readDate = (record: JsonRecord): string | undefined =>
  readOptionalText(record, 'goal_target_date') ?? readOptionalText(record, 'goal_target_month')

function readDueDate(record: JsonRecord): TargetTerms | undefined {
  const date = readDate(record)
  if (date === undefined || !isDate(date)) return undefined
  const month = date.slice(0, 7)
  const repeatMonths = readRepeatMonths(record)
  // Only the month counts.
  return { kind: 'by_date', weekday: null, by: `${month}-${daysInMonth(month)}`, repeatMonths }
}

/** Returns a target as `Car: 400.00 every 2 weeks, by 2027-03-15`. */
function describeTarget(record: JsonRecord): string {
  const milliunits = BigInt(readOptionalInteger(record, 'goal_target') ?? 0)
  const amount = formatAmount(milliunits, 3).replace(/0$/, '')
  const [months, frequency] = [readRepeatMonths(record), readFrequency(record)]
  const isWeekly = readOptionalInteger(record, 'goal_cadence') === WEEKLY
  const [number, unit] = isWeekly ? [frequency, 'week'] : [months, 'month']
  const every = number === null ? '' : ` every ${number === 1 ? unit : `${number} ${unit}s`}`
  const kind = /^TBD?$/.test(readText(record, 'goal_type')) ? ' as a balance' : ''
  const date = readDate(record)
  return `${readText(record, 'name')}: ${amount}${kind}${every}${date === undefined ? '' : `, by ${date}`}`
}
