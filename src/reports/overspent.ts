/** Adds up what overspent categories lack, without counting credit overspending twice. */

import type { CategoryMonth } from '../contract/ports/budget-months.ts'
import { getCurrencyDecimals } from '../money/currency.ts'
import { clampToZero, type MinorUnits, parseTotal } from '../money/minor-units.ts'
import type { ReportInput } from './report.ts'

/** Returns, as a decimal string, what `month cover --all` takes in a month. */
export type ReadCoverNeed = (month: string) => Promise<string>

/**
 * Returns what the categories of a month lack. If a payment category lacks money beside others, the lack of the others
 * is also on its card: then the transactions of the cards decide, which are only read here.
 * @see docs/spec.md#c4
 */
export async function totalOverspent(
  { names, currency }: ReportInput,
  { month, categories }: { month: string; categories: readonly CategoryMonth[] },
  readCoverNeed: ReadCoverNeed,
): Promise<MinorUnits> {
  const payments = new Set(names.categories.filter(({ system }) => system).map(({ id }) => id))
  const named = categories.filter(({ category_id }) => category_id !== null)
  const isPayment = ({ category_id }: CategoryMonth) => payments.has(category_id ?? '')
  const ordinary = sumLacking(named.filter((one) => !isPayment(one)))
  const cards = sumLacking(named.filter(isPayment))
  if (ordinary === 0n || cards === 0n) return ordinary + cards
  return parseTotal(await readCoverNeed(month), getCurrencyDecimals(currency))
}

/** Returns what the categories lack, each by itself. */
export const sumLacking = (categories: readonly CategoryMonth[]): MinorUnits =>
  categories.reduce((sum, { available }) => sum + clampToZero(-available), 0n)
