/** Finds transactions of a local workspace by the ends of their ids. */

import { countIdDigits, createIdCodec, parseIdEnd } from '../contract/ids.ts'
import { MIN_REFERENCE_LENGTH, type TransactionReferences } from '../contract/ports/references.ts'
import type { EngineOptions } from './budget/request-context.ts'

/** More candidates than an error message lists. */
const MAX_FOUND = 20

/** Returns the references of a workspace. Deleted transactions have one too, so that they can be restored. */
export function createTransactionReferences({ store }: Pick<EngineOptions, 'store'>): TransactionReferences {
  const ids = createIdCodec(store.settings.id_salt)
  return {
    shorten(transactionIds) {
      // Ids count up, so that the digits of the newest one tell all of them apart.
      const newest = store.read(() => store.transactions.nextSeq() - 1)
      const length = Math.max(MIN_REFERENCE_LENGTH, countIdDigits(newest))
      return new Map(transactionIds.map((id) => [id, id.slice(-length)]))
    },
    async find(text) {
      if (text.length >= ids.toId('transaction', 1).length) return undefined
      const end = parseIdEnd(text)
      if (!end || text.length < MIN_REFERENCE_LENGTH) return []
      const seqs = store.read(() => store.transactions.listSeqsEndingWith(end, MAX_FOUND))
      return seqs.map((seq) => ids.toId('transaction', seq))
    },
  }
}
