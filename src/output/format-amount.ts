/** Formats amounts for users. Output for scripts keeps the API's decimal strings. */

import type { Colors } from './style.ts'

/** Formats `1234567.89` as `1,234,567.89`. */
export const groupThousands = (amount: string): string => {
  const [whole = '', fraction] = amount.split('.')
  const thousands = whole.replace(/\B(?=(?:\d{3})+$)/g, ',')
  return fraction === undefined ? thousands : `${thousands}.${fraction}`
}

const isZeroAmount = (amount: string): boolean => /^-?0*(?:\.0*)?$/.test(amount)

/** Colours an amount: red below zero, dim at zero. `shown` is the formatted amount. */
export const colorAmount = (amount: string, colors: Colors, formatted = amount): string => {
  if (isZeroAmount(amount)) return colors.dim(formatted)
  return amount.startsWith('-') ? colors.red(formatted) : formatted
}

/** Formats an amount for a sentence. */
export const formatColoredAmount = (amount: string, colors: Colors): string =>
  colorAmount(amount, colors, groupThousands(amount))
