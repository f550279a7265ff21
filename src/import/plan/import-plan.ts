/** What will be booked and what not: every row of the file in exactly one bin, fixed before anything is sent. */ // import.md §1

import { batchSize } from '../../contract/operations/transactions.ts'
import { decimalsOf } from '../../money/currency.ts'
import { formatAmount, type Minor } from '../../money/minor-units.ts'
import type { Known } from '../matching/existing-transactions.ts'
import { type HeldPair, possiblePairs } from '../matching/near-matches.ts'
import { rowsFound } from '../matching/row-fingerprints.ts'
import type { Choices } from '../model/read-options.ts'
import type { Decide, Verdict } from '../model/row-decisions.ts'
import type { Statement } from '../model/statement.ts'
import { type Bin, binNumber, bins, rowsIn, type Sorted, marks as textMarks } from './classify-rows.ts'

export interface ImportPlan extends Omit<Sorted, 'size' | 'amounts' | 'marks' | 'has_long_text' | 'renamed'> {
  /** How many rows each bin holds; together the rows of the file. */
  counts: Record<Bin, number>
  /** What the amounts of each bin come to, as decimal strings; together the sum of the file. */
  sums: Record<Bin, string>
  /** What the rows to book bring in and take out, as decimal strings. */
  money: { in: string; out: string }
  /** Rows held back, beside what they may be. */
  held: HeldPair[]
  /** Rows taken for transactions that are there; those of `matched` take the bank's date. */
  skipped: HeldPair[]
  matched: HeldPair[]
  /** How many rows are transfers, each booked by itself. */
  transfers: number
  /** The merchants that were taken out of the bank's text: in how many rows to book, and some of them. */
  cleaned: { rows: number; examples: { raw: string; merchant: string }[] }
  /** How many rows to book have more text than the service takes as notes. */
  notes_cut: number
  /** The requests that booking takes. */
  requests: number
}

interface PlanContext {
  statement: Statement
  choices: Choices
  currency: string
  decide?: Decide | undefined
  /** What a person said about single rows, by their numbers. */
  verdicts?: Readonly<Record<number, Verdict>> | undefined
}

const DUPLICATE = binNumber('duplicate')
const HELD = binNumber('held')
const CREATE = binNumber('create')

/** Settles the plan: of m equal rows of which the account has k, the last m − k are new. */ // import.md §5
export function planOf(
  { size, amounts, marks, has_long_text: _, renamed, ...sorted }: Sorted,
  known: Known,
  context: PlanContext,
): ImportPlan {
  const { statement, currency, decide } = context
  const settled = { ...sorted, bins: sorted.bins.slice(0, size) }
  for (const at of known.keys ? rowsFound(known.keys) : []) {
    if (settled.bins[at] === CREATE) settled.bins[at] = DUPLICATE
  }
  const pairs = pairsOf(settled, known, context)
  for (const { row } of [...pairs.skip, ...pairs.match]) settled.bins[row.row - 1] = DUPLICATE
  for (const { row } of pairs.hold) settled.bins[row.row - 1] = HELD
  const transfers = decide ? countTransfers(rowsIn('create', statement, settled), decide) : 0
  const { counts, totals, income } = totalsOf(settled.bins, amounts)
  const decimals = decimalsOf(currency)
  const sums = perBin((bin) => formatAmount(totals[bin], decimals))
  const money = { in: formatAmount(income, decimals), out: formatAmount(totals.create - income, decimals) }
  const posts = Math.ceil((counts.create - transfers) / batchSize) + transfers
  // Where the service does not refuse what was overtaken, a closing look lists the account once more.
  const look = known.as_of === undefined && posts > 0 ? Math.max(1, known.requests) : 0
  const requests = posts + pairs.match.length + look
  const { hold: held, skip: skipped, match: matched } = pairs
  const told = tellTexts(settled.bins, { marks, renamed })
  return { ...settled, counts, sums, money, held, skipped, matched, transfers, ...told, requests }
}

/** The rows that may be there, by what is to become of them. */
function pairsOf(
  sorted: Pick<ImportPlan, 'bins' | 'span'>,
  { candidates }: Known,
  { statement, choices, decide, verdicts }: PlanContext,
): Record<Verdict, HeldPair[]> {
  const pairs: Record<Verdict, HeldPair[]> = { hold: [], skip: [], match: [], import: [] }
  const { span } = sorted
  if (!span || candidates.length === 0) return pairs
  const { possible = 'hold' } = choices
  for (const pair of possiblePairs(rowsIn('create', statement, sorted), candidates, span)) {
    const { row, existing } = pair
    const other = decide?.(row)?.transfer_account_id
    // The other account's file, or the person, entered this very transfer. import.md §5
    const isOurs = other !== undefined && other === existing.transfer_account_id
    const verdict = verdicts?.[row.row] ?? (isOurs ? 'skip' : possible)
    pairs[verdict].push(pair)
  }
  return pairs
}

function countTransfers(rows: Iterable<Parameters<Decide>[0]>, decide: Decide): number {
  let count = 0
  for (const row of rows) if (decide(row)?.transfer_account_id !== undefined) count += 1
  return count
}

function totalsOf(binsOfRows: Uint8Array, amounts: BigInt64Array) {
  const counts = perBin(() => 0)
  const totals = perBin((): Minor => 0n)
  let income: Minor = 0n
  for (const [at, number] of binsOfRows.entries()) {
    const bin = bins[number] ?? 'rejected'
    counts[bin] += 1
    const amount = amounts[at] ?? 0n
    totals[bin] += amount
    if (bin === 'create' && amount > 0n) income += amount
  }
  return { counts, totals, income }
}

/** So many merchants are shown. */
const EXAMPLES = 5

/** What is told about the texts of the rows to book. */
function tellTexts(
  binsOfRows: Uint8Array,
  { marks, renamed }: Pick<Sorted, 'marks' | 'renamed'>,
): Pick<ImportPlan, 'cleaned' | 'notes_cut'> {
  let rows = 0
  let cut = 0
  for (const [at, number] of binsOfRows.entries()) {
    const mark = number === CREATE ? (marks[at] ?? 0) : 0
    if (mark & textMarks.renamed) rows += 1
    if (mark & textMarks.cut) cut += 1
  }
  const examples = renamed
    .filter(({ row }) => binsOfRows[row - 1] === CREATE)
    .slice(0, EXAMPLES)
    .map(({ raw_payee: raw, payee: merchant }) => ({ raw, merchant }))
  return { cleaned: { rows, examples }, notes_cut: cut }
}

const perBin = <Value>(value: (bin: Bin) => Value): Record<Bin, Value> => ({
  create: value('create'),
  duplicate: value('duplicate'),
  held: value('held'),
  pending: value('pending'),
  excluded: value('excluded'),
  other_currency: value('other_currency'),
  rejected: value('rejected'),
})
