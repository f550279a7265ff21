/** Generates queries about the lines of a workspace. */

import {
  type LineDimension,
  type LineQuery,
  lineKinds,
  type ReportLine,
} from '../../../src/contract/ports/report-source.ts'
import * as fc from '../../support/fast-check.ts'

const day = fc.constantFrom(
  '2025-12-31',
  '2026-01-01',
  '2026-02-10',
  '2026-03-15',
  '2026-04-28',
  '2026-06-30',
)
/** Most questions have few conditions, so that lines are left. */
const seldom = <Value>(arbitrary: fc.Arbitrary<Value>) =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary })
const choices = seldom(fc.array(fc.nat(999), { maxLength: 9 }))
const dimensions: LineDimension[] = ['month', 'category', 'merchant', 'account', 'kind']

/** Generates any set of dimensions, also none. */
export const randomDimensions = fc.subarray(dimensions)

/** Generates a function that picks a query about the lines that there are. */
export const randomQuery: fc.Arbitrary<(lines: readonly ReportLine[]) => LineQuery> = fc
  .record({
    since: seldom(day),
    until: seldom(day),
    kinds: fc.oneof(fc.constant(lineKinds), fc.subarray([...lineKinds])),
    accounts: choices,
    categories: choices,
    merchants: choices,
    direction: seldom(fc.constantFrom('inflow' as const, 'outflow' as const)),
  })
  .map(({ since, until, kinds, accounts, categories, merchants, direction }) => (lines) => {
    const pickFrom = <Value>(picks: readonly number[] | undefined, read: (line: ReportLine) => Value) =>
      picks?.flatMap((pick) => {
        const line = lines[pick % Math.max(1, lines.length)]
        return line ? [read(line)] : []
      })
    return {
      since,
      until,
      kinds,
      account_ids: pickFrom(accounts, (line) => line.account_id),
      category_ids: pickFrom(categories, (line) => line.category_id),
      merchant_ids: pickFrom(merchants, (line) => line.merchant_id),
      direction,
    }
  })
