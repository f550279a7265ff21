/** Finds the two rows of a transfer in tables that say only that a row is one. */

import type { CsvRow } from './csv-rows.ts'

/**
 * Returns the rows with the other account of each transfer that the tables show: two rows of one day with opposite
 * amounts in different accounts, each once and in their order.
 */
export function connectTransfers(rows: readonly CsvRow[]): CsvRow[] {
  const connected = [...rows]
  const waiting = new Map<string, number[]>()
  for (const [index, row] of rows.entries()) {
    if (!row.isTransfer || row.otherAccount !== undefined || row.amount === 0n) continue
    const others = waiting.get(`${row.date}\n${-row.amount}`) ?? []
    const at = others.findIndex((other) => rows[other]?.account !== row.account)
    const [other] = at < 0 ? [] : others.splice(at, 1)
    const otherRow = other === undefined ? undefined : rows[other]
    if (other !== undefined && otherRow) {
      connected[index] = { ...row, otherAccount: otherRow.account }
      connected[other] = { ...otherRow, otherAccount: row.account }
      continue
    }
    const key = `${row.date}\n${row.amount}`
    waiting.set(key, [...(waiting.get(key) ?? []), index])
  }
  return connected
}
