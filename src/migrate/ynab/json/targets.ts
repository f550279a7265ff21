/** Reads the targets of a budget of the YNAB API that mean the same here. @see docs/spec.md#t-targets-and-summary */

import type { TargetKind } from '../../../contract/ports/local-service.ts'
import { daysInMonth, isDate } from '../../../money/calendar.ts'
import {
  type JsonRecord,
  readOptionalBoolean,
  readOptionalInteger,
  readOptionalText,
  readText,
} from '../../json-fields.ts'
import type { SourceCategory, SourceTarget } from '../../source-budget.ts'
import { isExactAmount, type ReadAmount } from './milliunits.ts'

/** The targets of a budget, and how many have no equal here. */
export interface JsonTargets {
  targets: SourceTarget[]
  left: number
}

const MONTHLY = 1
const WEEKLY = 2

/** What tells kinds apart. */
type TargetTerms = Pick<SourceTarget, 'weekday' | 'by'> & { kind: TargetKind }

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
  let left = 0
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
      left += 1
      continue
    }
    const startMonth = readOptionalText(record, 'goal_creation_month')?.slice(0, 7) ?? null
    targets.push({ category: category.key, ...terms, amount, repeatMonths: null, startMonth })
  }
  return { targets, left }
}

/** Returns the terms of a target that has an equal here; undefined for any other. */
function readTerms(record: JsonRecord): TargetTerms | undefined {
  const cadence = readOptionalInteger(record, 'goal_cadence')
  const isEvery = (readOptionalInteger(record, 'goal_cadence_frequency') ?? 1) === 1
  switch (readText(record, 'goal_type')) {
    case 'MF': // Assign an amount each month.
      return isEvery && (cadence ?? MONTHLY) <= MONTHLY
        ? { kind: 'monthly_set_aside', weekday: null, by: null }
        : undefined
    case 'DEBT': // Pay an amount each month.
      return isEvery && cadence === MONTHLY
        ? { kind: 'monthly_set_aside', weekday: null, by: null }
        : undefined
    case 'TBD': // Have a balance by a month; what is spent has to be assigned again.
      return readDueDate(record)
    case 'NEED':
      return isEvery ? readNeededTerms(record, cadence) : undefined
    default:
      return undefined
  }
}

/** Returns the terms of `Needed for spending`: per month or week, to set aside the whole amount or what is missing. */
function readNeededTerms(record: JsonRecord, cadence: number | undefined): TargetTerms | undefined {
  const isWhole = readOptionalBoolean(record, 'goal_needs_whole_amount')
  if (isWhole === undefined) return undefined
  if (cadence === MONTHLY)
    return { kind: isWhole ? 'monthly_set_aside' : 'monthly_refill', weekday: null, by: null }
  const day = readOptionalInteger(record, 'goal_day')
  if (cadence !== WEEKLY || day === undefined || day < 0 || day > 6) return undefined
  // YNAB counts from Sunday.
  return { kind: isWhole ? 'weekly_set_aside' : 'weekly_refill', weekday: (day + 6) % 7, by: null }
}

function readDueDate(record: JsonRecord): TargetTerms | undefined {
  const date = readOptionalText(record, 'goal_target_date') ?? readOptionalText(record, 'goal_target_month')
  if (date === undefined || !isDate(date)) return undefined
  const month = date.slice(0, 7)
  // Only the month counts.
  return { kind: 'by_date', weekday: null, by: `${month}-${daysInMonth(month)}` }
}
