/** Splits overspending into credit and cash overspending, and computes what card payments are funded. */

import { clampToZero, type MinorUnits } from '../../money/minor-units.ts'
import type { CardMonthTotal } from '../../store/month-totals.ts'

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
 * Splits a negative `available`. Cash is taken out of the category first, whatever the dates; what the cash does not
 * cover of the credit purchases is credit overspending.
 * @param credit the borrowed part of the activity, in minor units
 * @see docs/spec.md#b22
 * @see docs/spec.md#c3
 */
export function splitOverspending(available: MinorUnits, credit: MinorUnits): Overspending {
  const cashPart = clampToZero(available - credit)
  const creditOverspending = clampToZero(-(cashPart + credit))
  return { cashPart, credit: creditOverspending, cash: clampToZero(-available) - creditOverspending }
}

/** The borrowed part of one transaction line on a card. */
export interface CardCreditPart {
  card: number
  part: MinorUnits
}

/** The credit purchases of a category in a month. */
export interface CreditPurchases {
  /** The category's cash that covers them. */
  cash: MinorUnits
  /** What each card borrowed. */
  borrowed: CardMonthTotal[]
  /** Lists the single parts in the order in which the cash covers them. */
  listCreditParts(): CardCreditPart[]
}

/**
 * Adds to `fundedByCard` how much of a category's credit purchases its cash covers: that much moves to the payment
 * category of the card.
 * @see docs/spec.md#c4
 */
export function addFundedPayments(
  fundedByCard: Map<number, MinorUnits>,
  { cash, borrowed, listCreditParts }: CreditPurchases,
): void {
  const add = (card: number, amount: MinorUnits): void =>
    void fundedByCard.set(card, (fundedByCard.get(card) ?? 0n) + amount)
  const [first, second] = borrowed
  if (!first) return
  if (!second) return add(first.card, clampToZero(cash + first.credit) - cash)
  const purchases = borrowed.reduce((sum, total) => sum + total.credit_out, 0n)
  // While the cash covers every purchase, their order does not matter.
  if (cash + purchases >= 0n) {
    for (const { card, credit } of borrowed) add(card, credit)
    return
  }
  let cashLeft = cash
  for (const { card, part } of listCreditParts()) {
    add(card, clampToZero(cashLeft + part) - clampToZero(cashLeft))
    cashLeft += part
  }
}
