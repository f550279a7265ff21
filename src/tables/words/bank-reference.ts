/**
 * Decides whether a reference identifies a transaction across all files of a bank.
 * @see docs/import.md#3-dates-numbers-signs
 */

// A counter restarts in the next file, and a payer's words recur next month; both would hide new rows as
// duplicates.
const BANK_REFERENCE = /^(?!0*\d{0,3}$)(?=(?:\D*\d){4})\S{6,}$/

/** True if the reference can be a bank's unique transaction id. */
export const isBankReference = (reference: string): boolean => BANK_REFERENCE.test(reference)

/**
 * True if the references number the rows of their file, up or down. Such numbers restart in the next file;
 * ids that are unique across files have letters or are far from 1. Gaps are allowed, since balance rows may
 * have been numbered too.
 */
export function isRowCounter(references: readonly string[]): boolean {
  if (!references.every((reference) => /^\d{1,15}$/.test(reference))) return false
  const numbers = references.map(Number)
  const [first = 0] = numbers
  const last = numbers.at(-1) ?? 0
  if (Math.min(first, last) >= 1000 || Math.abs(last - first) > 2 * numbers.length) return false
  return numbers.every((number, at) => at === 0 || number > (numbers[at - 1] ?? 0) === last > first)
}
