/**
 * Rows that may be in the account already under another date or other words. They are held, never merged.
 * @see docs/import.md#5-duplicates
 */

import { toNameKey } from '../../contract/normalize-name.ts'
import { addDays } from '../../money/calendar.ts'
import type { StatementRow } from '../model/statement.ts'
import { type ExistingTransaction, NEAR_DAYS } from './existing-transactions.ts'

/** A row of the file beside the transaction it may be. */
export interface NearMatch {
  row: StatementRow
  existing: ExistingTransaction
}

/** Pairs rows with transactions, each at most once, the nearest in time first. `span`: the days the file covers. */
export function findNearMatches(
  rows: Iterable<StatementRow>,
  candidates: readonly ExistingTransaction[],
  span: { first: string; last: string },
): NearMatch[] {
  const free = new Map<string, ExistingTransaction[]>()
  for (const candidate of candidates) {
    const key = `${candidate.amount} ${candidate.date}`
    const rivals = free.get(key)
    if (rivals) rivals.push(candidate)
    else free.set(key, [candidate])
  }
  const amounts = new Set(candidates.map(({ amount }) => amount))
  const found: NearMatch[] = []
  for (const row of rows) {
    const existing = amounts.has(row.amount) ? takeNearest(row, free, span) : undefined
    if (existing) found.push({ row, existing })
  }
  return found
}

/** Takes the transaction nearest in time that a row may be; of two as near, the later. */
function takeNearest(
  row: StatementRow,
  free: ReadonlyMap<string, ExistingTransaction[]>,
  span: { first: string; last: string },
): ExistingTransaction | undefined {
  for (let days = 0; days <= NEAR_DAYS; days++) {
    for (const date of days === 0 ? [row.date] : [addDays(row.date, days), addDays(row.date, -days)]) {
      const rivals = free.get(`${row.amount} ${date}`) ?? []
      const at = rivals.findIndex((existing) => isNearMatch(row, existing, { days, span }))
      if (at >= 0) return rivals.splice(at, 1)[0]
    }
  }
  return undefined
}

interface MatchDistance {
  days: number
  span: { first: string; last: string }
}

function isNearMatch(
  row: StatementRow,
  existing: ExistingTransaction,
  { days, span }: MatchDistance,
): boolean {
  const alike = isSimilarText(`${row.payee} ${row.raw_payee} ${row.notes}`, existing.payee)
  const samePayee = hasBankText(existing, row)
  // Two equal rows, or one that the bank exported twice with two references: nobody here can tell.
  if (existing.origin === 'renewed' && days === 0 && samePayee) return true
  // The bank may date or word a row anew when it books it, and another export of it may cut or leave out a text; otherwise two
  // rows of the bank are two transactions.
  if (existing.origin !== 'unknown')
    return (
      alike && (existing.status === 'pending' || !samePayee || (days === 0 && !hasSameTexts(existing, row)))
    )
  // The file is complete for its own days: a transaction there that it does not list came from elsewhere or was edited.
  if (days === 0 || existing.transfer_account_id !== null) return true
  const byHand = existing.notes === ''
  const covered = existing.date >= span.first && existing.date <= span.last
  if (covered) return byHand || alike
  // Before and after the file, the same words at the same price are next week's coffee; other words of one shop are not.
  return byHand && alike && !samePayee
}

/** Does a transaction say what the bank says of the row: as its payee, or in its notes where the merchant was taken out of it? */
function hasBankText({ payee, notes }: ExistingTransaction, { raw_payee }: StatementRow): boolean {
  const words = toNameKey(raw_payee)
  return toNameKey(payee) === words || (words !== '' && toNameKey(notes).startsWith(words))
}

/** Are merchant and notes those of the row, whether the merchant was taken out of the bank's text or not? */
function hasSameTexts({ payee, notes }: ExistingTransaction, row: StatementRow): boolean {
  const key = (...texts: string[]) =>
    toNameKey(texts.join(' '))
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim()
  const said = key(notes)
  const whole = [key(row.notes), key(row.raw_payee, row.raw_notes, row.details)]
  return whole.includes(said) || whole.includes(key(payee, notes))
}

/** Do two texts name the same shop: all words of the shorter in the longer, or most words in both? */
export function isSimilarText(a: string, b: string): boolean {
  const left = splitWords(a)
  const right = splitWords(b)
  const shared = [...left].filter((word) => right.has(word)).length
  const fewer = Math.min(left.size, right.size)
  if (fewer === 0 || shared === 0) return false
  return shared === fewer || shared / (left.size + right.size - shared) >= 0.5
}

// Numbers in a bank's text are terminals, days and card numbers; they tell nothing about the shop.
const splitWords = (text: string): Set<string> =>
  new Set(toNameKey(text).match(/[\p{L}\p{M}]{3,}|[\u3040-\u9fff]{2,}/gu) ?? [])
