/** Amounts for the eye. Data for programs never passes here. */

import type { Colors } from './style.ts'

/** `1234567.89` as `1,234,567.89`. */
export const groupThousands = (amount: string): string => {
  const [whole = '', fraction] = amount.split('.')
  const thousands = whole.replace(/\B(?=(?:\d{3})+$)/g, ',')
  return fraction === undefined ? thousands : `${thousands}.${fraction}`
}

const isZeroAmount = (amount: string): boolean => /^-?0*(?:\.0*)?$/.test(amount)

/** Red below zero, dim at zero. `shown` is the amount, perhaps padded. */
export const colorAmount = (amount: string, colors: Colors, shown = amount): string => {
  if (isZeroAmount(amount)) return colors.dim(shown)
  return amount.startsWith('-') ? colors.red(shown) : shown
}

/** One amount within a sentence. */
export const formatColoredAmount = (amount: string, colors: Colors): string =>
  colorAmount(amount, colors, groupThousands(amount))
