/**
 * Builds the import plan: the final disposition of every row, fixed before anything is posted.
 * @see docs/import.md#1-pipeline-and-invariants
 */

import { maxBatchSize } from '../../contract/operations/transactions.ts'
import { getCurrencyDecimals } from '../../money/currency.ts'
import { formatAmount, type MinorUnits } from '../../money/minor-units.ts'
import type { ReadOptions } from '../../tables/read-options.ts'
import type { ExistingTransaction, ExistingTransactions } from '../matching/existing-transactions.ts'
import { findNearMatches, isExpected, type NearMatch } from '../matching/near-matches.ts'
import { listExistingRows } from '../matching/row-fingerprints.ts'
import type { MatchDecision, OverrideLookup } from '../model/row-decisions.ts'
import type { Statement, StatementRow } from '../model/statement.ts'
import {
  type Disposition,
  dispositionCode,
  dispositions,
  type RowClassification,
  readRowsByDisposition,
  textMarks,
} from './classify-rows.ts'

/** The plan of an import. The preview shows it and the import posts exactly it. */
export interface ImportPlan
  extends Omit<RowClassification, 'size' | 'amounts' | 'marks' | 'has_long_text' | 'renamed'> {
  /** The number of rows per disposition; their total is the number of rows in the file. */
  counts: Record<Disposition, number>
  /** The sum of amounts per disposition, as decimal strings; their total is the sum of the file. */
  sums: Record<Disposition, string>
  /** Incoming and outgoing totals of the rows to post, as decimal strings. */
  money: { in: string; out: string }
  /** Rows that are held, each with its near match. */
  held: NearMatch[]
  /** Rows taken for existing transactions; those in `matched` receive the bank's date. */
  skipped: NearMatch[]
  matched: NearMatch[]
  /** Pending transactions that equal a row which the bank has booked; they become cleared. */
  uncleared: readonly ExistingTransaction[]
  /** The number of transfers; each is posted in its own request. */
  transfers: number
  /** How many rows to post have an extracted merchant, with some examples. */
  cleaned: { rows: number; examples: { raw: string; merchant: string }[] }
  /** The number of rows to post whose text exceeds the API's limit for notes. */
  notes_cut: number
  /** The number of requests that posting takes. */
  requests: number
}

interface PlanContext {
  statement: Statement
  choices: ReadOptions
  currency: string
  overrideFor?: OverrideLookup | undefined
  /** The user's decisions by row number. */
  verdicts?: Readonly<Record<number, MatchDecision>> | undefined
}

const DUPLICATE = dispositionCode('duplicate')
const HELD = dispositionCode('held')
const CREATE = dispositionCode('create')

/**
 * Returns the plan. Of m equal rows of which the account has k, the last m − k are created.
 * @see docs/import.md#5-duplicates
 */
export function buildImportPlan(
  { size, amounts, marks, has_long_text: _, renamed, ...sorted }: RowClassification,
  existing: ExistingTransactions,
  context: PlanContext,
): ImportPlan {
  const { currency } = context
  const classified = { ...sorted, dispositionCodes: sorted.dispositionCodes.slice(0, size) }
  for (const at of existing.keys ? listExistingRows(existing.keys) : []) {
    if (classified.dispositionCodes[at] === CREATE) classified.dispositionCodes[at] = DUPLICATE
  }
  const { pairs, transferRows } = reviewRowsToCreate(classified, existing, context)
  for (const { row } of [...pairs.skip, ...pairs.match]) classified.dispositionCodes[row.row - 1] = DUPLICATE
  for (const { row } of pairs.hold) classified.dispositionCodes[row.row - 1] = HELD
  const transfers = transferRows.filter((row) => classified.dispositionCodes[row - 1] === CREATE).length
  const { counts, totals, income } = computeTotals(classified.dispositionCodes, amounts)
  const decimals = getCurrencyDecimals(currency)
  const sums = mapDispositions((disposition) => formatAmount(totals[disposition], decimals))
  const money = { in: formatAmount(income, decimals), out: formatAmount(totals.create - income, decimals) }
  const posts = Math.ceil((counts.create - transfers) / maxBatchSize) + transfers
  // If the service does not report conflicts, the account is listed again after posting.
  const verification = existing.as_of === undefined && posts > 0 ? Math.max(1, existing.requests) : 0
  const { uncleared } = existing
  const requests = posts + pairs.match.length + uncleared.length + verification
  const { hold: held, skip: skipped, match: matched } = pairs
  const textSummary = summarizeTexts(classified.dispositionCodes, { marks, renamed })
  const decided = { held, skipped, matched, uncleared }
  return { ...classified, counts, sums, money, ...decided, transfers, ...textSummary, requests }
}

