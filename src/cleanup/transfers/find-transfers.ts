/** Finds an outflow and an inflow in two own accounts that are one transfer; what is ambiguous is said to be. */

import { groupBy } from '../../contract/group-by.ts'
import type { Transaction } from '../../contract/operations/transactions.ts'
import { daysBetween } from '../../money/calendar.ts'
import { findExisting, planTransfer, type TransferAccount, type TransferFix } from './plan-transfer.ts'
import {
  createCounterEvidenceFinder,
  hasEvidence,
  scoreTransfer,
  type TransferReason,
} from './score-transfer.ts'

/** Two rows that are probably one transfer, and what to do. */
export interface TransferFinding {
  /** The position in the list, from 1 on. */
  number: number
  /** From 0 to 1. */
  score: number
  reasons: TransferReason[]
  /** True if `--apply all` takes it: the texts leave no doubt, and there is no reason against it. */
  sure: boolean
  out: Transaction
  in: Transaction
  /** The numbers of findings that need one of the same rows. */
  ambiguous_with: number[]
  fix: TransferFix
}

/** What is searched, and how far apart two rows may be. */
export interface TransferQuery {
  rows: readonly Transaction[]
  accounts: readonly TransferAccount[]
  /** The most days between the outflow and the inflow. */
  days: number
  /** Returns true for rows of which one must be in a pair. @default all */
  isWanted?: (row: Transaction) => boolean
}

/** Pairs below this score are not listed. */
const MIN_SCORE = 0.62
/** Pairs below this score are not applied by `all`. */
const SURE_SCORE = 0.68
/** Two pairs whose scores differ by less are both possible. */
const MARGIN = 0.08

interface Candidate {
  out: Transaction
  into: Transaction
  score: number
  reasons: TransferReason[]
  distance: number
  /** The candidates that are as likely and need one of the rows. */
  rivals: Candidate[]
}

/** Returns the transfers, the most likely first. */
export function findTransfers(query: TransferQuery): TransferFinding[] {
  const accounts = new Map(query.accounts.map((account) => [account.id, account]))
  const open = query.rows.filter((row) => isOrdinary(row) && accounts.get(row.account_id)?.closed !== true)
  const { isWanted = () => true } = query
  const found = listCandidates(open, query.days).filter(({ out, into }) => isWanted(out) || isWanted(into))
  const chosen = matchCandidates(found)
  const numbers = new Map(chosen.map((candidate, at) => [candidate, at + 1]))
  const sides = query.rows.filter(({ deleted, type }) => !deleted && type === 'transfer')
  const used = new Set<string>()
  const plan = (pair: Candidate, doubts: readonly TransferReason[]): TransferFix => {
    const fix = planTransfer(pair, accounts)
    if (!doubts.includes('transfer_exists')) return fix
    const existing = findExisting(fix, { ...pair, sides: sides.filter(({ id }) => !used.has(id)) })
    for (const id of Object.values(existing ?? {})) used.add(id)
    return { ...fix, existing }
  }
  const listDoubts = createCounterEvidenceFinder(query.rows, { pairs: chosen, days: query.days })
  return chosen.map((candidate, at) => {
    const { out, into, score, reasons, rivals } = candidate
    const ambiguous_with = rivals.flatMap((rival) => numbers.get(rival) ?? [])
    const isReconciled = out.status === 'reconciled' || into.status === 'reconciled'
    const doubts = listDoubts(candidate)
    const added = [...doubts, ...(ambiguous_with.length > 0 ? (['ambiguous'] as const) : [])]
    return {
      number: at + 1,
      score,
      reasons: [...new Set([...reasons, ...added])],
      sure:
        score >= SURE_SCORE &&
        added.length === 0 &&
        hasEvidence(candidate) &&
        !isReconciled &&
        !reasons.includes('may_be_refund'),
      out,
      in: into,
      ambiguous_with,
      fix: plan(candidate, doubts),
    }
  })
}

const isOrdinary = ({ deleted, type, splits, amount }: Transaction): boolean =>
  !deleted && type === 'regular' && splits === null && /[1-9]/.test(amount)

/** Returns the pairs of opposite amounts that are likely enough, the most likely first. */
function listCandidates(rows: readonly Transaction[], days: number): Candidate[] {
  const found: Candidate[] = []
  for (const equal of groupBy(rows, ({ amount }) => amount.replace('-', '')).values()) {
    const inflows = equal.filter(({ amount }) => !amount.startsWith('-')).toSorted(compareDates)
    if (inflows.length === 0 || inflows.length === equal.length) continue
    for (const out of equal) {
      if (!out.amount.startsWith('-')) continue
      for (const into of listNear(inflows, out.date, days)) {
        if (into.account_id === out.account_id) continue
        const scored = scoreTransfer({ out, into, isOnlyAmount: equal.length === 2 })
        const distance = Math.abs(daysBetween(out.date, into.date))
        if (scored.score >= MIN_SCORE) found.push({ out, into, ...scored, distance, rivals: [] })
      }
    }
  }
  return found.toSorted(compareCandidates)
}

const compareDates = (a: Transaction, b: Transaction): number =>
  a.date < b.date ? -1 : a.date > b.date ? 1 : 0

/** Yields the sorted rows that are at most so many days from a date. */
function* listNear(rows: readonly Transaction[], date: string, days: number): Generator<Transaction> {
  let [low, high] = [0, rows.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (daysBetween(rows[middle]?.date ?? date, date) > days) low = middle + 1
    else high = middle
  }
  for (let at = low; at < rows.length; at++) {
    const row = rows[at]
    if (!row || daysBetween(date, row.date) > days) return
    yield row
  }
}

function compareCandidates(one: Candidate, other: Candidate): number {
  if (one.score !== other.score) return other.score - one.score
  if (one.distance !== other.distance) return one.distance - other.distance
  const [left, right] = [one, other].map(({ out, into }) => `${out.date} ${out.id} ${into.id}`)
  return (left ?? '') < (right ?? '') ? 1 : -1
}

/** Takes each row once, the most likely pairs first; of pairs that are as likely, all are listed as rivals. */
function matchCandidates(candidates: readonly Candidate[]): Candidate[] {
  const used = new Set<string>()
  const chosen: Candidate[] = []
  const byRow = new Map<string, Candidate[]>()
  for (const candidate of candidates)
    for (const { id } of [candidate.out, candidate.into]) byRow.set(id, [...(byRow.get(id) ?? []), candidate])
  for (const candidate of candidates) {
    const { out, into, score } = candidate
    if (used.has(out.id) || used.has(into.id)) continue
    const rivals = [...(byRow.get(out.id) ?? []), ...(byRow.get(into.id) ?? [])].filter(
      (rival) =>
        rival !== candidate &&
        rival.score > score - MARGIN &&
        !used.has(rival.out.id) &&
        !used.has(rival.into.id) &&
        !isInterchangeable(candidate, rival),
    )
    candidate.rivals = rivals
    chosen.push(candidate, ...rivals)
    for (const one of [candidate, ...rivals]) {
      used.add(one.out.id).add(one.into.id)
      if (one !== candidate) one.rivals = [candidate]
    }
  }
  return chosen
}

/** True if the other pair differs in a row that looks the same: it does not matter which of the two is taken. */
const isInterchangeable = (one: Candidate, other: Candidate): boolean =>
  looksSame(one.out, other.out) && looksSame(one.into, other.into)

const looksSame = (a: Transaction, b: Transaction): boolean =>
  a.id === b.id ||
  (a.account_id === b.account_id &&
    a.date === b.date &&
    a.merchant_id === b.merchant_id &&
    a.status === b.status)
