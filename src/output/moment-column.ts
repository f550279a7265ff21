/** Creates the columns of moments, e.g. of when a key was made. */

import { formatLocalTime } from './relative-time.ts'
import { type Column, textColumn } from './view.ts'

/** Creates a column of timestamps, which a terminal shows as local time. */
export const momentColumn = <const Field extends string>(
  field: Field,
  heading: string,
  dropPriority: number,
): Column<Readonly<Record<Field, string | null>>> => ({
  ...textColumn(field, heading, { neverTruncate: true, dropPriority }),
  formatForTerminal: ({ [field]: at }) => (at === null ? '' : formatLocalTime(at)),
})
