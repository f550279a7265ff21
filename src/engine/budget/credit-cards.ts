/** Computes what is borrowed on credit accounts, and what categories move to the payment categories for it. */

import { clampToZero, type MinorUnits } from '../../money/minor-units.ts'
import { type CardMonthTotal, type CreditPart, INCOME, UNCATEGORIZED } from '../../store/month-totals.ts'
import type { TransactionRow } from '../../store/transaction-row-mapping.ts'
import { getLines } from './split-lines.ts'

/** Returns the payment category of a credit account; undefined for any other account. */
export type FindPaymentCategory = (account: number) => number | undefined

/** What a card's rows are replayed with. */
export interface CardReplay {
  card: number
  /** In the order (date, amount, seq). */
  rows: Iterable<TransactionRow>
  /** The balance before the first row. */
  balanceBefore: MinorUnits
  findPaymentCategory: FindPaymentCategory
  isOnBudget: (account: number) => boolean
  /** Takes the credit part of a line; a card may have very many. */
  addPart: (part: CreditPart) => void
}

/**
 * Replays a card's rows and returns what it contributes to the stored totals. Only the part below zero is credit; with
 * a positive balance a card is like a checking account.
 * @see docs/spec.md#c2
 */
export function replayCard({
  card,
  rows,
  balanceBefore,
  findPaymentCategory,
  isOnBudget,
  addPart,
}: CardReplay): CardMonthTotal[] {
  const totals: CardMonthTotal[] = []
  /** Of the month of the last row: the rows are in the order of their dates. */
  let current = { month: '', byCategory: new Map<number, CardMonthTotal>() }
  let balance = balanceBefore

  function contribute(month: string, category: number, activity: MinorUnits, credit: MinorUnits): void {
    if (month !== current.month) current = { month, byCategory: new Map() }
    let total = current.byCategory.get(category)
    if (!total) {
      total = { card, month, category, activity: 0n, credit: 0n, credit_out: 0n }
      current.byCategory.set(category, total)
      totals.push(total)
    }
    total.activity += activity
    total.credit += credit
    if (credit < 0n) total.credit_out += credit
  }

  for (const row of rows) {
    const month = row.date.slice(0, 7)
    for (const [line, { amount, category, ready_to_assign }] of getLines(row).entries()) {
      const cash = clampToZero(balance + amount) - clampToZero(balance)
      const credit = amount - cash
      balance += amount
      if (row.transfer_account !== null && isOnBudget(row.transfer_account)) {
        const effect = computeTransferEffect(amount, cash, findPaymentCategory(row.transfer_account))
        contribute(month, effect.category, effect.activity, 0n)
      } else if (ready_to_assign) {
        contribute(month, INCOME, cash, 0n) // borrowed money is no income docs/spec.md#c8
      } else {
        const target = category ?? UNCATEGORIZED
        contribute(month, target, amount, credit)
        if (credit !== 0n) {
          const { date, amount: rowAmount, seq: transaction } = row
          addPart({
            month,
            category: target,
            date,
            amount: rowAmount,
            transaction,
            line,
            card,
            part: credit,
          })
        }
      }
    }
  }
  return totals
}

/**
 * Returns what one side of a transfer between on-budget accounts does to a category.
 * @param cash the cash part of the side
 * @param payment the payment category of the other side's account
 * @see docs/spec.md#c6
 */
export function computeTransferEffect(
  amount: MinorUnits,
  cash: MinorUnits,
  payment: number | undefined,
): { category: number; activity: MinorUnits } {
  // The receiving side adds what lifts it above zero: nothing in a cash account, an overpayment in a card.
  if (amount > 0n) return { category: INCOME, activity: cash }
  // The sending side pays a card from its payment category, or turns what it borrows into cash.
  return payment === undefined
    ? { category: INCOME, activity: cash - amount }
    : { category: payment, activity: cash }
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
