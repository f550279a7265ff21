/** Compares a bill with what the bank booked, which may include a tip. */

import { type MinorUnits, parseAmount } from '../../money/minor-units.ts'

/** Returns the minor units of an amount as the service writes it, with all decimals of its currency. */
export const toMinorUnits = (amount: string): MinorUnits =>
  parseAmount(amount, amount.split('.')[1]?.length ?? 0) ?? 0n

/** The bank's amount is at most this part, in percent, above the bill. */
const MAX_TIP_PERCENT = 30n

/** True if both are outflows and the bank booked up to 30 percent more than the bill. */
export function isLikelyTip(bill: MinorUnits, booked: MinorUnits): boolean {
  if (bill >= 0n || booked >= bill) return false
  return booked * 100n >= bill * (100n + MAX_TIP_PERCENT)
}
