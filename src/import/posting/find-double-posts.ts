/**
 * After a request was retried, finds transactions that the first attempt created late.
 * @see docs/import.md#7-exactly-once-without-an-idempotency-key
 */

import type { BudgetApi } from '../../contract/api.ts'
import type { ImportStore } from '../../contract/ports/import-journal.ts'
import { buildFingerprints, findFingerprint } from '../matching/row-fingerprints.ts'
import { readRowsByDisposition } from '../plan/classify-rows.ts'
import type { ImportPreview } from '../plan/preview-import.ts'
import { listNewTransactions, type NewTransaction } from './new-transactions.ts'

/** Returns the transactions that equal posted rows, did not exist before and are not in the journal. */
export async function findDoublePosts(
  api: BudgetApi,
  { account_id, import_id, statement, plan, overrideFor }: ImportPreview,
  options: { imports: ImportStore; signal?: AbortSignal | undefined },
): Promise<{ ids: string[]; requests: number }> {
  const { span } = plan
  if (!span) return { ids: [], requests: 0 }
  const fingerprints = buildFingerprints(
    readRowsByDisposition('create', statement, plan),
    plan.dispositionCodes.length,
    overrideFor,
  )
  const range = { import_id, account_id, first_date: span.first, last_date: span.last }
  const { transactions, requests } = await listNewTransactions(api, range, options)
  const isPosted = (transaction: NewTransaction) =>
    !transaction.deleted && findFingerprint(fingerprints, transaction) !== undefined
  return { ids: transactions.filter(isPosted).map(({ id }) => id), requests }
}
