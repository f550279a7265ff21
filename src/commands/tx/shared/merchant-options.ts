import type { NameIndex } from '../../../command/resolve-name.ts'
import { toNameKey } from '../../../contract/normalize-name.ts'
import type { TransactionDraft } from '../../../contract/operations/transactions.ts'

/** The fields that name a merchant: by id, or by a name that may be new. */
export async function toMerchantFields(
  names: NameIndex,
  text: string,
): Promise<Pick<TransactionDraft, 'merchant_id' | 'merchant_name'>> {
  // Thousands of merchants take longer to list than a transaction to book.
  if (!couldBeId(text)) return { merchant_name: text }
  const merchants = await names.merchants()
  const isKnown = merchants.some(({ id, name }) => id === text || toNameKey(name) === toNameKey(text))
  // What is kept of the names may be older than an id; a name that is new is not worth a look.
  const all = !isKnown && looksLikeId(text) ? await names.merchants('fresh') : merchants
  return all.some(({ id }) => id === text) ? { merchant_id: text } : { merchant_name: text }
}

// Services are free in what an id is, but none has blanks, and few lack digits.
const couldBeId = (text: string): boolean => /^\S*\d\S*$/.test(text)

// The two kinds that are handed out.
const looksLikeId = (text: string): boolean => /^[a-z]+_\w{6,}$|^[\da-f]{8}-[\da-f-]{27}$/i.test(text)
