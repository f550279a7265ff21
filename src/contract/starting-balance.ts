/** Tells the balances that accounts began with from income. @see docs/spec.md#b80 */

import { toNameKey } from './normalize-name.ts'

/** The notes that the service gives to the first balance of an account. @see docs/spec.md#b80 */
export const STARTING_BALANCE_NOTES = 'Starting balance'

/** The key of the merchant that YNAB gives to the first balance of an account. */
export const STARTING_BALANCE_MERCHANT = toNameKey('Starting Balance')

/** What decides whether a transaction is a starting balance. */
interface StartingBalanceFields {
  merchant_name: string | null
  transfer_account_id: string | null
  notes: string | null
}

/**
 * True for the balance an account began with: a regular transaction with the service's own notes and no merchant, or
 * with the merchant that YNAB gives it. `store/line-conditions.ts` says the same in SQL.
 * @see docs/reports.md#lines
 */
export const isStartingBalance = ({
  merchant_name,
  transfer_account_id,
  notes,
}: StartingBalanceFields): boolean => {
  if (transfer_account_id !== null) return false
  return merchant_name === null
    ? notes === STARTING_BALANCE_NOTES
    : toNameKey(merchant_name) === STARTING_BALANCE_MERCHANT
}
