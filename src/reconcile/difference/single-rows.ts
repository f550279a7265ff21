/** Finds single rows that explain a difference: not cleared, entered twice, mistyped, deleted or missing. */

import { daysBetween } from '../../money/calendar.ts'
import type { MinorUnits } from '../../money/minor-units.ts'
import { isSimilarText } from '../../transactions/similar-text.ts'
import type { AmountHabits } from './amount-habits.ts'
import { isCleared, type RegisterRow, type SortedRows, type WeighedFinding } from './register.ts'
import { findTypingError } from './typing-errors.ts'

/** What the search for single rows looks at. */
export interface SingleRowSearch {
  rows: SortedRows
  /** The rows shortly after the date, which the bank may have booked before it. */
  later: readonly RegisterRow[]
  /** Deleted rows of the account, and rows of other accounts, that are as large as the difference. */
  deleted: readonly RegisterRow[]
  elsewhere: readonly RegisterRow[]
  difference: MinorUnits
  date: string
  /** The date of the last reconciliation. */
  reconciled_until: string | undefined
  habits: AmountHabits
}

/**
 * How often each mistake happens, compared with the others. They are no measurements: what users of budgeting
 * programs report most comes first.
 */
export const kindWeights = {
  not_cleared: 0.3,
  deleted: 0.1,
  duplicate: 0.25,
  wrong_account: 0.1,
  other_date: 0.05,
  not_on_statement: 0.08,
  sign_turned: 0.12,
  digits_swapped: 0.1,
  decimal_point: 0.08,
  extra_digit: 0.06,
  missing_digit: 0.04,
  missing: 0.2,
} as const

/** Typing errors are searched in so many of the newest rows. */
const MAX_TYPED_ROWS = 20_000
/** The two rows of one purchase that was entered twice are at most so many days apart. */
export const DUPLICATE_DAYS = 7
const RECONCILED_WEIGHT = 0.03
const BEFORE_RECONCILED_WEIGHT = 0.5
/** After so many days without a reconciliation a mistake is half as likely to be new. */
const AGE_DAYS = 180
/** Rows of the last days may be booked after the statement. */
const UNBOOKED_DAYS = 4

/** Returns everything that one row explains. */
export function findSingleRows(search: SingleRowSearch): WeighedFinding[] {
  const { rows, later, deleted, elsewhere, difference } = search
  return [
    ...findUncleared(search, rows.pending),
    ...deleted.flatMap((row) => restoreRow(row, search)),
    ...elsewhere.flatMap((row) => moveRow(row, search)),
    ...later
      .filter((row) => row.amount === difference)
      .map((row) => redateRow(row, { ...search, pool: later.length })),
    ...findSurplus(search, rows.cleared),
    ...findMistyped(search, rows.cleared),
  ]
}

function findUncleared({ difference }: SingleRowSearch, pending: readonly RegisterRow[]): WeighedFinding[] {
  const weight = kindWeights.not_cleared / Math.max(1, pending.length)
  return pending
    .filter(({ amount }) => amount === difference)
    .map((row) => ({
      ...describeRow(row, difference, weight),
      kind: 'not_cleared',
      fix: [{ action: 'clear', key: row.key }],
    }))
}

function restoreRow(row: RegisterRow, { difference, date }: SingleRowSearch): WeighedFinding[] {
  if (row.amount !== difference || row.date > date || !isCleared(row)) return []
  const weight = kindWeights.deleted / 20
  const fix = [{ action: 'restore', key: row.key }] as const
  return [{ ...describeRow(row, difference, weight), kind: 'deleted', fix }]
}

/** A row of another account explains the difference if it belongs here. */
function moveRow(row: RegisterRow, { difference, date, habits, rows }: SingleRowSearch): WeighedFinding[] {
  if (row.amount !== difference || row.date > date) return []
  const isMerchantKnown = habits.listOthers(row).length > 0
  const weight = (kindWeights.wrong_account * (isMerchantKnown ? 3 : 0.5)) / (rows.all.length + 1)
  const fix = [{ action: 'move', key: row.key }] as const
  return [{ ...describeRow(row, difference, weight), kind: 'wrong_account', fix }]
}

function redateRow(
  row: RegisterRow,
  { difference, date, pool }: SingleRowSearch & { pool: number },
): WeighedFinding {
  const steps = isCleared(row) ? [] : [{ action: 'clear', key: row.key } as const]
  return {
    ...describeRow(row, difference, kindWeights.other_date / Math.max(3, pool)),
    kind: 'other_date',
    fix: [{ action: 'edit', key: row.key, date }, ...steps],
  }
}

