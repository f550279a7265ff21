/** After a request was sent again: did the first one take effect as well, late? */ // import.md §7.5

import type { BudgetApi } from '../../contract/api.ts'
import { transactionPages } from '../../contract/paginate.ts'
import type { Imports } from '../../contract/ports/import-journal.ts'
import { keysOf, wordsInFile } from '../matching/row-fingerprints.ts'
import { rowsIn } from '../plan/classify-rows.ts'
import type { ImportPreview } from '../plan/preview-import.ts'

/** The transactions that have the words of rows just booked, and that neither were there before nor are in the journal. */
export async function secondCopies(
  api: BudgetApi,
  { account_id, import_id, statement, plan, decide }: ImportPreview,
  { imports, signal }: { imports: Imports; signal?: AbortSignal | undefined },
): Promise<{ ids: string[]; requests: number }> {
  const { span } = plan
  const ids: string[] = []
  let requests = 0
  if (!span) return { ids, requests }
  const keys = keysOf(rowsIn('create', statement, plan), plan.bins.length, decide)
  const explained = new Set(imports.known(import_id))
  for (const batch of imports.booked(account_id, { since: span.first, until: span.last })) {
    for (const id of batch.ids) explained.add(id)
  }
  const window = { account_id, since_date: span.first, until_date: span.last }
  for await (const page of transactionPages(api, window, signal)) {
    requests += 1
    for (const { id, date, amount, merchant_name, notes, deleted } of page) {
      const words = wordsInFile(keys, { date, amount, payee: merchant_name ?? '', notes: notes ?? '' })
      if (!deleted && !explained.has(id) && words) ids.push(id)
    }
  }
  return { ids, requests }
}
