/** Tells the payees that YNAB makes itself: of transfers, and of starting balances and adjustments. */

const TRANSFER_PAYEE = /^Transfer : (.+)$/s
const STARTING_BALANCE = /^starting balance$/i
const ADJUSTMENT = /^(?:manual|reconciliation) balance adjustment$/i

/** Returns the account that the payee of a transfer names; undefined for any other payee. */
export const parseTransferPayee = (payee: string): string | undefined =>
  TRANSFER_PAYEE.exec(payee)?.[1]?.trim()

/** True for the payee of the first transaction of an account. */
export const isStartingBalancePayee = (payee: string): boolean => STARTING_BALANCE.test(payee)

/** True for a payee that every budget has from the beginning. */
export const isBuiltInPayee = (payee: string): boolean =>
  isStartingBalancePayee(payee) || ADJUSTMENT.test(payee) || parseTransferPayee(payee) !== undefined
