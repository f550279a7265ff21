/** Searches an account for what explains the difference between the bank's balance and the cleared one. */

import { addDays } from '../../money/calendar.ts'
import type { MinorUnits } from '../../money/minor-units.ts'
import { learnAmountHabits } from './amount-habits.ts'
import { findMissingRow, putMissingLast } from './missing-row.ts'
import {
  type Finding,
  isCleared,
  type RegisterRow,
  type SortedRows,
  type WeighedFinding,
} from './register.ts'
import { findPairs, findRowsAfterDay, findUnclearedSets } from './row-sets.ts'
import { findSingleRows, kindWeights, rateRow, type SingleRowSearch } from './single-rows.ts'

/** What is known about the account and the difference. */
export interface DifferenceQuery {
  /** The rows of the account, later ones too, in any order. */
  rows: readonly RegisterRow[]
  /** Deleted rows of the account, and rows of other accounts, that are as large as the difference. */
  deleted?: readonly RegisterRow[]
  elsewhere?: readonly RegisterRow[]
  /** What changed in rows that were reconciled. */
  changed?: readonly ChangedRow[]
  /** The balance of the bank less the cleared one; not zero. */
  difference: MinorUnits
  date: string
  /** The date of the last reconciliation. */
  reconciled_until?: string | undefined
  /** Returns milliseconds of any clock, for searches that must end. */
  elapsed: () => number
}

/** A row that was reconciled and has changed since, and the cleared balance it had added until then. */
export interface ChangedRow {
  row: RegisterRow
  /** By how much the cleared balance grows when the change is taken back. */
  explains: MinorUnits
  fix: Finding['fix']
}

/** The findings, and whether every set of rows was looked at. */
export interface FoundDifferences {
  findings: Finding[]
  /** How many uncleared rows were searched for sets, and whether that search came to its end. */
  searched: { rows: number; is_complete: boolean }
}

/** At most so many findings are shown. */
export const MAX_FINDINGS = 5
/** Rows so many days after the date may have been booked before it. */
const LATER_DAYS = 7
/** The habits of an account are learned from so many of its newest rows. */
const MAX_LEARNED_ROWS = 10_000
/** The chance that nothing of all this is what happened. */
const UNKNOWN_WEIGHT = 1e-6

/** Returns what explains the difference, the likeliest first. */
export function findDifferences(query: DifferenceQuery): FoundDifferences {
  const { difference, date, elapsed } = query
  const sorted = sortByDate(query.rows)
  const rows = splitRows(sorted, date)
  const limit = addDays(date, LATER_DAYS)
  const search: SingleRowSearch = {
    rows,
    later: sorted.filter((row) => row.date > date && row.date <= limit),
    deleted: query.deleted ?? [],
    elsewhere: query.elsewhere ?? [],
    difference,
    date,
    reconciled_until: query.reconciled_until,
    habits: learnAmountHabits(rows.all.slice(-MAX_LEARNED_ROWS)),
  }
  const singles = findSingleRows(search)
  const setSearch = { rows, difference, elapsed }
  const sets = findUnclearedSets(setSearch)
  const counted = countWays(singles, sets)
  const others = [
    ...findRowsAfterDay(setSearch),
    ...findMissingRow(search),
    ...findPairs(listLikelyMistakes(search), difference),
  ]
  const changed = describeChanged(query)
  const findings = rank(putMissingLast(keepLikelier([...changed, ...counted, ...sets.findings, ...others])))
  return { findings, searched: { rows: rows.pending.length, is_complete: sets.is_complete } }
}

const compareRows = (a: RegisterRow, b: RegisterRow): number =>
  a.date === b.date ? a.key - b.key : a.date < b.date ? -1 : 1

/** Returns the rows in the order of their dates, in which a workspace lists a hundred thousand of them already. */
function sortByDate(rows: readonly RegisterRow[]): readonly RegisterRow[] {
  const isSorted = rows.every((row, at) => {
    const before = rows[at - 1]
    return !before || compareRows(before, row) <= 0
  })
  return isSorted ? rows : rows.toSorted(compareRows)
}

/** Splits the rows up to the date in one pass: there may be a hundred thousand. */
function splitRows(sorted: readonly RegisterRow[], date: string): SortedRows {
  const all: RegisterRow[] = []
  const cleared: RegisterRow[] = []
  const pending: RegisterRow[] = []
  for (const row of sorted) {
    if (row.date > date) continue
    all.push(row)
    if (isCleared(row)) cleared.push(row)
    else pending.push(row)
  }
  return { all, cleared, pending }
}

