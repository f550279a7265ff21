/** A cell becomes an amount in minor units, or the reason why it cannot. */ // import.md §3

import { decimalsOf } from '../../money/currency.ts'
import { type Minor, parseAmount } from '../../money/minor-units.ts'
import type { DecimalMark } from '../model/read-options.ts'
import { mayBeCurrency } from './currency-terms.ts'
import { decimalString, type Written, writtenNumber } from './numbers.ts'

export interface MoneyForm {
  /** undefined: no number of the file has a separator. */
  mark: DecimalMark | undefined
  currency: string
  decimals: number
  /** How nearly every amount of the file is written: all decimals, nothing between the thousands. */
  plain: RegExp
}

/** The notation of a file's amounts. */
export function moneyFormOf(mark: DecimalMark | undefined, currency: string): MoneyForm {
  const decimals = decimalsOf(currency)
  const fraction = decimals === 0 ? '' : `[${mark ?? '.'}]\\d{${decimals}}`
  return { mark, currency, decimals, plain: new RegExp(`^-?\\d{1,11}${fraction}$`) }
}

/** `plus`: the cell says expressly that money came in. */
export type MoneyCell = { minor: Minor; plus: boolean } | { flaw: string; isForeign?: true }

// Banks print a dash where there is nothing to print.
const EMPTY = /^[-–—\s]*$/

/** Does a cell hold no amount at all? */
export const isEmptyAmount = (cell: string | undefined): boolean => cell === undefined || EMPTY.test(cell)

/** The amount of a cell in the file's notation. */
export function readMoney(cell: string, { mark, currency, decimals, plain }: MoneyForm): MoneyCell {
  if (mark !== undefined && plain.test(cell)) return { minor: BigInt(cell.replace(mark, '')), plus: false }
  const number = writtenNumber(cell)
  if (!number) return { flaw: `"${shown(cell)}" is not an amount` }
  if (number.currency !== undefined && !mayBeCurrency(number.currency, currency))
    return { flaw: `"${shown(cell)}" is in another currency than ${currency}`, isForeign: true }
  const text = plainString(number, mark)
  if (text === undefined)
    return { flaw: `"${shown(cell)}" is not an amount with the decimal mark ${mark ?? '. or ,'}` }
  const minor = parseAmount(trimmed(text, decimals), decimals)
  if (minor !== undefined) return { minor, plus: number.plus }
  const tooLong = text.replace(/\D/g, '').length > 15
  return {
    flaw: tooLong
      ? `"${shown(cell)}" has too many digits`
      : `"${shown(cell)}" has more than the ${decimals} decimals of ${currency}`,
  }
}

const plainString = (number: Written, mark: DecimalMark | undefined): string | undefined =>
  mark !== undefined
    ? decimalString(number, mark)
    : /[.,]/.test(number.core)
      ? undefined
      : decimalString(number, '.')

/** Zeros beyond the currency's decimals say nothing; any other digit there does. */
function trimmed(text: string, decimals: number): string {
  const point = text.indexOf('.')
  if (point < 0 || text.length - point - 1 <= decimals) return text
  const whole = text.slice(0, point)
  const fraction = text.slice(point + 1)
  const kept = fraction.slice(0, decimals) + fraction.slice(decimals).replace(/0+$/, '')
  return kept === '' ? whole : `${whole}.${kept}`
}

/** A cell as a message quotes it. */
export const shown = (cell: string): string => (cell.length > 60 ? `${cell.slice(0, 57)}…` : cell)
