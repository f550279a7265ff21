/** Checks the code of a currency. */

import { UserError } from '../contract/errors.ts'
import { isCurrencyCode } from '../money/currency.ts'

/** @throws UserError for a text that is no code of a currency */
export function assertCurrency(currency: string): void {
  if (isCurrencyCode(currency)) return
  const hint = 'Use three capital letters, such as USD'
  throw new UserError('invalid', `"${currency}" is not a currency`, { field: 'currency', hint })
}
