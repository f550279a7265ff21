/** Finds merchants with regular transactions of which one is missing. */

import { groupBy } from '../../contract/group-by.ts'
import { addDays, daysBetween } from '../../money/calendar.ts'
import type { RegisterRow, WeighedFinding } from './register.ts'
import type { SingleRowSearch } from './single-rows.ts'
import { kindWeights } from './single-rows.ts'

/** Merchants with fewer rows of an amount are not regular. */
const MIN_ROWS = 2
const MIN_DAYS = 5
const MAX_DAYS = 100
/** By so much of its usual distance a payment may be early or late. */
const TOLERANCE = 0.25

/** Returns a missing transaction of the difference: of a merchant that comes regularly and did not, or of an unknown one. */
export function findMissingRow(search: SingleRowSearch): WeighedFinding[] {
  const { rows, difference, date, habits } = search
  const gap = findGap(
    rows.cleared.filter(({ amount }) => amount === difference),
    date,
  )
  const weight = kindWeights.missing * habits.rateInAccount(difference)
  return [
    {
      kind: 'missing',
      rows: [],
      explains: difference,
      ways: 1,
      is_counted: true,
      weight: gap ? weight + kindWeights.missing / 20 : weight,
      fix: [{ action: 'add', date: gap?.date ?? date, amount: difference, merchant: gap?.merchant ?? '' }],
    },
  ]
}

/** Findings that are so much less likely than a missing row come after it. */
const WEAK_SHARE = 0.1
/** The kinds that a row explains which the workspace has: it must not be booked again. */
export const existingKinds: readonly WeighedFinding['kind'][] = [
  'changed_since_reconciled',
  'deleted',
  'wrong_account',
  'other_date',
]

/** Puts a missing row of which nothing is known behind all that explains the difference by a row, unless it is weak. */
export function putMissingLast(findings: readonly WeighedFinding[]): WeighedFinding[] {
  const isUnknown = ({ kind, fix }: WeighedFinding): boolean =>
    kind === 'missing' && fix.some((step) => step.action === 'add' && step.merchant === '')
  return findings.map((finding) => {
    if (!isUnknown(finding)) return finding
    const weights = findings
      .filter(
        (other) =>
          other !== finding &&
          (existingKinds.includes(other.kind) || other.weight >= finding.weight * WEAK_SHARE),
      )
      .map(({ weight }) => weight)
    return { ...finding, weight: Math.min(finding.weight, ...weights.map((weight) => weight * 0.99)) }
  })
}

/** Finds the merchant of these equal rows that should have come once more. */
function findGap(
  equal: readonly RegisterRow[],
  date: string,
): { date: string; merchant: string } | undefined {
  const merchants = groupBy(
    equal.filter(({ words }) => words !== ''),
    ({ words }) => words,
  )
  for (const [merchant, rows] of merchants) {
    if (rows.length < MIN_ROWS) continue
    const dates = [...rows.map((row) => row.date).toSorted(), date]
    const distances = dates.slice(1, -1).map((day, at) => daysBetween(dates[at] ?? day, day))
    const usual = distances.toSorted((a, b) => a - b)[distances.length >> 1] ?? 0
    if (usual < MIN_DAYS || usual > MAX_DAYS) continue
    const since = dates.findLast(
      (day, at) => daysBetween(day, dates[at + 1] ?? day) > usual * (1 + TOLERANCE),
    )
    if (since !== undefined) return { date: addDays(since, usual), merchant }
  }
  return undefined
}
