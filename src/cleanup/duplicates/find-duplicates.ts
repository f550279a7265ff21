/** Finds transactions that were booked twice, each in at most one pair, the most likely pairs first. */

import { groupBy } from '../../contract/group-by.ts'
import type { Transaction } from '../../contract/operations/transactions.ts'
import { daysBetween, FIRST_DAY } from '../../money/calendar.ts'
import { compareWords, splitWords } from '../../tables/words/word-likeness.ts'
import type { RowSources } from '../../transactions/rows-around.ts'
import { isHabit } from './habit.ts'
import { chooseKeeper, type DuplicateFix, planMerge } from './merge-plan.ts'
import { findTakenRows, type MergedEntry } from './merged-entries.ts'
import { type DuplicateReason, type ScoredRow, SIMILAR, scorePair } from './score-pair.ts'
import { isLikelyTip, toMinorUnits } from './tip-amounts.ts'

/** Two transactions that are probably one, and what to do. */
export interface DuplicateFinding {
  /** The position in the list, from 1 on. */
  number: number
  /** From 0 to 1. */
  score: number
  reasons: DuplicateReason[]
  /** True if `--apply all` takes it: a bank confirms that they are one, and nothing is left to decide. */
  sure: boolean
  keep: Transaction
  remove: Transaction
  fix: DuplicateFix
}

/** What is searched, and how far apart two rows may be. */
export interface DuplicateQuery {
  /** Live transactions. */
  rows: readonly Transaction[]
  sources: RowSources
  /** The most days between two rows that are one. */
  days: number
  /** Entries by hand that were deleted before, because a row of a file is the same. @default none */
  merged?: readonly MergedEntry[]
  /** Tells whether one command made two rows. @default those that were created at the same instant */
  isOneCommand?: (a: Transaction, b: Transaction) => boolean
  /** Returns true for pairs to list; rows around a period are read as well. @default all */
  isWanted?: (row: Transaction) => boolean
}

/** Pairs below this score are not listed. */
const MIN_SCORE = 0.65
/** Pairs below this score are not applied by `all`. */
const SURE_SCORE = 0.7

interface Candidate {
  a: ScoredRow
  b: ScoredRow
  score: number
  reasons: DuplicateReason[]
  distance: number
}

/** Returns the pairs, the highest score first. */
export function findDuplicates(query: DuplicateQuery): DuplicateFinding[] {
  const live = query.rows.filter(({ deleted }) => !deleted)
  const accounts = groupBy(live, ({ account_id }) => account_id)
  const candidates = [...accounts.values()].flatMap((rows) => scoreAccount(rows, query))
  const used = new Set<string>()
  const pairs = candidates.toSorted(compareCandidates).filter(({ a, b }) => {
    if (used.has(a.row.id) || used.has(b.row.id)) return false
    used.add(a.row.id)
    used.add(b.row.id)
    return true
  })
  const { isWanted = () => true, merged = [] } = query
  const taken = findTakenRows(merged, live, query)
  return pairs
    .filter(({ a, b }) => isWanted(a.row) || isWanted(b.row))
    .map((pair, at) => toFinding(pair, at + 1, taken))
}

function toFinding(pair: Candidate, number: number, taken: ReadonlySet<string>): DuplicateFinding {
  const { score } = pair
  const { keep, remove } = chooseKeeper(pair.a, pair.b)
  const isTaken = taken.has(keep.row.id) || taken.has(remove.row.id)
  const hasOtherCategory = haveOtherCategories(keep, remove)
  const reasons: DuplicateReason[] = [
    ...pair.reasons,
    ...(isTaken ? (['already_matched'] as const) : []),
    ...(hasOtherCategory ? (['other_category'] as const) : []),
  ]
  const sure =
    score >= SURE_SCORE &&
    // Without the word of a bank, two entries may as well be two purchases.
    keep.files.length > 0 &&
    !isTaken &&
    !hasOtherCategory &&
    remove.row.status !== 'reconciled' &&
    keep.row.status !== 'reconciled' &&
    keep.row.type === 'regular' &&
    keep.row.amount === remove.row.amount
  return { number, score, reasons, sure, keep: keep.row, remove: remove.row, fix: planMerge(keep, remove) }
}

/** Returns the finding with the other transaction kept, which stays as it is but for what it lacks. */
export function keepOtherTransaction(finding: DuplicateFinding): DuplicateFinding {
  const { keep: remove, remove: keep } = finding
  const toScoredRow = (row: Transaction): ScoredRow => ({ row, words: [], files: [] })
  return { ...finding, keep, remove, fix: planMerge(toScoredRow(keep), toScoredRow(remove)) }
}

/** True if the user chose different categories: of an entry by hand, and of a row that was reviewed. */
function haveOtherCategories(...rows: [ScoredRow, ScoredRow]): boolean {
  const [one, other] = rows.map(({ row, files }) => {
    const isChosen = files.length === 0 || row.review_status === 'reviewed'
    if (!isChosen || row.splits !== null) return undefined
    return row.ready_to_assign ? READY_TO_ASSIGN : (row.category_id ?? undefined)
  })
  return one !== undefined && other !== undefined && one !== other
}

/** Stands for Ready to Assign among the ids of categories. */
const READY_TO_ASSIGN = ''

/** Orders by score, then by date distance, then by date and id, so that numbers stay the same. */
function compareCandidates(one: Candidate, other: Candidate): number {
  if (one.score !== other.score) return other.score - one.score
  if (one.distance !== other.distance) return one.distance - other.distance
  const [left, right] = [getSortKey(one), getSortKey(other)]
  return left < right ? 1 : left > right ? -1 : 0
}

