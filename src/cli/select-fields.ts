/** Checks the fields of --fields, and selects them from results. @see docs/cli.md#output */

import { closestMatch } from '../command/suggest.ts'
import { UserError } from '../contract/errors.ts'
import type { View } from '../output/view.ts'
import type { OutputFormat } from './global-flags.ts'

type ViewFields = Pick<View<never>, 'fields' | 'cellFields' | 'jsonRows'>

/** True if JSON or NDJSON is about the rows within a result, and not about the result as one value. */
export const selectsJsonRows = (
  { jsonRows }: Pick<ViewFields, 'jsonRows'>,
  { format, fields }: { format: OutputFormat | undefined; fields: readonly string[] | undefined },
): boolean =>
  jsonRows !== undefined &&
  (format === 'ndjson' || fields?.every((field) => jsonRows.fields().includes(field)) === true)

/**
 * Returns the fields of --fields. Where fields of rows and of the whole result are selected, those of rows get a prefix,
 * e.g. `rows.month`.
 * @throws UserError when one of them does not exist, or when the format cannot show it.
 */
export function resolveFields(
  view: ViewFields,
  selected: readonly string[],
  format: OutputFormat | undefined,
): readonly string[] {
  const { jsonRows } = view
  const isDelimited = format === 'csv' || format === 'tsv' || format === 'table'
  if (isDelimited) return assertShownFields(view, selected, { format, shown: view.cellFields() })
  if (!jsonRows) return assertKnownFields(selected, view.fields())
  const rowFields = jsonRows.fields()
  if (format === 'ndjson') return assertShownFields(view, selected, { format, shown: rowFields })
  assertKnownFields(selected, [...rowFields, ...view.fields()])
  if (selectsJsonRows(view, { format, fields: selected })) return selected
  const own = view.fields()
  return selected.map((field) =>
    rowFields.includes(field) && !own.includes(field) ? `${jsonRows.field}.${field}` : field,
  )
}

/** Returns the fields. @throws UserError for one that the format cannot show, and for an unknown one. */
function assertShownFields(
  view: ViewFields,
  selected: readonly string[],
  { format, shown }: { format: OutputFormat; shown: readonly string[] },
): readonly string[] {
  const deeper = selected.find((field) => !shown.includes(field) && view.fields().includes(field))
  if (deeper === undefined) return assertKnownFields(selected, shown)
  throw new UserError('usage', `${format} has no field "${deeper}"; --json does`, {
    field: 'fields',
    hint: `Fields: ${shown.join(', ')}`,
  })
}

/**
 * Returns the fields.
 * @throws UserError for an unknown field, with the most similar one.
 */
function assertKnownFields(selected: readonly string[], available: readonly string[]): readonly string[] {
  for (const field of selected) {
    if (available.includes(field)) continue
    const match = closestMatch(field, available)
    const suggestion = match === undefined ? '' : `; did you mean "${match}"?`
    throw new UserError('usage', `No field "${field}"${suggestion}`, {
      field: 'fields',
      hint: `Fields: ${available.join(', ')}`,
    })
  }
  return selected
}

/** Returns the value with only the selected fields, in their order; arrays element by element. */
export function pickFields(value: unknown, fields: readonly string[] | undefined): unknown {
  if (!fields || typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((element) => pickFields(element, fields))
  const whole = new Map(Object.entries(value))
  const result: Record<string, unknown> = {}
  for (const name of new Set(fields.map((field) => field.split('.')[0] ?? field))) {
    const inner = fields.includes(name) ? undefined : fields.filter((field) => field.startsWith(`${name}.`))
    result[name] = pickFields(
      whole.get(name) ?? null,
      inner?.map((field) => field.slice(name.length + 1)),
    )
  }
  return result
}
