/** Completes rows: connects the sides of transfers, and adds starting balances and their dates. */

import { groupBy } from '../../contract/group-by.ts'
import { addDays } from '../../money/calendar.ts'
import { sumAmounts } from '../figures.ts'
import { type CsvFile, listTotals } from './csv-cells.ts'
import type { CsvReading, CsvRow } from './csv-row.ts'

/** Rows with the other account of each transfer that was found. */
export interface ConnectedRows {
  rows: CsvRow[]
  /** How many transfers had two dates; both sides now have the date on which the money left. */
  moved: number
}

/** A card payment that left on a Friday arrives on the Wednesday after a holiday. */
const MAX_DAYS = 5

/** Returns the rows, in their order, with the other account of each transfer that the tables show. */
export function connectTransfers(rows: readonly CsvRow[]): ConnectedRows {
  const connected = [...rows]
  const named = findNamedAccounts(rows)
  const isSide = (row: CsvRow, index: number): boolean =>
    isOpen(row) && (row.isTransfer || named[index] !== undefined)
  const sides = [...rows.entries()].filter(([index, row]) => isSide(row, index))
  const open = groupBy(
    sides.filter(([, { amount }]) => amount > 0n),
    ([, { date, amount }]) => toKey(date, amount),
  )
  const outflows = sides.filter(([, row]) => row.amount < 0n)
  let moved = 0
  const passes = named.some((other) => other !== undefined)
    ? [isTransferByName, isTransferByType]
    : [isTransferByType]
  for (const fits of passes)
    for (const days of listDayDistances())
      for (const [index, row] of outflows) {
        if (connected[index]?.otherAccount !== undefined) continue
        const inflows = open.get(toKey(addDays(row.date, days), -row.amount)) ?? []
        const at = inflows.findIndex(([other, inflow]) =>
          fits([row, named[index]], [inflow, named[other]], days),
        )
        const [found] = at < 0 ? [] : inflows.splice(at, 1)
        if (!found) continue
        const [other, inflow] = found
        connected[index] = { ...row, otherAccount: inflow.account }
        connected[other] = { ...inflow, date: row.date, otherAccount: row.account }
        if (days !== 0) moved += 1
      }
  return { rows: connected, moved }
}

/**
 * Returns the rows with the other sides of transfers of which the program writes only the row of the money that leaves.
 */
export function addMissingSides(rows: readonly CsvRow[]): CsvRow[] {
  const types = new Set(rows.map(({ type }) => type))
  if (!types.has('transfer-out') || types.has('transfer-in')) return [...rows]
  const named = findNamedAccounts(rows)
  return rows.flatMap((row, index): CsvRow[] => {
    const other = named[index]
    if (row.type !== 'transfer-out' || other === undefined) return [row]
    return [
      { ...row, otherAccount: other },
      { ...row, account: other, otherAccount: row.account, amount: -row.amount },
    ]
  })
}

const toKey = (date: string, amount: bigint): string => `${date}\n${amount}`

const isOpen = (row: CsvRow): boolean => row.otherAccount === undefined && !row.isStartingBalance

/** Yields 0, 1, -1, 2, -2 and so on. */
function* listDayDistances(): Generator<number> {
  yield 0
  for (let days = 1; days <= MAX_DAYS; days++) {
    yield days
    yield -days
  }
}

/** Returns the account that each row names as the other one; undefined for none of the tables. */
function findNamedAccounts(rows: readonly CsvRow[]): (string | undefined)[] {
  const accounts = new Map(rows.map(({ account }) => [account.toLowerCase(), account]))
  return rows.map(({ account, maybeOtherAccounts }) =>
    maybeOtherAccounts
      .map((text) => accounts.get(text.toLowerCase()))
      .find((other) => other !== undefined && other !== account),
  )
}

/** A row with the account that it names. */
type NamingRow = readonly [row: CsvRow, named: string | undefined]

/** True if one of the rows names the account of the other, and nothing contradicts it. */
function isTransferByName(out: NamingRow, inflow: NamingRow, days: number): boolean {
  const [[{ account: from }, outNamed], [{ account: to }, inNamed]] = [out, inflow]
  const isMutual = outNamed === to && inNamed === from
  if (isMutual && days === 0) return true
  return (outNamed ?? inNamed) !== undefined && isTransferByType(out, inflow)
}

/** True if the program calls both rows transfers, and they name no other accounts. */
const isTransferByType = ([out, outNamed]: NamingRow, [inflow, inNamed]: NamingRow): boolean =>
  out.isTransfer &&
  inflow.isTransfer &&
  out.account !== inflow.account &&
  (outNamed ?? inflow.account) === inflow.account &&
  (inNamed ?? out.account) === out.account

/** Returns the rows; a starting balance without a date gets the first date of its account. */
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
  { money, isOwnCurrency }: CsvReading,
): CsvRow[] {
  const added: CsvRow[] = []
  for (const heading of listTotals(file)) {
    const [account, balance] = [heading.cell('statedAccount'), heading.cell('statedBalance')]
    // Beside the name of an account stands its currency in the column of accounts.
    if (account === '' || !/\d/.test(balance) || !isOwnCurrency(heading.cell('account'))) continue
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
