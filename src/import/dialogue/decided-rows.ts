/** Lists row overrides with names instead of ids. @see docs/import.md#5-duplicates */

import type { WorkspaceContext } from '../../command/context.ts'
import { readRowsByDisposition } from '../plan/classify-rows.ts'
import type { ImportPreview } from '../plan/preview-import.ts'
import type { PreviewRowOverride } from '../views/preview-view.ts'

/** Returns the rows with overrides in the order of the file, also those that are excluded. */
export async function listRowOverrides(
  { workspace: { names } }: WorkspaceContext,
  { statement, plan, overrideFor }: ImportPreview,
): Promise<PreviewRowOverride[]> {
  if (!overrideFor) return []
  const nameOfAccount = createNameLookup(names.accounts)
  const nameOfCategory = createNameLookup(names.categories)
  const overrides: PreviewRowOverride[] = []
  for (const disposition of ['create', 'excluded'] as const) {
    for (const row of readRowsByDisposition(disposition, statement, plan)) {
      const decision = overrideFor(row)
      if (!decision || decision.unplanned) continue
      const { category_id: category, transfer_account_id: transfer, merchant_name: merchant } = decision
      overrides.push({
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
  return overrides.toSorted((entity, second) => entity.row - second.row)
}

/** Returns a function that looks up the name of an id. Names are loaded when the first one is needed. */
function createNameLookup(
  read: () => Promise<readonly { id: string; name: string }[]>,
): (id: string) => Promise<string> {
  let all: Promise<readonly { id: string; name: string }[]> | undefined
  return async (id) => {
    all ??= read()
    return (await all).find((entity) => entity.id === id)?.name ?? id
  }
}
