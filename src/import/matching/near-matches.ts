/** Rows that may be in the account already under another date or other words. They are held, never merged. */ // import.md §5

import { nameKey } from '../../contract/normalize-name.ts'
import { addDays } from '../../money/calendar.ts'
import type { StatementRow } from '../model/statement-row.ts'
import { type Candidate, NEAR_DAYS } from './existing-transactions.ts'

/** A row of the file beside the transaction it may be. */
export interface HeldPair {
  row: StatementRow
  existing: Candidate
}

/** Pairs rows with transactions, each at most once, the nearest in time first. `span`: the days the file covers. */
export function possiblePairs(
  rows: Iterable<StatementRow>,
  candidates: readonly Candidate[],
  span: { first: string; last: string },
): HeldPair[] {
  const free = new Map<string, Candidate[]>()
  for (const candidate of candidates) {
    const key = `${candidate.amount} ${candidate.date}`
    const rivals = free.get(key)
    if (rivals) rivals.push(candidate)
    else free.set(key, [candidate])
  }
  const amounts = new Set(candidates.map(({ amount }) => amount))
  const found: HeldPair[] = []
  for (const row of rows) {
    const existing = amounts.has(row.amount) ? nearest(row, free, span) : undefined
    if (existing) found.push({ row, existing })
  }
  return found
}

/** Takes the transaction nearest in time that a row may be; of two as near, the later. */
function nearest(
  row: StatementRow,
  free: ReadonlyMap<string, Candidate[]>,
  span: { first: string; last: string },
): Candidate | undefined {
  for (let days = 0; days <= NEAR_DAYS; days++) {
    for (const date of days === 0 ? [row.date] : [addDays(row.date, days), addDays(row.date, -days)]) {
      const rivals = free.get(`${row.amount} ${date}`) ?? []
      const at = rivals.findIndex((existing) => mayBe(row, existing, { days, span }))
      if (at >= 0) return rivals.splice(at, 1)[0]
    }
  }
  return undefined
}

interface Distance {
  days: number
  span: { first: string; last: string }
}

function mayBe(row: StatementRow, existing: Candidate, { days, span }: Distance): boolean {
  const alike = similar(`${row.payee} ${row.raw_payee} ${row.notes}`, existing.payee)
  const samePayee = hasBankWords(existing, row)
  // Two equal rows, or one that the bank exported twice with two references: nobody here can tell.
  if (existing.origin === 'renewed' && days === 0 && samePayee) return true
  // The bank may date or word a row anew when it books it, and another export of it may cut or leave out a text; otherwise two
  // rows of the bank are two transactions.
  if (existing.origin !== 'unknown')
    return (
      alike && (existing.status === 'pending' || !samePayee || (days === 0 && !saysTheSame(existing, row)))
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
function hasBankWords({ payee, notes }: Candidate, { raw_payee }: StatementRow): boolean {
  const words = nameKey(raw_payee)
  return nameKey(payee) === words || (words !== '' && nameKey(notes).startsWith(words))
}

/** Are merchant and notes those of the row, whether the merchant was taken out of the bank's text or not? */
function saysTheSame({ payee, notes }: Candidate, row: StatementRow): boolean {
  const key = (...texts: string[]) =>
    nameKey(texts.join(' '))
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim()
  const said = key(notes)
  const whole = [key(row.notes), key(row.raw_payee, row.raw_notes, row.details)]
  return whole.includes(said) || whole.includes(key(payee, notes))
}

/** Do two texts name the same shop: all words of the shorter in the longer, or most words in both? */
export function similar(a: string, b: string): boolean {
  const left = wordsOf(a)
  const right = wordsOf(b)
  const shared = [...left].filter((word) => right.has(word)).length
  const fewer = Math.min(left.size, right.size)
  if (fewer === 0 || shared === 0) return false
  return shared === fewer || shared / (left.size + right.size - shared) >= 0.5
}

// Numbers in a bank's text are terminals, days and card numbers; they tell nothing about the shop.
const wordsOf = (text: string): Set<string> =>
  new Set(nameKey(text).match(/[\p{L}\p{M}]{3,}|[\u3040-\u9fff]{2,}/gu) ?? [])
