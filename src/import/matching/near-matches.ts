/**
 * Finds rows that may exist under another date or text. They are held, never merged silently.
 * @see docs/import.md#5-duplicates
 */

import { toNameKey } from '../../contract/normalize-name.ts'
import { addDays } from '../../money/calendar.ts'
import { APOSTROPHES, isSimilarText } from '../../transactions/similar-text.ts'
import type { StatementRow } from '../model/statement.ts'
import { type ExistingTransaction, NEAR_DAYS } from './existing-transactions.ts'

/** A row of the file and the existing transaction it may be. */
export interface NearMatch {
  row: StatementRow
  existing: ExistingTransaction
}

/**
 * Pairs each row with at most one transaction, and each transaction with at most one row: first those with
 * similar texts, the nearest dates first. Where a row stands in the file does not matter.
 */
export function findNearMatches(
  rows: Iterable<StatementRow>,
  candidates: readonly ExistingTransaction[],
): NearMatch[] {
  const unmatched = new Map<string, ExistingTransaction[]>()
  for (const candidate of candidates) {
    const key = `${candidate.amount} ${candidate.date}`
    const sameKey = unmatched.get(key)
    if (sameKey) sameKey.push(candidate)
    else unmatched.set(key, [candidate])
  }
  const amounts = new Set(candidates.map(({ amount }) => amount))
  const found: NearMatch[] = []
  let open = [...rows].filter(({ amount }) => amounts.has(amount))
  for (const needsText of [true, false])
    for (let days = 0; days <= NEAR_DAYS; days++)
      open = open.filter((row) => {
        const existing = takeMatch(row, unmatched, { days, needsText })
        if (existing) found.push({ row, existing })
        return existing === undefined
      })
  return found.toSorted((left, right) => left.row.row - right.row.row)
}

interface MatchDistance {
  days: number
  /** Only transactions with similar texts. */
  needsText: boolean
}

/** Removes and returns a transaction so many days away that the row may be; of two, the later. */
function takeMatch(
  row: StatementRow,
  unmatched: ReadonlyMap<string, ExistingTransaction[]>,
  distance: MatchDistance,
): ExistingTransaction | undefined {
  const { days } = distance
  for (const date of days === 0 ? [row.date] : [addDays(row.date, days), addDays(row.date, -days)]) {
    const sameKey = unmatched.get(`${row.amount} ${date}`) ?? []
    const at = sameKey.findIndex((existing) => isNearMatch(row, existing, distance))
    if (at >= 0) return sameKey.splice(at, 1)[0]
  }
  return undefined
}

function isNearMatch(
  row: StatementRow,
  existing: ExistingTransaction,
  { days, needsText }: MatchDistance,
): boolean {
  const isSimilar = isSimilarText(`${row.payee} ${row.raw_payee} ${row.notes}`, existing.payee)
  if (needsText && !isSimilar) return false
  const samePayee = hasBankText(existing, row)
  // Two equal rows, or one row that the bank exported with two references: only the user can tell.
  if (existing.origin === 'renewed' && days === 0 && samePayee) return true
  // The bank may change date or text when it books a pending row, and another export may truncate or omit a
  // text. Otherwise two rows of the bank are two transactions.
  if (existing.origin !== 'unknown')
    return (
      isSimilar &&
      (existing.status === 'pending' || !samePayee || (days === 0 && !hasSameTexts(existing, row)))
    )
  // No import created it, so the user entered or edited it: the bank may book it days later, also on the
  // first day of the file.
  const isByHand = existing.status === 'pending' || existing.notes === ''
  return days === 0 || existing.transfer_account_id !== null || isByHand || isSimilar
}

/**
 * True if the row is surely what the user entered and the bank had not booked yet: the bank's text has every word of
 * the merchant.
 */
export function isExpected({ row, existing }: NearMatch): boolean {
  const { origin, status, transfer_account_id, payee } = existing
  if (origin !== 'unknown' || status !== 'pending' || transfer_account_id !== null) return false
  const bankWords = listWords(`${row.payee} ${row.raw_payee} ${row.notes}`)
  const words = [...listWords(payee)]
  return (
    words.some((word) => /\p{L}{3}|[\u3040-\u9fff]{2}/u.test(word)) &&
    words.every((word) => bankWords.has(word))
  )
}

const listWords = (text: string): Set<string> =>
  new Set(
    toNameKey(text)
      .replace(APOSTROPHES, '')
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [],
  )

/** True if the transaction has the bank's text of the row as its payee, or at the start of its notes. */
function hasBankText({ payee, notes }: ExistingTransaction, { raw_payee }: StatementRow): boolean {
  const words = toNameKey(raw_payee)
  return toNameKey(payee) === words || (words !== '' && toNameKey(notes).startsWith(words))
}

/** True if merchant and notes equal those of the row, whether or not the merchant was extracted. */
function hasSameTexts({ payee, notes }: ExistingTransaction, row: StatementRow): boolean {
  const key = (...texts: string[]) =>
    toNameKey(texts.join(' '))
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim()
  const notesKey = key(notes)
  const rowKeys = [key(row.notes), key(row.raw_payee, row.raw_notes, row.details)]
  return rowKeys.includes(notesKey) || rowKeys.includes(key(payee, notes))
}
