/** The bins of an import: how many rows, and what they come to. */ // import.md §1

import { grouped, tinted } from './format-amount.ts'
import type { Look } from './style.ts'

const binWords = {
  create: 'New',
  duplicate: 'Already there',
  held: 'Perhaps there',
  pending: 'Not booked yet',
  excluded: 'Left out',
  other_currency: 'Other currency',
  rejected: 'Cannot be read',
} as const
export type Bin = keyof typeof binWords

export interface Bins {
  counts: Record<Bin, number>
  sums: Record<Bin, string>
}

export const bins = Object.keys(binWords) as Bin[] // the keys of a constant

export const rowsOf = (rows: number): string => (rows === 1 ? '1 row' : `${rows} rows`)
export const binLine = ({ counts, sums }: Bins, bin: Bin, { paint }: Look): string => {
  const sum = grouped(sums[bin])
  return `  ${binWords[bin].padEnd(16)}${String(counts[bin]).padStart(7)}${tinted(sums[bin], paint, sum.padStart(18))}\n`
}

/** `1,500.00 in, 19.25 out`; empty where money only went one way. */
export function moneyWords(money: { in: string; out: string } | undefined): string {
  const isBoth = money !== undefined && [money.in, money.out].every((sum) => /[1-9]/.test(sum))
  return isBoth ? `${grouped(money.in)} in, ${grouped(money.out.replace('-', ''))} out` : ''
}
