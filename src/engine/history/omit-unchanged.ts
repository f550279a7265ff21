/** Leaves out of a change the fields that stay the same. @see docs/history.md#1-what-users-see */

import type { Change, ChangeFields } from '../../contract/ports/history.ts'

/** Leaves out what did not change, except the fields that name the thing; both null when nothing did. */
export function omitUnchanged(
  before: ChangeFields | null,
  after: ChangeFields | null,
  naming: readonly string[],
): Pick<Change, 'before' | 'after'> {
  if (!before || !after) return { before, after }
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  const changed = fields.filter((field) => toComparable(before[field]) !== toComparable(after[field]))
  if (changed.length === 0) return { before: null, after: null }
  const pick = (from: ChangeFields): ChangeFields =>
    Object.fromEntries(
      fields.flatMap((field) =>
        changed.includes(field) || (naming.includes(field) && isNaming(field, from))
          ? [[field, from[field] ?? null]]
          : [],
      ),
    )
  return { before: pick(before), after: pick(after) }
}

/** Only a transfer is named by its other account. */
const isNaming = (field: string, fields: ChangeFields): boolean =>
  field !== 'transfer_account_name' || fields[field] !== null

const toComparable = (value: unknown): string => JSON.stringify(value ?? null)
