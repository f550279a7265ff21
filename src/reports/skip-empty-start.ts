/** Leaves out the months before anything happened. */

/** Returns the rows from the first one on that is not empty; none if all are. */
export function skipEmptyStart<Row>(rows: readonly Row[], isEmpty: (row: Row) => boolean): Row[] {
  const begin = rows.findIndex((row) => !isEmpty(row))
  return begin < 0 ? [] : rows.slice(begin)
}
