/** Decides whether fees in a column of their own are taken from the account besides the amounts. */

import type { UserError } from '../../contract/errors.ts'
import type { MinorUnits } from '../../money/minor-units.ts'
import type { AmountFormat } from '../../tables/cells/amount-format.ts'
import { createPlaceError } from '../../tables/source-file.ts'
import { type CsvCells, type CsvFile, hasFeeCell, listCells } from './csv-cells.ts'
import type { CsvReading } from './csv-row.ts'

/** What is known of the rows when their fees are decided. */
interface FeeContext {
  money: AmountFormat
  isTaken(row: CsvCells): boolean
  /** Returns the amount of a row without its fee, below zero for money out. */
  readAmount(row: CsvCells): MinorUnits
}

/** A row whose running balance can prove what its fee is. */
interface FeeRow {
  amount: MinorUnits
  fee: MinorUnits
  balance: MinorUnits
}

type FeeFactor = CsvReading['feeFactor']

const FACTORS: readonly FeeFactor[] = [0n, -1n, 1n]

/**
 * Returns by what fees are multiplied before they are added to the amounts: 0 for fees that the amounts contain.
 * @throws UserError for a fee that no running balance explains
 */
export function decideFees(file: CsvFile, { money, isTaken, readAmount }: FeeContext): FeeFactor {
  if (file.table.known?.hasExtraFees) return -1n
  if (!file.table.columns.has('fee')) return 0n
  let first: CsvCells['origin'] | undefined
  let cell = ''
  const rowsByAccount = new Map<string, FeeRow[]>()
  for (const row of listCells(file)) {
    if (!isTaken(row)) continue
    const hasFee = hasFeeCell(row)
    if (hasFee && first === undefined) [first, cell] = [row.origin, row.cell('fee')]
    if (!/\d/.test(row.cell('balance'))) continue
    const balance = money.parse(row.cell('balance'), row, { isTotal: true })
    const fee = hasFee ? money.parse(row.cell('fee'), row) : 0n
    const rows = rowsByAccount.get(row.cell('account')) ?? []
    rows.push({ amount: readAmount(row), fee, balance })
    rowsByAccount.set(row.cell('account'), rows)
  }
  if (first === undefined) return 0n
  const proved = findProvedFactor([...rowsByAccount.values()])
  if (proved === undefined) throw createFeeError(first, cell)
  return proved
}

/** Returns the only factor with which every step of the balances is right; undefined for none or several. */
function findProvedFactor(accounts: readonly (readonly FeeRow[])[]): FeeFactor | undefined {
  const fitting = FACTORS.filter((factor) =>
    [accounts, accounts.map((rows) => rows.toReversed())].some((ordered) => areStepsRight(ordered, factor)),
  )
  return fitting.length === 1 ? fitting[0] : undefined
}

function areStepsRight(accounts: readonly (readonly FeeRow[])[], factor: FeeFactor): boolean {
  return accounts.every((rows) =>
    rows.every(({ amount, fee, balance }, at) => {
      const before = rows[at - 1]
      return before === undefined || balance - before.balance === amount + factor * fee
    }),
  )
}

const createFeeError = (origin: string, cell: string): UserError =>
  createPlaceError(
    origin,
    `the row has a fee of "${cell}" in addition to its amount`,
    'Include the fees in the amounts or give each fee its own row, and empty the fee column',
  )