/** Counts the findings of each kind; an uncleared row competes with all sets of uncleared rows. */
function countWays(
  singles: readonly WeighedFinding[],
  sets: { ways: number; is_complete: boolean },
): WeighedFinding[] {
  const surplus = singles.filter(isSurplus).length
  return singles.map((finding) => {
    if (finding.kind === 'not_cleared')
      return { ...finding, ways: Math.max(1, sets.ways), is_counted: sets.is_complete }
    const ways = isSurplus(finding) ? surplus : singles.filter(({ kind }) => kind === finding.kind).length
    return { ...finding, ways }
  })
}

const isSurplus = ({ kind }: WeighedFinding): boolean => kind === 'duplicate' || kind === 'not_on_statement'

/** A change of a reconciled row comes first: the account agreed before it. */
const CHANGED_WEIGHT = 1000

function describeChanged({ changed = [], difference }: DifferenceQuery): WeighedFinding[] {
  const fitting = changed.filter(({ explains }) => explains === difference)
  const describe = (rows: readonly ChangedRow[], weight: number): WeighedFinding => ({
    kind: 'changed_since_reconciled',
    rows: rows.map(({ row }) => row),
    explains: rows.reduce((sum, { explains }) => sum + explains, 0n),
    ways: Math.max(1, fitting.length),
    is_counted: true,
    weight,
    fix: rows.flatMap(({ fix }) => fix),
  })
  const total = changed.reduce((sum, { explains }) => sum + explains, 0n)
  if (fitting.length > 0) return fitting.map((one) => describe([one], CHANGED_WEIGHT))
  return changed.length > 1 && total === difference ? [describe(changed, CHANGED_WEIGHT)] : []
}

const NEWEST_FOR_PAIRS = 2000

/** Lists rows that look like a mistake by themselves, whatever the difference: two of them may make it up. */
function listLikelyMistakes(search: SingleRowSearch): WeighedFinding[] {
  const { rows } = search
  const newest = rows.all.slice(-NEWEST_FOR_PAIRS).filter(({ status }) => status !== 'reconciled')
  const pending = newest.filter((row) => !isCleared(row))
  const seen = new Map<string, RegisterRow>()
  const signs = countSigns(newest)
  return newest.flatMap((row): WeighedFinding[] => {
    const base = { rows: [row], ways: 1, is_counted: true }
    if (!isCleared(row)) {
      const weight = kindWeights.not_cleared / pending.length
      const fix = [{ action: 'clear', key: row.key }] as const
      return [{ ...base, kind: 'not_cleared', explains: row.amount, weight, fix }]
    }
    const found: WeighedFinding[] = []
    const rate = rateRow(row, search) / rows.all.length
    const duplicate = seen.get(`${row.date} ${row.amount} ${row.words}`)
    if (duplicate)
      found.push({
        ...base,
        kind: 'duplicate',
        explains: -row.amount,
        weight: kindWeights.duplicate * rate,
        fix: [{ action: 'delete', key: row.key }],
      })
    seen.set(`${row.date} ${row.amount} ${row.words}`, row)
    const { positive = 0, negative = 0 } = signs.get(row.words) ?? {}
    const [same, opposite] = row.amount < 0n ? [negative, positive] : [positive, negative]
    if (row.words !== '' && same === 1 && opposite > 1)
      found.push({
        ...base,
        kind: 'sign_turned',
        explains: -2n * row.amount,
        weight: kindWeights.sign_turned * rate,
        fix: [{ action: 'edit', key: row.key, amount: -row.amount }],
      })
    return found
  })
}

/** Counts the signs of each merchant's amounts. */
function countSigns(rows: readonly RegisterRow[]): Map<string, { positive: number; negative: number }> {
  const signs = new Map<string, { positive: number; negative: number }>()
  for (const { words, amount } of rows) {
    const counts = signs.get(words) ?? { positive: 0, negative: 0 }
    signs.set(words, counts)
    counts[amount < 0n ? 'negative' : 'positive'] += 1
  }
  return signs
}

/** One mistake may look like two: what was changed since is a mistyped amount too. The likelier one stays. */
function keepLikelier(findings: readonly WeighedFinding[]): WeighedFinding[] {
  const best = new Map<string, WeighedFinding>()
  for (const finding of findings) {
    if (finding.rows.length !== 1) continue
    const id = `${finding.rows[0]?.key}/${finding.explains}`
    const other = best.get(id)
    if (!other || finding.weight > other.weight) best.set(id, finding)
  }
  const kept = new Set(best.values())
  return findings.filter((finding) => finding.rows.length !== 1 || kept.has(finding))
}

/** Sorts by weight and turns weights into shares of all. */
function rank(findings: readonly WeighedFinding[]): Finding[] {
  const total = findings.reduce((sum, { weight }) => sum + weight, UNKNOWN_WEIGHT)
  return findings
    .toSorted((a, b) => b.weight - a.weight)
    .slice(0, MAX_FINDINGS)
    .map(({ weight, ...finding }) => ({ ...finding, score: Math.round((weight / total) * 1000) / 1000 }))
}
