/** Adds to the planned assignments of a local dry run what is available, which follows from them. */

import type { BudgetApi } from '../contract/api.ts'
import type { Change, ChangeFields } from '../contract/ports/history.ts'

/** The available amounts of months, by the id of an assignment. */
type AvailableById = ReadonlyMap<string, string>

/** Reads what is available in the months of the assignments. */
export async function readAvailable(
  api: Pick<BudgetApi, 'getMonth'>,
  changes: readonly Change[],
): Promise<AvailableById> {
  const months = new Set(
    changes.flatMap(({ type, id }) => (type === 'assignment' ? [id.slice(0, id.indexOf('/'))] : [])),
  )
  const available = new Map<string, string>()
  for (const month of months)
    for (const { categories } of (await api.getMonth({ month })).month.category_groups)
      for (const category of categories) available.set(`${month}/${category.id}`, category.available)
  return available
}

/** Returns the changes; each assignment also has what was available before and will be after it. */
export const addAvailable = (
  changes: readonly Change[],
  available: { before: AvailableById; after: AvailableById },
): Change[] =>
  changes.map((change) => {
    if (change.type !== 'assignment') return change
    return {
      ...change,
      before: addTo(change.before, available.before.get(change.id)),
      after: addTo(change.after, available.after.get(change.id)),
    }
  })

const addTo = (fields: ChangeFields | null, available: string | undefined): ChangeFields | null =>
  fields && available !== undefined ? { ...fields, available } : fields
