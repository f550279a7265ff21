/** Compares an account with a statement: which rows are missing, too many or different, and since which day. */

import { addDays, daysBetween } from '../../money/calendar.ts'
import type { MinorUnits } from '../../money/minor-units.ts'
import { isSimilarText } from '../../transactions/similar-text.ts'
import { type DifferenceQuery, findDifferences, MAX_FINDINGS } from '../difference/find-differences.ts'
import {
  type BankRow,
  type Finding,
  isCleared,
  type RegisterRow,
  type WeighedFinding,
} from '../difference/register.ts'
import { DUPLICATE_DAYS } from '../difference/single-rows.ts'
import { findTypingError } from '../difference/typing-errors.ts'
import { type AlignedPair, alignStatement } from './align-statement.ts'
import { type FirstDifference, findFirstDifference } from './first-difference.ts'

/** An account and the statement it is compared with. */
export interface StatementQuery extends Omit<DifferenceQuery, 'elsewhere' | 'deleted'> {
  /** The rows of the statement up to the date, in any order. */
  bank_rows: readonly BankRow[]
  /** The balance of the bank at the end of the date. */
  bank: MinorUnits
  /** Returns deleted rows of the account, and rows of other accounts, of an amount. */
  findElsewhere: (amount: MinorUnits) => {
    deleted: readonly RegisterRow[]
    elsewhere: readonly RegisterRow[]
  }
}

/** What the comparison found. */
export interface StatementComparison {
  findings: Finding[]
  missing: readonly BankRow[]
  extra: readonly RegisterRow[]
  first_difference: FirstDifference | undefined
  searched: { rows: number; is_complete: boolean }
}

/** A statement that differs in more rows is of another account, or of another time. */
const MAX_LOOKED_UP = 50

/** Compares an account with a statement. What both disagree about comes first, then what happened before it. */
export function compareStatement(query: StatementQuery): StatementComparison {
  const { difference, date } = query
  const alignment = alignStatement(query.bank_rows, query.rows)
  if (!alignment) return { ...searchWithout(query), missing: [], extra: [], first_difference: undefined }
  const { span, pairs } = alignment
  const isOutside = (row: RegisterRow) => row.date < span.first || row.date > span.last || row.date > date
  const extra = alignment.extra.filter((row) => !isOutside(row) && isCleared(row))
  const paired = new Set(pairs.map(({ row }) => row))
  const limit = addDays(date, LATER_DAYS)
  const later = query.rows.filter((row) => row.date > date && row.date <= limit && !paired.has(row))
  const unpaired = [...new Set([...alignment.extra, ...later])]
  const changed = pairChanged(alignment.missing, unpaired, { first: span.first, date })
  const takenBank = new Set(changed.map(({ bank }) => bank))
  const takenRows = new Set(changed.map(({ row }) => row))
  const missing = alignment.missing.filter((bank) => !takenBank.has(bank))
  const surplus = extra.filter((row) => !takenRows.has(row))
  const found = [
    ...describeUncleared(pairs, date),
    ...describeRedated(pairs, date),
    ...changed.flatMap((pair) => {
      const finding = describeChanged(pair, date)
      return pair.kind === 'other_date' && pair.row.date > date
        ? toAlternatives([finding, describeAdded(pair.bank)])
        : [finding]
    }),
    ...joinMissing(missing.map((bank, at) => describeMissing(bank, at < MAX_LOOKED_UP ? query : undefined))),
    ...surplus.map((row) => describeSurplus(row, pairs)),
  ]
  const explained = sumExplained(found)
  const before = difference - explained
  const earlier = before === 0n ? undefined : searchBefore(query, { before, first: span.first })
  const first_difference = findFirstDifference({ ...query, pairs, span })
  return {
    findings: rank([...found, ...(earlier?.findings ?? []).map(toWeighed)], difference),
    missing: alignment.missing,
    extra,
    first_difference,
    searched: earlier?.searched ?? { rows: 0, is_complete: true },
  }
}

const searchWithout = (query: StatementQuery) =>
  query.difference === 0n
    ? { findings: [], searched: { rows: 0, is_complete: true } }
    : findDifferences({ ...query, ...query.findElsewhere(query.difference) })

/** What the statement does not explain must have happened before its first day. */
function searchBefore(query: StatementQuery, { before, first }: { before: MinorUnits; first: string }) {
  const rows = query.rows.filter((row) => row.date < first)
  return findDifferences({ ...query, ...query.findElsewhere(before), rows, difference: before })
}

