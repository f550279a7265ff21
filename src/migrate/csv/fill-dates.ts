/** Gives starting balances from before all years the first date of their account. */

import type { CsvRow } from './csv-row.ts'

/** Returns the rows, of which starting balances from before all years have the first date of their account. */
export function fillDates(rows: readonly CsvRow[]): CsvRow[] {
  if (rows.every(({ date }) => date !== '')) return [...rows]
  const dates = (own: readonly CsvRow[]) => own.map(({ date }) => date).filter((date) => date !== '')
  return rows.map((row) => {
    if (row.date !== '') return row
    const own = dates(rows.filter(({ account }) => account === row.account))
    return { ...row, date: (own.length > 0 ? own : dates(rows)).toSorted()[0] ?? row.date }
  })
}
