/** Lists the field names of a reply, nested ones included, e.g. `target.snoozed`, `splits.amount`. */

import type * as v from 'valibot'

// The parts of a valibot schema that contain other schemas.
type NestedSchema = v.GenericSchema & {
  entries?: Record<string, v.GenericSchema>
  wrapped?: v.GenericSchema
  item?: v.GenericSchema
}

/** Lists every field that a value of this schema may have, in the order of the API document. */
export function listFieldPaths(schema: v.GenericSchema): string[] {
  const { entries, wrapped, item }: NestedSchema = schema
  const inside = wrapped ?? item
  if (inside) return listFieldPaths(inside)
  return Object.entries(entries ?? {}).flatMap(([name, entry]) => [
    name,
    ...listFieldPaths(entry).map((path) => `${name}.${path}`),
  ])
}
