/** Leaves out the months before anything happened, and those that have not begun. */

/** Returns the rows from the first one on that is not empty; none if all are. */
export function skipEmptyStart<Row>(rows: readonly Row[], isEmpty: (row: Row) => boolean): Row[] {
  const begin = rows.findIndex((row) => !isEmpty(row))
  return begin < 0 ? [] : rows.slice(begin)
}

/** Returns the rows without those at the end that have not begun and have nothing yet. */
export const skipUnbegunEnd = <Row>(rows: readonly Row[], isKept: (row: Row) => boolean): Row[] =>
  rows.slice(0, rows.findLastIndex(isKept) + 1)