const EARLIER_WEIGHT = 0.1
const toWeighed = ({ score, ...finding }: Finding): WeighedFinding => ({
  ...finding,
  weight: score * EARLIER_WEIGHT,
})

const base = { ways: 1, is_counted: true, weight: 1 } as const

/** Rows that the bank booked and that are not cleared here are one finding: clearing them is one step. */
function describeUncleared(pairs: readonly AlignedPair[], date: string): WeighedFinding[] {
  const uncleared = pairs.filter(({ row, bank }) => !isCleared(row) && row.date <= date && bank.date <= date)
  if (uncleared.length === 0) return []
  return [
    {
      ...base,
      kind: 'not_cleared',
      rows: uncleared.map(({ row }) => row),
      bank_rows: uncleared.map(({ bank }) => bank),
      explains: uncleared.reduce((sum, { row }) => sum + row.amount, 0n),
      fix: uncleared.map(({ row }) => ({ action: 'clear', key: row.key })),
    },
  ]
}

/** A row that is dated after the date here and before it at the bank is left out here only. */
function describeRedated(pairs: readonly AlignedPair[], date: string): WeighedFinding[] {
  return pairs
    .filter(({ row, bank }) => row.date > date && bank.date <= date)
    .flatMap(({ row, bank }) => toAlternatives([redate(row, bank), describeAdded(bank)]))
}

const redate = (row: RegisterRow, bank: BankRow): WeighedFinding => ({
  ...base,
  kind: 'other_date',
  rows: [row],
  bank_rows: [bank],
  explains: row.amount,
  fix: [
    { action: 'edit', key: row.key, date: bank.date },
    ...(isCleared(row) ? [] : [{ action: 'clear', key: row.key } as const]),
  ],
})

/** Each alternative is as much less likely than the one before it. */
const ALTERNATIVE_WEIGHT = 0.8

/** Returns explanations of one row of the statement, of which one is true: none of them is certain. */
const toAlternatives = (findings: readonly WeighedFinding[]): WeighedFinding[] =>
  findings.map((finding, at) => ({
    ...finding,
    ways: findings.length,
    weight: (finding.weight * ALTERNATIVE_WEIGHT ** at) / findings.length,
  }))

/** Adds up what the findings explain; alternatives explain the same row of the statement. */
function sumExplained(findings: readonly WeighedFinding[]): MinorUnits {
  const seen = new Set<BankRow>()
  return findings.reduce((sum, { explains, bank_rows: [first] = [] }) => {
    if (first && seen.has(first)) return sum
    if (first) seen.add(first)
    return sum + explains
  }, 0n)
}

/** A row that both have, with another amount. */
type ChangedPair = AlignedPair & { kind: WeighedFinding['kind'] }

/** Pairs missing rows of the statement with rows of the account that have another amount or a far date. */
function pairChanged(
  missing: readonly BankRow[],
  extra: readonly RegisterRow[],
  span: { first: string; date: string },
): ChangedPair[] {
  const options = missing.flatMap((bank) =>
    extra.flatMap((row) => {
      const option = rateChange(bank, row, span)
      return option ? [{ bank, row, ...option }] : []
    }),
  )
  const taken = new Set<object>()
  return options
    .toSorted((a, b) => a.cost - b.cost)
    .flatMap(({ bank, row, kind }) => {
      if (taken.has(bank) || taken.has(row)) return []
      taken.add(bank).add(row)
      return [{ bank, row, kind }]
    })
}

const CHANGED_DAYS = 7
const FAR_DAYS = 400
/** A row that is dated so many days after the date may be one that the bank booked before it, whatever its name. */
const LATER_DAYS = 14
/** It is likelier than another amount of a similar name. */
const LATER_COST = 10

/** Returns how unlikely a row is another one with a mistake; undefined when it is none. */
function rateChange(
  bank: BankRow,
  row: RegisterRow,
  { first, date }: { first: string; date: string },
): { kind: WeighedFinding['kind']; cost: number } | undefined {
  const days = Math.abs(daysBetween(bank.date, row.date))
  const isSimilar = bank.words === row.words || isSimilarText(bank.words, row.words)
  if (bank.amount === row.amount) {
    // What is dated before the statement was on the one before it.
    const isFar = isSimilar && days <= FAR_DAYS && row.date >= first
    if (isFar) return { kind: 'other_date', cost: 5 + days / 10 }
    return row.date > date ? { kind: 'other_date', cost: LATER_COST + days / 10 } : undefined
  }
  if (days > CHANGED_DAYS) return undefined
  const error = findTypingError(row.amount, bank.amount)
  // A row that waits for the bank need not be the one the bank booked.
  if (!isCleared(row)) return error && isSimilar ? { kind: error.kind, cost: 4 + days } : undefined
  if (error) return { kind: error.kind, cost: days + (isSimilar ? 0 : 8) }
  return isSimilar ? { kind: 'other_amount', cost: 12 + days } : undefined
}

