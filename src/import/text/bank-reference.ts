/**
 * References that tell one transaction from all others, in this file and in every other.
 * @see docs/import.md#3-dates-numbers-signs
 */

// A counter begins again in the next file, and a payer's words come again next month; both would hide a new row as known.
const BANK_REFERENCE = /^(?!0*\d{0,3}$)(?=(?:\D*\d){4})\S{6,}$/

/** May this be what a bank called one transaction and no other? */
export const isBankReference = (reference: string): boolean => BANK_REFERENCE.test(reference)

/**
 * Do these references number the rows of their file, up or down? Such numbers begin again in the next one; those that a bank
 * gives out across files have letters or are far from 1. A balance among the rows may have had a number too.
 */
export function isRowCounter(references: readonly string[]): boolean {
  if (!references.every((reference) => /^\d{1,15}$/.test(reference))) return false
  const numbers = references.map(Number)
  const [first = 0] = numbers
  const last = numbers.at(-1) ?? 0
  if (Math.min(first, last) >= 1000 || Math.abs(last - first) > 2 * numbers.length) return false
  return numbers.every((number, at) => at === 0 || number > (numbers[at - 1] ?? 0) === last > first)
}
