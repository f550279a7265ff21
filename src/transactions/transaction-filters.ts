/** Declares the filter flags of transactions; the service applies some of them, the CLI the others. */

import type { NameIndex } from '../command/names/resolve-name.ts'
import { booleanFlag, type InputValues, withFields } from '../command/option-spec.ts'
import {
  accountOption,
  amountOption,
  categoryOrRtaOption,
  dateOption,
  enumOption,
  merchantFilterOption,
  periodOption,
  textOption,
} from '../command/options.ts'
import { UserError } from '../contract/errors.ts'
import { toNameKey } from '../contract/normalize-name.ts'
import {
  type Transaction,
  type TransactionFilters,
  transactionStatuses,
} from '../contract/operations/transactions.ts'
import { compare } from '../money/decimal.ts'
import { listUncategorizedLines } from './uncategorized.ts'

/** The flags that filter transactions. */
export const filterFlags = {
  account: accountOption('Only in this account'),
  category: categoryOrRtaOption('Only with this category, including split lines'),
  status: withFields(enumOption('Only with this status', 'STATUS', transactionStatuses), 'status'),
  since: dateOption('On this date or later'),
  until: dateOption('On this date or earlier'),
  period: periodOption('Only in this period'),
  merchant: merchantFilterOption('Only with this merchant, or with this text in its name'),
  search: textOption('Only with this text in the merchant, category or notes', 'TEXT'),
  min: amountOption('Only this amount or more; outflows are negative'),
  max: amountOption('Only this amount or less'),
  uncategorized: booleanFlag('Only uncategorized transactions'),
}

/** The values of the flags that filter transactions. */
export type FilterInput = InputValues<Record<never, never>, typeof filterFlags>

interface ServiceFilters {
  account: { id: string } | undefined
  category: { id: string } | 'rta' | undefined
  status: TransactionFilters['status']
  since: string | undefined
  until: string | undefined
  period: { since: string; until: string } | undefined
}

/** Returns the filters that the service applies. */
export function serviceFilters({ account, category, status, period, ...input }: ServiceFilters) {
  if (period && (input.since !== undefined || input.until !== undefined)) {
    throw new UserError('usage', 'Use either --period, or --since and --until')
  }
  const since = period?.since ?? input.since
  const until = period?.until ?? input.until
  const filters: TransactionFilters = {
    ...(account && { account_id: account.id }),
    ...(category && category !== 'rta' && { category_id: category.id }),
    ...(status !== undefined && { status }),
    ...(since !== undefined && { since_date: since }),
    ...(until !== undefined && { until_date: until }),
  }
  return filters
}

/** Returns a predicate for the filters of the service, for lists that come from another source. */
export const matchesServiceFilters =
  ({
    since_date,
    until_date,
    account_id,
    category_id,
    status,
    review_status,
  }: TransactionFilters): TransactionPredicate =>
  (row) =>
    (since_date === undefined || row.date >= since_date) &&
    (until_date === undefined || row.date <= until_date) &&
    (account_id === undefined || row.account_id === account_id) &&
    (category_id === undefined || (row.splits ?? [row]).some((line) => line.category_id === category_id)) &&
    (status === undefined || row.status === status) &&
    (review_status === undefined || row.review_status === review_status)

/** Returns true for transactions that match. */
export type TransactionPredicate = (row: Transaction) => boolean

interface LocalFilters {
  merchant: readonly { id: string }[] | undefined
  search: string | undefined
  min: string | undefined
  max: string | undefined
  uncategorized: boolean
}

/** The values of the filter flags. */
export type TransactionFilterFlags = ServiceFilters & LocalFilters

/** Returns a predicate for the filters that the service lacks; undefined when none was given. */
export async function buildLocalFilter(
  { merchant, search, min, max, uncategorized, category }: LocalFilters & Pick<ServiceFilters, 'category'>,
  names: NameIndex,
): Promise<TransactionPredicate | undefined> {
  if (uncategorized && category)
    throw new UserError('usage', 'Use either --category or --uncategorized, not both')
  const predicates: TransactionPredicate[] = []
  if (merchant) {
    const ids = new Set(merchant.map(({ id }) => id))
    predicates.push((row) => row.merchant_id !== null && ids.has(row.merchant_id))
  }
  // The API cannot filter by Ready to Assign.
  if (category === 'rta') predicates.push((row) => (row.splits ?? [row]).some((line) => line.ready_to_assign))
  if (min !== undefined) predicates.push((row) => compare(row.amount, min) >= 0)
  if (max !== undefined) predicates.push((row) => compare(row.amount, max) <= 0)
  if (uncategorized) {
    const accounts = await names.accounts()
    predicates.push((row) => listUncategorizedLines(row, accounts).length > 0)
  }
  if (search !== undefined) {
    const key = toNameKey(search)
    const texts = (row: Transaction) => [row.merchant_name, row.category_name, row.notes]
    predicates.push((row) => texts(row).some((text) => text !== null && toNameKey(text).includes(key)))
  }
  return predicates.length === 0 ? undefined : (row) => predicates.every((keeps) => keeps(row))
}