const getSortKey = ({ a, b }: Candidate): string => `${b.row.date} ${a.row.date} ${b.row.id} ${a.row.id}`

/** Returns the possible pairs of one account. */
function scoreAccount(unsorted: readonly Transaction[], query: DuplicateQuery): Candidate[] {
  const { sources, days, isOneCommand = haveOneInstant } = query
  const rows = unsorted.toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0))
  const describe = createDescriber(sources)
  const hasManyAmounts = createAmountCounter(rows)
  const listRepeats = createRepeatLister(rows, describe)
  const account = rows[0]?.account_id
  const spans = [...sources.spans.values()].filter(({ account_id }) => account_id === account)
  const found: Candidate[] = []
  for (const [early, late] of listNearPairs(rows, { days, sources })) {
    if (early.amount !== late.amount && !isTipPair(early, late, sources)) continue
    const [a, b] = [describe(early), describe(late)]
    const scored = scorePair(a, b, {
      sources,
      spans,
      hasRepeats: () => listRepeats(a, b).length > 0,
      isHabit: () =>
        isHabit(
          { days: listRepeats(a, b).map(countDays), isShopOfManyAmounts: hasManyAmounts(early) },
          [early, late].map(countDays) as [number, number], // two rows have two days
        ),
      isOneCommand,
    })
    if (scored && scored.score >= MIN_SCORE)
      found.push({ a, b, ...scored, distance: daysBetween(early.date, late.date) })
  }
  return found
}

/** Returns a function that tells whether the merchant of a row has several amounts. */
function createAmountCounter(rows: readonly Transaction[]): (row: Transaction) => boolean {
  const amounts = new Map<string | null, Set<string>>()
  for (const { merchant_id, amount } of rows) {
    const known = amounts.get(merchant_id)
    if (known) known.add(amount)
    else amounts.set(merchant_id, new Set([amount]))
  }
  return ({ merchant_id }) => (amounts.get(merchant_id)?.size ?? 0) > 1
}

const haveOneInstant = (a: Transaction, b: Transaction): boolean => a.created_at === b.created_at
const countDays = ({ date }: Transaction): number => daysBetween(FIRST_DAY, date)

/** Enough rows to tell a habit; a register may hold thousands of equal fares. */
const MAX_COMPARED = 40

/** Returns a function that lists the other rows of a pair's amount and shop. */
function createRepeatLister(
  rows: readonly Transaction[],
  describe: (row: Transaction) => ScoredRow,
): (a: ScoredRow, b: ScoredRow) => readonly Transaction[] {
  const byAmount = groupBy(rows, ({ amount }) => amount)
  return (a, b) =>
    [a, b]
      .map(({ row, words }) => {
        const equal = (byAmount.get(row.amount) ?? []).slice(-MAX_COMPARED)
        const others = equal.filter((other) => other.id !== a.row.id && other.id !== b.row.id)
        return others.filter((other) => (compareWords(words, describe(other).words) ?? 0) >= SIMILAR)
      })
      .reduce((most, others) => (others.length > most.length ? others : most))
}

/** A row with the number of its day, because parsing a date takes longer than comparing two rows. */
interface DatedRow {
  row: Transaction
  day: number
}

/**
 * Yields the pairs of sorted rows that may be one: of equal amount, or an entry by hand and a row of a file within
 * three days.
 */
function* listNearPairs(
  rows: readonly Transaction[],
  { days, sources }: Pick<DuplicateQuery, 'days' | 'sources'>,
): Generator<[Transaction, Transaction]> {
  const byAmount = new Map<string, DatedRow[]>()
  let [byHand, ofFiles]: [DatedRow[], DatedRow[]] = [[], []]
  const isTipNear = (earlier: DatedRow): boolean => day - earlier.day <= tipDays
  const tipDays = Math.min(days, TIP_DAYS)
  let [date, day] = ['', 0]
  for (const row of rows) {
    if (row.date !== date) {
      date = row.date
      day = daysBetween(FIRST_DAY, date)
      byHand = byHand.filter(isTipNear)
      ofFiles = ofFiles.filter(isTipNear)
    }
    const equal = (byAmount.get(row.amount) ?? []).filter((earlier) => day - earlier.day <= days)
    for (const earlier of equal) yield [earlier.row, row]
    byAmount.set(row.amount, [...equal, { row, day }])
    const isFile = sources.listFiles(row.id).length > 0
    for (const earlier of isFile ? byHand : ofFiles)
      if (earlier.row.amount !== row.amount) yield [earlier.row, row]
    const same = isFile ? ofFiles : byHand
    same.push({ row, day })
  }
}

/** A bill with a tip is booked within these days. */
const TIP_DAYS = 3

/** True if one row was entered by hand and the other, of a file, is up to a third more: a tip was added. */
function isTipPair(a: Transaction, b: Transaction, { listFiles }: RowSources): boolean {
  const isFile = listFiles(a.id).length > 0
  if (isFile === listFiles(b.id).length > 0 || a.type !== 'regular' || b.type !== 'regular') return false
  const [bill, booked] = isFile ? [b, a] : [a, b]
  return isLikelyTip(toMinorUnits(bill.amount), toMinorUnits(booked.amount))
}

/** Returns a function that describes rows; the words of a row are split once. */
function createDescriber(sources: RowSources): (row: Transaction) => ScoredRow {
  const described = new Map<string, ScoredRow>()
  return (row) => {
    const known = described.get(row.id)
    if (known) return known
    const words = splitWords([row.merchant_name, row.notes])
    const scored = { row, words, files: sources.listFiles(row.id) }
    described.set(row.id, scored)
    return scored
  }
}
