/** Converts a merchant the user typed to the fields of a transaction. */

import type { NameIndex } from '../command/names/resolve-name.ts'
import { toNameKey } from '../contract/normalize-name.ts'
import type { TransactionDraft } from '../contract/operations/transactions.ts'

/** Returns the fields of a merchant: its id or, if there is none, a name that may be new. */
export async function toMerchantFields(
  names: NameIndex,
  text: string,
): Promise<Pick<TransactionDraft, 'merchant_id' | 'merchant_name'>> {
  // Listing thousands of merchants takes longer than creating the transaction.
  if (!couldBeId(text)) return { merchant_name: text }
  const merchants = await names.merchants()
  const isKnown = merchants.some(({ id, name }) => id === text || toNameKey(name) === toNameKey(text))
  // The id may be newer than the cached names. A new name is not worth a request.
  const candidates = !isKnown && looksLikeId(text) ? await names.merchants('fresh') : merchants
  return candidates.some(({ id }) => id === text) ? { merchant_id: text } : { merchant_name: text }
}

// Services choose the form of their ids, but none contains spaces, and few contain no digit.
const couldBeId = (text: string): boolean => /^\S*\d\S*$/.test(text)

// The two forms of ids that are in use.
const looksLikeId = (text: string): boolean => /^[a-z]+_\w{6,}$|^[\da-f]{8}-[\da-f-]{27}$/i.test(text)
