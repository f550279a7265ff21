/** Reads the parts of a split that a table has in one cell, such as `Food|-10.00||Home|-20.00`. */

import type { MoneyFormat } from '../../tables/cells/money-cells.ts'
import type { CsvCells } from './csv-cells.ts'
import type { CsvRow } from './csv-row.ts'

const PARTS = /^[^|]+\|-?[\d.,]+(?:\|\|[^|]+\|-?[\d.,]+)*$/

/** Yields a row for each part; the row itself if it has none, or none that add up to it. */
export function* splitByDetails(row: CsvRow, cells: CsvCells, money: MoneyFormat): Generator<CsvRow> {
  const details = cells.cell('details')
  if (!PARTS.test(details)) return yield row
  const parts = details.split('||').map((part) => {
    const [category = '', amount = ''] = part.split('|')
    return { ...row, category, amount: money.parse(amount, cells) }
  })
  const sum = parts.reduce((total, { amount }) => total + amount, 0n)
  // A list of the categories alone says nothing of how much went to each.
  if (sum !== row.amount) return yield row
  yield* parts
}
