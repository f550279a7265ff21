/**
 * Lists the transactions of an account that did not exist before an import and are not in its journal.
 * @see docs/import.md#7-exactly-once-without-an-idempotency-key
 */

import type { BudgetApi } from '../../contract/api.ts'
import { paginateTransactions } from '../../contract/paginate.ts'
import type { ImportStore } from '../../contract/ports/import-journal.ts'
import { type DuplicateKeyFields, toDuplicateKeyFields } from '../../transactions/duplicate-key.ts'

/** An account and date range in which an import posted rows. */
interface PostedRange {
  import_id: string
  account_id: string
  first_date: string
  last_date: string
}

/** A transaction whose origin the journal does not explain. */
export interface NewTransaction extends DuplicateKeyFields {
  id: string
  deleted: boolean
}

/** Returns the new transactions of a date range, and the number of requests used. */
export async function listNewTransactions(
  api: BudgetApi,
  { import_id, account_id, first_date, last_date }: PostedRange,
  { imports, signal }: { imports: ImportStore; signal?: AbortSignal | undefined },
): Promise<{ transactions: NewTransaction[]; requests: number }> {
  const explained = new Set(imports.listKnownTransactions(import_id))
  const days = { since: first_date, until: last_date }
  for (const { ids } of imports.findImportedBatches(account_id, days)) for (const id of ids) explained.add(id)
  const window = { account_id, since_date: first_date, until_date: last_date }
  const transactions: NewTransaction[] = []
  let requests = 0
  for await (const page of paginateTransactions(api, window, signal)) {
    requests += 1
    for (const transaction of page) {
      const { id, deleted } = transaction
      if (!explained.has(id)) transactions.push({ id, deleted, ...toDuplicateKeyFields(transaction) })
    }
  }
  return { transactions, requests }
}
