/** Splits the overspending of a category into credit and cash overspending. */

import { clampToZero, type MinorUnits } from '../../money/minor-units.ts'

/** The overspending of a category in a month, in minor units. */
export interface Overspending {
  /** The cash of the category before its credit purchases, at least zero. */
  cashPart: MinorUnits
  /** Stays as debt on the card and vanishes from the category at the end of the month. */
  credit: MinorUnits
  /** Is subtracted from next month's Ready to Assign. */
  cash: MinorUnits
}

/**
 * Splits a negative `available`. The cash of the category covers its credit purchases as far as it can, in
 * whatever order they were made; the part it does not cover is credit overspending. Example: with 30 of cash and a
 * credit purchase of 50, the credit overspending is 20.
 * @param credit the borrowed part of the activity, in minor units
 * @see docs/spec.md#b22
 * @see docs/spec.md#c3
 */
export function splitOverspending(available: MinorUnits, credit: MinorUnits): Overspending {
  const cashPart = clampToZero(available - credit)
  const creditOverspending = clampToZero(-(cashPart + credit))
  return { cashPart, credit: creditOverspending, cash: clampToZero(-available) - creditOverspending }
}