/** Re-reads the rows to create once: groups their near matches by decision and lists the transfers. */
function reviewRowsToCreate(
  classified: Pick<ImportPlan, 'dispositionCodes'>,
  { candidates }: ExistingTransactions,
  { statement, choices, overrideFor, verdicts }: PlanContext,
): { pairs: Record<MatchDecision, NearMatch[]>; transferRows: number[] } {
  const pairs: Record<MatchDecision, NearMatch[]> = { hold: [], skip: [], match: [], import: [] }
  const transferRows: number[] = []
  if (candidates.length === 0 && !overrideFor) return { pairs, transferRows }
  const rows = listTransfers(
    readRowsByDisposition('create', statement, classified),
    overrideFor,
    transferRows,
  )
  for (const pair of findNearMatches(rows, candidates)) {
    const { row, existing } = pair
    const other = overrideFor?.(row)?.transfer_account_id
    // The other account's file or the user already created this transfer.
    const isOurs = other !== undefined && other === existing.transfer_account_id
    const verdict =
      verdicts?.[row.row] ?? (isOurs ? 'skip' : choices.possible) ?? (isExpected(pair) ? 'match' : 'hold')
    pairs[verdict].push(pair)
  }
  return { pairs, transferRows }
}

/** Yields the rows unchanged and adds the numbers of transfers to `transferRows`. */
function* listTransfers(
  rows: Iterable<StatementRow>,
  overrideFor: OverrideLookup | undefined,
  transferRows: number[],
): Generator<StatementRow> {
  for (const row of rows) {
    if (overrideFor?.(row)?.transfer_account_id !== undefined) transferRows.push(row.row)
    yield row
  }
}

function computeTotals(codes: Uint8Array, amounts: BigInt64Array) {
  const counts = mapDispositions(() => 0)
  const totals = mapDispositions((): MinorUnits => 0n)
  let income: MinorUnits = 0n
  for (const [at, number] of codes.entries()) {
    const disposition = dispositions[number] ?? 'rejected'
    counts[disposition] += 1
    const amount = amounts[at] ?? 0n
    totals[disposition] += amount
    if (disposition === 'create' && amount > 0n) income += amount
  }
  return { counts, totals, income }
}

/** The maximum number of merchant examples. */
const MAX_EXAMPLES = 5

/** Returns how many rows have extracted merchants and truncated notes. */
function summarizeTexts(
  codes: Uint8Array,
  { marks, renamed }: Pick<RowClassification, 'marks' | 'renamed'>,
): Pick<ImportPlan, 'cleaned' | 'notes_cut'> {
  let rows = 0
  let cutCount = 0
  for (const [at, number] of codes.entries()) {
    const rowMarks = number === CREATE ? (marks[at] ?? 0) : 0
    if (rowMarks & textMarks.renamed) rows += 1
    if (rowMarks & textMarks.cut) cutCount += 1
  }
  const examples = renamed
    .filter(({ row }) => codes[row - 1] === CREATE)
    .slice(0, MAX_EXAMPLES)
    .map(({ raw_payee: raw, payee: merchant }) => ({ raw, merchant }))
  return { cleaned: { rows, examples }, notes_cut: cutCount }
}

const mapDispositions = <Value>(value: (disposition: Disposition) => Value): Record<Disposition, Value> => ({
  create: value('create'),
  duplicate: value('duplicate'),
  held: value('held'),
  pending: value('pending'),
  excluded: value('excluded'),
  other_currency: value('other_currency'),
  rejected: value('rejected'),
})
