/** Completes rows: dates of starting balances, and the balances that accounts began with. */

import { sumAmounts } from '../figures.ts'
import { type CsvFile, listTotals } from './csv-cells.ts'
import type { CsvReading, CsvRow } from './csv-row.ts'

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

/** Returns the rows with a starting balance for each account whose stated balance is not the sum of its rows. */
export function addStartingBalances(
  rows: readonly CsvRow[],
  file: CsvFile,
  { money, isTaken }: CsvReading,
): CsvRow[] {
  const added: CsvRow[] = []
  for (const heading of listTotals(file)) {
    const [account, balance] = [heading.cell('statedAccount'), heading.cell('statedBalance')]
    // Beside the name of an account stands its currency in the column of accounts.
    if (account === '' || !/\d/.test(balance) || !isTaken(heading.cell('account'))) continue
    const own = rows.filter((row) => row.account === account)
    const [first] = own.toSorted((a, b) => (a.date < b.date ? -1 : 1))
    const amount = money.parse(balance, heading, { isTotal: true }) - sumAmounts(own)
    if (first === undefined || amount === 0n) continue
    added.push({
      ...first,
      amount,
      payee: '',
      notes: '',
      status: 'cleared',
      type: '',
      otherAccount: undefined,
      maybeOtherAccounts: [],
      isTransfer: false,
      isStartingBalance: true,
    })
  }
  return [...added, ...rows]
}
