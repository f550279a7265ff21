/** Amounts for the eye. Data for programs never passes here. */

import type { Paint } from './style.ts'

/** `1234567.89` as `1,234,567.89`. */
export const grouped = (amount: string): string => {
  const [whole = '', fraction] = amount.split('.')
  const thousands = whole.replace(/\B(?=(?:\d{3})+$)/g, ',')
  return fraction === undefined ? thousands : `${thousands}.${fraction}`
}

const isNought = (amount: string): boolean => /^-?0*(?:\.0*)?$/.test(amount)

/** Red below zero, dim at zero. `shown` is the amount, perhaps padded. */
export const tinted = (amount: string, paint: Paint, shown = amount): string => {
  if (isNought(amount)) return paint.dim(shown)
  return amount.startsWith('-') ? paint.red(shown) : shown
}

/** One amount within a sentence. */
export const money = (amount: string, paint: Paint): string => tinted(amount, paint, grouped(amount))
