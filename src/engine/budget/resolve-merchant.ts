/** Resolves the merchant of a body, and updates the history from which its categorization is learned. */

import { badRequest } from '../../contract/errors.ts'
import { normalizeName, toNameKey } from '../../contract/normalize-name.ts'
import type { MerchantRow } from '../../store/merchants.ts'
import type { TransactionRow } from '../../store/transaction-row-mapping.ts'
import { assertFound, type RequestContext } from './request-context.ts'

interface MerchantFields {
  merchant_id?: string | null | undefined
  merchant_name?: string | null | undefined
}

/**
 * Returns the merchant of a body, by id or by name; a new name creates one. Null clears the merchant, undefined
 * means the body has none.
 * @see docs/spec.md#m2
 */
export function resolveMerchant(
  context: RequestContext,
  { merchant_id, merchant_name }: MerchantFields,
  path: string,
): MerchantRow | null | undefined {
  const { store, ids } = context
  if (typeof merchant_id === 'string' && typeof merchant_name === 'string') {
    throw badRequest(`${path}merchant_name must not be combined with merchant_id`)
  }
  if (typeof merchant_id === 'string')
    return assertFound(store.merchants.get(assertFound(ids.toSeq('merchant', merchant_id))))
  if (typeof merchant_name === 'string') {
    return store.merchants.findByKey(toNameKey(merchant_name)) ?? insertMerchant(context, merchant_name)
  }
  return merchant_id === null || merchant_name === null ? null : undefined
}

/**
 * True if a row says something about its merchant; automatic categorizations count only when reviewed.
 * @see docs/spec.md#x6
 */
export const isEvidence = ({
  merchant,
  category,
  ready_to_assign,
  auto,
  review_status,
}: TransactionRow): boolean =>
  merchant !== null && (category !== null || ready_to_assign) && (!auto || review_status === 'reviewed')

/**
 * Records what a row says about its merchant: that it has a history and, with `chosen`, the category that the
 * user chose just now.
 * @see docs/spec.md#x3
 * @see docs/spec.md#x6
 */
export function updateMerchantHistory(
  { store }: RequestContext,
  row: TransactionRow,
  { isChosen }: { isChosen: boolean },
): void {
  const { merchant: seq, category, ready_to_assign } = row
  if (seq === null || !isEvidence(row)) return
  const merchant = assertFound(store.merchants.get(seq))
  if (!merchant.hasHistory) store.merchants.addHistory(seq, getMerchantTokens(merchant.key))
  const learned = ready_to_assign ? 'ready_to_assign' : category
  if (isChosen && learned !== null) store.merchants.setLearnedCategory(merchant, learned)
}
const STOP_WORDS = new Set(
  'the and inc ltd llc gmbh com www store shop payment purchase card pos debit'.split(' '),
)

/** Returns the words of a merchant's name key that name it: no stop words, no numbers. @see docs/spec.md#x4 */
export const listMerchantWords = (key: string): Set<string> =>
  new Set(
    (key.match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => !/^\p{N}+$/u.test(word) && !STOP_WORDS.has(word)),
  )

/** Returns the words by which merchants are looked up: those of at least three letters. */
export const getMerchantTokens = (key: string): Set<string> =>
  new Set([...listMerchantWords(key)].filter((word) => Array.from(word).length >= 3))

/** Creates a merchant; the caller has checked that no active one has the name. */
export function insertMerchant({ store, now }: RequestContext, name: string): MerchantRow {
  const normalized = normalizeName(name)
  return store.merchants.insert({ name: normalized, key: toNameKey(normalized), at: now })
}
