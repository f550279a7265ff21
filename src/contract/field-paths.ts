/** The names of the fields of a reply, with those inside it: `id`, `target.snoozed`, `splits.amount`. */

import type * as v from 'valibot'

// The parts of a valibot schema that lead further in, as valibot describes itself.
type Inner = v.GenericSchema & {
  entries?: Record<string, v.GenericSchema>
  wrapped?: v.GenericSchema
  item?: v.GenericSchema
}

/** Every field a value of this shape may have, in the order of the API document. */
export function fieldPaths(schema: v.GenericSchema): string[] {
  const { entries, wrapped, item }: Inner = schema
  const inside = wrapped ?? item
  if (inside) return fieldPaths(inside)
  return Object.entries(entries ?? {}).flatMap(([name, entry]) => [
    name,
    ...fieldPaths(entry).map((path) => `${name}.${path}`),
  ])
}
