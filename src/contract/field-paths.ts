/** The names of the fields of a reply, with those inside it: `id`, `target.snoozed`, `splits.amount`. */

import type * as v from 'valibot'

// The parts of a valibot schema that lead further in, as valibot describes itself.
type NestedSchema = v.GenericSchema & {
  entries?: Record<string, v.GenericSchema>
  wrapped?: v.GenericSchema
  item?: v.GenericSchema
}

/** Every field a value of this shape may have, in the order of the API document. */
export function listFieldPaths(schema: v.GenericSchema): string[] {
  const { entries, wrapped, item }: NestedSchema = schema
  const inside = wrapped ?? item
  if (inside) return listFieldPaths(inside)
  return Object.entries(entries ?? {}).flatMap(([name, entry]) => [
    name,
    ...listFieldPaths(entry).map((path) => `${name}.${path}`),
  ])
}
