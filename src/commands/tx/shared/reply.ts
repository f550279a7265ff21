import { NetworkError } from '../../../contract/errors.ts'
import type { Transaction } from '../../../contract/operations/transactions.ts'

/** The transaction a service answers with; of a transfer the side that was asked about. @see docs/spec.md#s1 */
export function getRepliedTransaction({
  transaction,
  transactions,
}: {
  transaction?: Transaction | undefined
  transactions?: Transaction[] | undefined
}): Transaction {
  const one = transaction ?? transactions?.[0]
  if (one) return one
  throw new NetworkError('The service did not say which transaction it wrote', true)
}
