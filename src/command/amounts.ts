/** Parses amounts that the user typed: `12.50`, `1,234.56`, and `12,50` where the currency's people write so. */

import { UserError } from '../contract/errors.ts'
import { toMonth } from '../money/calendar.ts'
import { usesDecimalComma } from '../money/currency.ts'
import { isNegative, negate } from '../money/decimal.ts'
import { isAmountText } from '../money/minor-units.ts'
import type { ParseContext } from './option-spec.ts'

// 1,234 alone is ambiguous: it may be 1.234 with a decimal comma. 1,234.56 and 1,234,567 are not.
const UNAMBIGUOUS_THOUSANDS = /^[+-]?\d{1,3}(?:(?:,\d{3})+\.\d+|(?:,\d{3}){2,})$/

// One or two digits after the only comma cannot be thousands.
const DECIMAL_COMMA = /^([+-]?)(\d+|\d{1,3}(?:\.\d{3})+),(\d{1,2})$/

/** What tells the currency of the user's workspace. */
type CurrencyContext = Pick<ParseContext, 'today'> & { names: Pick<ParseContext['names'], 'currency'> }

/** Returns an amount with a decimal point: `1.234,50` → `1234.50`, if the currency's people write so. */
export async function toDecimalPoint(text: string, { names, today }: CurrencyContext): Promise<string> {
  const [, sign = '', whole, cents] = DECIMAL_COMMA.exec(text) ?? []
  if (whole === undefined || !usesDecimalComma(await names.currency(toMonth(today)))) return text
  return `${sign}${whole.replaceAll('.', '')}.${cents}`
}

/** An amount as it was typed. */
export interface TypedAmount {
  amount: string
  hasSign: boolean
}

/** Parses an amount, and remembers whether a sign was typed. @throws UserError for text that is no amount. */
export const parseTypedAmount = async (text: string, context: CurrencyContext): Promise<TypedAmount> => ({
  amount: parseAmountInput(await toDecimalPoint(text, context)),
  hasSign: /^\s*[+-]/.test(text),
})

/** Returns a typed amount; without a sign it takes the direction of the whole. @see docs/cli.md#signs-of-amounts */
export const applyDirection = ({ amount, hasSign }: TypedAmount, whole: string): string =>
  !hasSign && isNegative(whole) ? negate(amount) : amount

/**
 * Parses an amount the user typed into a decimal string: `+1,234.56` → `1234.56`.
 * @throws UserError for text that is no amount.
 */
export function parseAmountInput(text: string): string {
  const amount = (UNAMBIGUOUS_THOUSANDS.test(text) ? text.replaceAll(',', '') : text).replace(/^\+/, '')
  if (isAmountText(amount)) return amount
  throw new UserError('invalid', `"${text}" is not an amount`, {
    field: 'amount',
    hint: 'Use a decimal point, such as -12.34 or 1,234.56',
  })
}
