/** Tells in names what a table or rules decide about the rows of a preview. @see docs/import.md#5-duplicates */

import type { WorkspaceContext } from '../../../command/define.ts'
import { readRowsByDisposition } from '../../../import/plan/classify-rows.ts'
import type { ImportPreview } from '../../../import/plan/preview-import.ts'
import type { PreviewRowOverride } from '../../../render/import-preview.ts'

/** The rows about which something is decided, in the file's order; those left out for it as well. */
export async function listRowOverrides(
  { names }: WorkspaceContext,
  { statement, plan, overrideFor }: ImportPreview,
): Promise<PreviewRowOverride[]> {
  if (!overrideFor) return []
  const nameOfAccount = createNameLookup(names.accounts)
  const nameOfCategory = createNameLookup(names.categories)
  const shown: PreviewRowOverride[] = []
  for (const disposition of ['create', 'excluded'] as const) {
    for (const row of readRowsByDisposition(disposition, statement, plan)) {
      const decision = overrideFor(row)
      if (!decision || decision.unplanned) continue
      const { category_id: category, transfer_account_id: transfer, merchant_name: merchant } = decision
      shown.push({
        row: row.row,
        line: row.line,
        payee: row.payee,
        ...(merchant !== undefined && { merchant_name: merchant }),
        ...(category !== undefined && { category_name: await nameOfCategory(category) }),
        ...(decision.ready_to_assign && { ready_to_assign: true }),
        ...(transfer !== undefined && { transfer_account_name: await nameOfAccount(transfer) }),
        ...(decision.notes !== undefined && { notes: decision.notes }),
        ...(decision.skip && { skip: true }),
      })
    }
  }
  return shown.toSorted((one, other) => one.row - other.row)
}

/** Tells the name of an id; asks for the names when the first one is needed. */
function createNameLookup(
  read: () => Promise<readonly { id: string; name: string }[]>,
): (id: string) => Promise<string> {
  let all: Promise<readonly { id: string; name: string }[]> | undefined
  return async (id) => {
    all ??= read()
    return (await all).find((one) => one.id === id)?.name ?? id
  }
}