function describeChanged({ bank, row, kind }: ChangedPair, date: string): WeighedFinding {
  const isCounted = isCleared(row) && row.date <= date
  const counted = isCounted ? row.amount : 0n
  const edit = {
    action: 'edit',
    key: row.key,
    ...(bank.amount !== row.amount && { amount: bank.amount }),
    ...(kind === 'other_date' && { date: bank.date }),
  } as const
  const clear = { action: 'clear', key: row.key } as const
  return {
    ...base,
    kind,
    rows: [row],
    bank_rows: [bank],
    explains: bank.amount - counted,
    fix: isCleared(row) ? [edit] : [edit, clear],
  }
}

const describeAdded = (bank: BankRow): WeighedFinding => {
  const { date, amount, merchant, row } = bank
  const fix = [{ action: 'add', date, amount, merchant, row }] as const
  return { ...base, kind: 'missing', rows: [], bank_rows: [bank], explains: amount, fix }
}

/** Describes a missing row of the statement, and the row of another account that it may be. */
function describeMissing(bank: BankRow, query: StatementQuery | undefined): WeighedFinding[] {
  const { deleted = [], elsewhere = [] } = query?.findElsewhere(bank.amount) ?? {}
  const isNear = (row: RegisterRow) => Math.abs(daysBetween(row.date, bank.date)) <= CHANGED_DAYS
  const found = { ...base, bank_rows: [bank], explains: bank.amount }
  const gone = deleted.find((row) => isNear(row) && isCleared(row))
  if (gone) return [{ ...found, kind: 'deleted', rows: [gone], fix: [{ action: 'restore', key: gone.key }] }]
  const other = elsewhere.find((row) => isNear(row) && isSimilarText(row.words, bank.words))
  const moved: WeighedFinding[] = other
    ? [{ ...found, kind: 'wrong_account', rows: [other], fix: [{ action: 'move', key: other.key }] }]
    : []
  return toAlternatives([...moved, describeAdded(bank)])
}

/** From so many missing rows on, the file was not imported yet: booking them is one step. */
const MANY_MISSING = 4

function joinMissing(described: readonly (readonly WeighedFinding[])[]): WeighedFinding[] {
  const found = described.flat()
  const missing = found.filter((finding) => finding.kind === 'missing' && finding.ways === 1)
  if (missing.length < MANY_MISSING) return found
  const joined: WeighedFinding = {
    ...base,
    kind: 'missing',
    rows: [],
    bank_rows: missing.flatMap(({ bank_rows = [] }) => bank_rows),
    explains: missing.reduce((sum, { explains }) => sum + explains, 0n),
    fix: missing.flatMap(({ fix }) => fix),
  }
  return [joined, ...found.filter((finding) => !missing.includes(finding))]
}

function describeSurplus(row: RegisterRow, pairs: readonly AlignedPair[]): WeighedFinding {
  const duplicate = pairs.find(
    ({ row: other }) =>
      other.amount === row.amount &&
      Math.abs(daysBetween(other.date, row.date)) <= DUPLICATE_DAYS &&
      (other.words === row.words || isSimilarText(other.words, row.words)),
  )
  const found = { ...base, explains: -row.amount }
  return duplicate
    ? { ...found, kind: 'duplicate', rows: [row, duplicate.row], fix: [{ action: 'delete', key: row.key }] }
    : { ...found, kind: 'not_on_statement', rows: [row], fix: [{ action: 'unclear', key: row.key }] }
}

/** What explains the whole difference comes first, then what explains more of it. */
function rank(findings: readonly WeighedFinding[], difference: MinorUnits): Finding[] {
  const rate = ({ weight, explains }: WeighedFinding): number => {
    if (explains === difference) return weight * 10
    return explains === 0n ? weight / 10 : weight
  }
  const total = findings.reduce((sum, finding) => sum + rate(finding), 0)
  return findings
    .toSorted((a, b) => rate(b) - rate(a))
    .slice(0, MAX_FINDINGS)
    .map((finding) => {
      const { weight: _, ...rest } = finding
      return { ...rest, score: Math.round((rate(finding) / total) * 1000) / 1000 }
    })
}
