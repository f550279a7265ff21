import type { TransactionDraft } from '../../contract/transactions.ts'
import type { Names } from '../names.ts'

/** The fields that name a merchant: by id, or by a name that may be new. */
export async function payee(
  names: Names,
  text: string,
): Promise<Pick<TransactionDraft, 'merchant_id' | 'merchant_name'>> {
  const isKnownId = (await names.merchants()).some(({ id }) => id === text)
  return isKnownId ? { merchant_id: text } : { merchant_name: text }
}
