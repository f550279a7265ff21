/** Follows balances through planned dates, for what a payment in full of a card pays. @see docs/schedules.md#amounts */

import { type MinorUnits, minimum } from '../money/minor-units.ts'
import { findOwedDay } from './dates/planned-dates.ts'
import type { OpenDate } from './open-dates.ts'

/** What an account has after the moves so far. */
export interface CardBalances {
  /** Adds what moves on a day, and returns the balance. A payment is the side of a transfer that comes in. */
  move(account_id: string, move: { day: string; amount: MinorUnits; isPayment: boolean }): MinorUnits
  /** Returns what the payment in full of an open date pays on a day, zero or below. */
  readOwed(open: Pick<OpenDate, 'schedule' | 'date'>, day: string): MinorUnits
}

/** Opens the balances of today; days are asked in their order. */
export function openCardBalances(
  balances: ReadonlyMap<string, MinorUnits>,
  { today, parse }: { today: string; parse: (amount: string) => MinorUnits },
): CardBalances {
  const now = new Map(balances)
  const moves = new Map<string, Parameters<CardBalances['move']>[1][]>()
  return {
    move(account_id, move) {
      const balance = (now.get(account_id) ?? 0n) + move.amount
      now.set(account_id, balance)
      const own = moves.get(account_id)
      if (own) own.push(move)
      else moves.set(account_id, [move])
      return balance
    },
    readOwed({ schedule, date }, day) {
      const { transfer_account_id: card, statement_day, statement_balance, next_date } = schedule
      const balance = now.get(card ?? '') ?? 0n
      if (statement_day === null) return minimum(0n, balance)
      const owedOn = findOwedDay(statement_day, { planned: date, day })
      const isStated = owedOn < today && date === next_date && statement_balance !== null
      // Of a statement that has ended, only the service knows what was bought since.
      const counted = (moves.get(card ?? '') ?? []).filter((one) =>
        isStated ? one.isPayment : one.day > owedOn && !one.isPayment,
      )
      const sum = counted.reduce((total, { amount }) => total + amount, 0n)
      return minimum(0n, isStated ? parse(statement_balance) + sum : balance - sum)
    },
  }
}