/** Finds cleared rows that are too much: entered twice, or not on the statement. */
function findSurplus(search: SingleRowSearch, cleared: readonly RegisterRow[]): WeighedFinding[] {
  const { difference, date } = search
  const equal = cleared.filter(({ amount }) => amount === -difference)
  return equal.flatMap((row): WeighedFinding[] => {
    const duplicate = findDuplicate(row, equal)
    // Of two equal rows the one that was entered later is too much; the finding names both.
    if (duplicate && duplicate.key > row.key) return []
    const duplicateWeight = duplicate
      ? kindWeights.duplicate * rateDuplicate(row, duplicate, search.habits)
      : 0
    const isRecent = daysBetween(row.date, date) <= UNBOOKED_DAYS
    const lonely = kindWeights.not_on_statement * (isRecent ? 3 : 1)
    const weight = (rateRow(row, search) * (lonely + duplicateWeight)) / cleared.length
    const finding: WeighedFinding = {
      ...describeRow(row, difference, weight),
      kind: duplicate ? 'duplicate' : 'not_on_statement',
      rows: duplicate ? [row, duplicate] : [row],
      fix: duplicate ? [{ action: 'delete', key: row.key }] : [{ action: 'unclear', key: row.key }],
    }
    return [finding]
  })
}

/** Returns the nearest other row of the same amount that may be the same purchase. */
function findDuplicate(row: RegisterRow, equal: readonly RegisterRow[]): RegisterRow | undefined {
  let duplicate: RegisterRow | undefined
  for (const other of equal) {
    if (other === row || countDays(row, other) > DUPLICATE_DAYS) continue
    if (!mayNameSameShop(row.words, other.words)) continue
    if (!duplicate || countDays(row, other) < countDays(row, duplicate)) duplicate = other
  }
  return duplicate
}

/** A row without words may be any shop's. */
const mayNameSameShop = (a: string, b: string): boolean =>
  a === b || a === '' || b === '' || isSimilarText(a, b)

const countDays = (a: RegisterRow, b: RegisterRow): number => Math.abs(daysBetween(a.date, b.date))

/** A coffee a day is no duplicate: the more equal rows a merchant has, the less likely two of them are one purchase. */
function rateDuplicate(row: RegisterRow, duplicate: RegisterRow, habits: AmountHabits): number {
  const others = habits.listOthers(row)
  const equal = others.filter(({ amount }) => amount === row.amount).length
  const share = equal / Math.max(1, others.length)
  // Many rows in as many days make an equal pair likely by chance.
  const isHabit = equal > 3 && share > 0.3
  return (isHabit ? 1 / equal : 1) / (1 + countDays(row, duplicate) / 2)
}

/** Finds rows whose amount was mistyped: with the difference added, it is what they should be. */
function findMistyped(search: SingleRowSearch, cleared: readonly RegisterRow[]): WeighedFinding[] {
  const { difference, habits } = search
  return cleared.slice(-MAX_TYPED_ROWS).flatMap((row): WeighedFinding[] => {
    const meant = row.amount + difference
    const error = findTypingError(row.amount, meant)
    if (!error) return []
    const evidence = habits.rateForMerchant(meant, row) / habits.rateForMerchant(row.amount, row)
    const weight =
      (kindWeights[error.kind] * error.likelihood * rateRow(row, search) * evidence) / cleared.length
    return [
      {
        ...describeRow(row, difference, weight),
        kind: error.kind,
        fix: [{ action: 'edit', key: row.key, amount: meant }],
      },
    ]
  })
}

/** What was reconciled agreed with the bank once, and a new mistake is more likely than an old one. */
export function rateRow(
  row: RegisterRow,
  { date, reconciled_until }: Pick<SingleRowSearch, 'date' | 'reconciled_until'>,
): number {
  if (row.status === 'reconciled') return RECONCILED_WEIGHT
  const isOld = reconciled_until !== undefined && row.date <= reconciled_until
  const age = Math.max(0, daysBetween(row.date, date))
  return (isOld ? BEFORE_RECONCILED_WEIGHT : 1) / (1 + age / AGE_DAYS)
}

const describeRow = (row: RegisterRow, explains: MinorUnits, weight: number) => ({
  rows: [row],
  explains,
  ways: 1,
  is_counted: true,
  weight,
})
