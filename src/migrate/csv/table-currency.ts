/** Decides the currency of tables by their columns of currencies. */

import { parseCurrency } from '../../import/text/currency-terms.ts'
import { createSourceQuestion } from '../source-question.ts'
import { type CsvFile, listCells } from './csv-cells.ts'

/** True for an empty cell, and for the code or name of the currency. */
export const isSameCurrency = (named: string, currency: string): boolean =>
  named === '' || (parseCurrency(named) ?? named.toUpperCase()) === currency

/**
 * Returns the currency that a column names; undefined without such a column.
 * @throws UserError if it names several
 */
export function decideCurrency(tables: readonly CsvFile[]): string | undefined {
  const named = new Set<string>()
  for (const table of tables)
    for (const row of listCells(table)) if (row.cell('currency') !== '') named.add(row.cell('currency'))
  const [one, other] = [...named].map((text) => parseCurrency(text) ?? text.toUpperCase())
  if (one === undefined || other === undefined || one === other) return one
  const problem = `The rows are in ${[...named].join(', ')}, and a workspace has one currency`
  throw createSourceQuestion('currency', problem, `Say which rows to take: --currency ${one}`)
}
