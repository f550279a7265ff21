/** Finds the commodity of a journal that is the currency of the workspace. */

import { isCurrencyCode } from '../../money/currency.ts'
import { createCurrencyQuestion, listLikelyCurrencies } from '../../tables/cells/likely-currencies.ts'
import { listCurrencies, parseCurrency } from '../../tables/words/currency-terms.ts'
import type { RawPosting } from './raw-posting.ts'

/** The currency of a workspace, and how the journal writes it: `$`, `USD`, or both. */
export interface JournalCurrency {
  currency: string
  isTaken(commodity: string): boolean
}

/**
 * Returns the currency of the commodity that most postings on own accounts have, or the one that was given.
 * @throws UserError if the commodity is the sign of several currencies, or the journal does not have the given one
 */
export function chooseCurrency(postings: readonly RawPosting[], given: string | undefined): JournalCurrency {
  const counts = new Map<string, number>()
  for (const { commodity } of postings) counts.set(commodity, (counts.get(commodity) ?? 0) + 1)
  const commodities = [...counts].toSorted((a, b) => b[1] - a[1]).map(([commodity]) => commodity)
  const [first] = commodities
  const currency = given ?? (first === undefined ? undefined : toCode(first))
  if (currency === undefined)
    throw createCurrencyQuestion(
      first === undefined || first === ''
        ? 'The amounts of the journal have no currency'
        : `Most amounts of the journal are in ${first}, which does not say which currency it is`,
      listLikelyCurrencies(first ?? ''),
    )
  const taken = new Set(commodities.filter((commodity) => mayMean(commodity, currency)))
  if (taken.size === 0 && first !== undefined)
    throw createCurrencyQuestion(
      `No amount of the journal is in ${currency}: most are in ${first}`,
      [toCode(first) ?? ''].filter(Boolean),
    )
  return { currency, isTaken: (commodity) => taken.has(commodity) }
}

const toCode = (commodity: string): string | undefined =>
  parseCurrency(commodity) ?? (isCurrencyCode(commodity) ? commodity : undefined)

const mayMean = (commodity: string, currency: string): boolean =>
  commodity === '' || toCode(commodity) === currency || listCurrencies(commodity).includes(currency)
