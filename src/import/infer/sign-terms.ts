/** Which way amounts went by the words beside them. */ // import.md §3 §10

import type { FileRecord } from '../model/file-record.ts'
import type { SignReading } from '../model/sign-convention.ts'
import { speaksOfSpending } from '../text/spending-terms.ts'
import { speaksOfCardPayment, speaksOfIncome } from '../text/vocabulary.ts'
import { isCardFile } from './account-kind.ts'
import type { Column, Profile } from './column-profile.ts'
import type { Series } from './running-balance.ts'

interface Evidence {
  profile: Profile
  /** What stands above the table. */
  above: readonly FileRecord[]
  column: Column
  amounts: Series
}

/** One shop among the amounts above zero may have paid money back. */
const ENOUGH = 2
/** What so many rows say counts more than what one says. */
const CLEARLY = 4

const asIs: SignReading = { rule: 'as_is', proof: 'words' }
const inverted: SignReading = { rule: 'inverted', proof: 'words' }

/**
 * The sign that salaries, purchases and refunds tell. On a card's file the payment that arrived is below zero, and says so.
 * `open`: they contradict each other.
 */
export function signByWords(evidence: Evidence): SignReading | 'open' | undefined {
  const { column } = evidence
  if (column.positive === 0) return undefined
  const { risen, fallen, payments, spentAbove, spentBelow } = countWords(evidence)
  if (column.negative === 0) {
    // One salary among purchases may be a purchase at a salary's words.
    if (risen === column.positive) return asIs
    if (risen > 0 || spentAbove === 0) return undefined
    // A plus before every amount says that it came in, whatever it was for.
    return column.plus === column.positive ? 'open' : inverted
  }
  const straight = spentBelow + risen
  const turned = spentAbove + fallen + payments
  if (straight > 0 && turned > 0) {
    const against = fallen + payments
    // A shop may pay money back; salaries and payments to a card go one way only.
    if (straight >= turned * CLEARLY || (straight > turned && risen > 0 && against === 0)) return asIs
    return turned >= straight * CLEARLY || (turned > straight && against > 0 && risen === 0)
      ? inverted
      : 'open'
  }
  if (risen > 0 || straight >= ENOUGH) return asIs
  if (spentAbove > 0 && turned >= ENOUGH) return inverted
  const isEven = column.positive >= column.negative
  if (payments > 0 && (isEven || isCardFile(evidence.above))) return inverted
  // A purchase above zero, and nothing that speaks for the signs as they are.
  return spentAbove > 0 && straight === 0 && isEven ? 'open' : undefined
}

function countWords({ profile, amounts }: Evidence) {
  const count = { risen: 0, fallen: 0, payments: 0, spentAbove: 0, spentBelow: 0 }
  for (const [at, { cells }] of profile.records.entries()) {
    const amount = amounts[at] ?? 0n
    if (amount === 0n) continue
    const isPayment = cells.some(speaksOfCardPayment)
    if (isPayment || cells.some(speaksOfIncome)) {
      if (amount > 0n) count.risen += 1
      else if (isPayment) count.payments += 1
      else count.fallen += 1
    } else if (cells.some(speaksOfSpending)) count[amount > 0n ? 'spentAbove' : 'spentBelow'] += 1
  }
  return count
}
