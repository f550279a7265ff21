/**
 * After a request was retried, finds transactions that the first attempt created late.
 * @see docs/import.md#7-exactly-once-without-an-idempotency-key
 */

import type { BudgetApi } from '../../contract/api.ts'
import { paginateTransactions } from '../../contract/paginate.ts'
import type { ImportStore } from '../../contract/ports/import-journal.ts'
import { buildFingerprints, findFingerprint } from '../matching/row-fingerprints.ts'
import { readRowsByDisposition } from '../plan/classify-rows.ts'
import type { ImportPreview } from '../plan/preview-import.ts'

/** Returns the transactions that equal posted rows, did not exist before and are not in the journal. */
export async function findDoublePosts(
  api: BudgetApi,
  { account_id, import_id, statement, plan, overrideFor }: ImportPreview,
  { imports, signal }: { imports: ImportStore; signal?: AbortSignal | undefined },
): Promise<{ ids: string[]; requests: number }> {
  const { span } = plan
  const ids: string[] = []
  let requests = 0
  if (!span) return { ids, requests }
  const keys = buildFingerprints(
    readRowsByDisposition('create', statement, plan),
    plan.dispositionCodes.length,
    overrideFor,
  )
  const explained = new Set(imports.listKnownTransactions(import_id))
  for (const batch of imports.findImportedBatches(account_id, { since: span.first, until: span.last })) {
    for (const id of batch.ids) explained.add(id)
  }
  const window = { account_id, since_date: span.first, until_date: span.last }
  for await (const page of paginateTransactions(api, window, signal)) {
    requests += 1
    for (const { id, date, amount, merchant_name, notes, deleted } of page) {
      const words = findFingerprint(keys, { date, amount, payee: merchant_name ?? '', notes: notes ?? '' })
      if (!deleted && !explained.has(id) && words) ids.push(id)
    }
  }
  return { ids, requests }
}
