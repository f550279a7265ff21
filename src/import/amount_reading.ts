/** How the amount of a row is read: from which columns, in which notation, with which sign. */ // import.md §3

import { type Minor, parseAmount } from '../money/minor.ts'
import { balanceVerdict, type Series, type TimeOrder } from './balance.ts'
import type { Choices, DecimalMark } from './choices.ts'
import { decimalMarkOf, likelyMark } from './decimal_mark.ts'
import { type Flag, flagOf } from './flag.ts'
import { isEmptyAmount, type MoneyForm, moneyFormOf, readMoney, shown } from './money_cells.ts'
import { type MoneyColumns, moneyColumnsOf, type Numbers } from './money_columns.ts'
import { decimalString, writtenNumber } from './numbers.ts'
import type { Column, Profile } from './profile.ts'
import type { FileRecord } from './records.ts'
import { type SignProof, type SignReading, signOf } from './sign.ts'

/** What a row says about money. */
export type RowAmount =
  | { kind: 'amount'; minor: Minor }
  | { kind: 'flaw'; message: string; column: number; field: string }
  | { kind: 'neutral' }
  | { kind: 'empty' }

export interface AmountReading {
  columns: MoneyColumns
  flag: Flag | undefined
  mark: DecimalMark | undefined
  sign: SignProof
  read(cells: readonly string[]): RowAmount
  balance(cells: readonly string[]): Minor | undefined
}

interface Evidence {
  profile: Profile
  choices: Choices
  currency: string
  /** The records after those of the sample. */
  beyond(): Iterable<FileRecord>
  order: TimeOrder
  /** What stands above the table. */
  above: readonly FileRecord[]
  /** The columns a person named; then nothing is looked for. */
  named?: { money: MoneyColumns; flag: Column | undefined }
}

/** Settles where amounts stand and what they mean. Throws the first open question. */
export function amountReadingOf(evidence: Evidence): AmountReading {
  const { profile, choices, currency, order, named } = evidence
  const numbers: Numbers = { of: (column) => roughSeries(column, profile), order }
  const columns = named?.money ?? moneyColumnsOf(profile, currency, numbers)
  const money = [columns.amount, columns.in, columns.out].filter((column) => column !== undefined)
  const mark = decimalMarkOf(money, evidence)
  const flag = named && !named.flag && !choices.out_values ? undefined : flagOf(profile, choices, named?.flag)
  const form = moneyFormOf(mark, currency)
  const settled = {
    columns: withProvenFee(columns, numbers),
    flag,
    form,
    named: named !== undefined,
    choices,
    profile,
    above: evidence.above,
    numbers,
  }
  const { amount } = columns
  const reading = amount ? singleReading(amount, settled) : pairReading(settled)
  const balanceAt = columns.balance?.at
  const balance = (cells: readonly string[]): Minor | undefined => {
    const cell = balanceAt === undefined ? '' : (cells[balanceAt] ?? '')
    const read = isEmptyAmount(cell) ? undefined : readMoney(cell, form)
    return read && 'minor' in read ? read.minor : undefined
  }
  return { columns: settled.columns, flag, mark, balance, ...reading }
}

interface Settled {
  columns: MoneyColumns
  flag: Flag | undefined
  form: MoneyForm
  named: boolean
  choices: Choices
  profile: Profile
  above: readonly FileRecord[]
  numbers: Numbers
}

type Reading = Pick<AmountReading, 'sign' | 'read'>

const FOUR_DECIMALS = 4

/** A column's numbers as far as they can be read before anything is settled. */
function roughSeries(column: Column, profile: Profile): Series {
  const mark = likelyMark(column, profile)
  return profile.records.map(({ cells }) => {
    const number = writtenNumber(cells[column.at] ?? '')
    const text = number && decimalString(number, mark)
    return text === undefined ? undefined : parseAmount(text, FOUR_DECIMALS)
  })
}

// A fee is part of the amount only where the balance says so; elsewhere it is booked by itself or not at all.
function withProvenFee(columns: MoneyColumns, numbers: Numbers): MoneyColumns {
  const { amount, balance, fee, ...others } = columns
  if (!amount || !fee) return { ...columns }
  const kept: MoneyColumns = { ...others, amount, ...(balance && { balance }) }
  if (!balance) return kept
  const { of: rough, order } = numbers
  const fees = rough(fee)
  const net = rough(amount).map((value, row) => (value === undefined ? undefined : value - (fees[row] ?? 0n)))
  const changes = fees.some((value) => value !== undefined && value !== 0n)
  const better =
    balanceVerdict(net, rough(balance), order) === 'as_is' &&
    balanceVerdict(rough(amount), rough(balance), order) !== 'as_is'
  return changes && better ? { ...kept, fee } : kept
}

function singleReading(column: Column, settled: Settled): Reading {
  const { columns, flag, form, named, choices, profile, above, numbers } = settled
  const unproven = named && !flag && choices.invert === undefined
  const balances = columns.balance && numbers.of(columns.balance)
  const sign: SignReading = unproven
    ? { rule: 'as_is', proof: 'mapping' }
    : signOf({
        profile,
        above,
        choices,
        column,
        amounts: numbers.of(column),
        balances,
        order: numbers.order,
        flag,
      })
  const proof = columns.fee && sign.proof !== 'choice' ? 'balance' : sign.proof
  const read = (cells: readonly string[]): RowAmount => {
    const direction = flag?.direction(cells[flag.column.at] ?? '')
    if (flag && direction === 'neutral') return { kind: 'neutral' }
    const amount = readColumn(cells, column, { form, field: 'amount' })
    if (amount.kind !== 'amount') return amount
    // No amount of the sample was below zero, or the rule would be another; what one means now, nothing tells.
    if (amount.minor < 0n && (sign.rule === 'flagged' || sign.rule === 'unsigned_out'))
      return belowZero(cells, column)
    if (sign.rule === 'flagged' && flag) return flagged(amount.minor, direction, { cells, flag })
    const opposite = sign.rule === 'inverted' || (sign.rule === 'unsigned_out' && !amount.plus)
    const minor = opposite ? -amount.minor : amount.minor
    if (!columns.fee) return { kind: 'amount', minor }
    const fee = readColumn(cells, columns.fee, { form, field: 'fee' })
    return fee.kind === 'amount'
      ? { kind: 'amount', minor: minor - fee.minor }
      : fee.kind === 'empty'
        ? { kind: 'amount', minor }
        : fee
  }
  return { sign: proof, read }
}

function belowZero(cells: readonly string[], column: Column): RowAmount {
  const message = `"${shown(cells[column.at] ?? '')}" is below zero, in a file whose amounts have no sign`
  return { kind: 'flaw', message, column: column.at + 1, field: 'amount' }
}

function flagged(
  minor: Minor,
  direction: 'in' | 'out' | 'neutral' | undefined,
  { cells, flag }: { cells: readonly string[]; flag: Flag },
): RowAmount {
  if (direction === 'out') return { kind: 'amount', minor: -minor }
  if (direction === 'in') return { kind: 'amount', minor }
  const message = `"${cells[flag.column.at] ?? ''}" does not tell whether money came in or went out`
  return { kind: 'flaw', message, column: flag.column.at + 1, field: 'flag' }
}

function pairReading({ columns, form, choices }: Settled): Reading {
  const { in: into, out } = columns
  // Some banks write the sign although the column already tells it; a lone minus among them is a purchase taken back.
  const outIsSigned = out !== undefined && out.negative > out.positive
  const intoIsReversed = into !== undefined && into.negative > into.positive
  const read = (cells: readonly string[]): RowAmount => {
    const came = into ? readColumn(cells, into, { form, field: 'in' }) : { kind: 'empty' as const }
    const went = out ? readColumn(cells, out, { form, field: 'out' }) : { kind: 'empty' as const }
    if (came.kind === 'flaw') return came
    if (went.kind === 'flaw') return went
    if (came.kind === 'empty' && went.kind === 'empty') return { kind: 'empty' }
    const left = went.kind === 'amount' ? (outIsSigned ? -went.minor : went.minor) : 0n
    const arrived = came.kind !== 'amount' ? 0n : intoIsReversed ? -came.minor : came.minor
    const minor = arrived - left
    return { kind: 'amount', minor: choices.invert === true ? -minor : minor }
  }
  return { sign: choices.invert === undefined ? 'columns' : 'choice', read }
}

type ColumnAmount =
  | { kind: 'amount'; minor: Minor; plus: boolean }
  | { kind: 'flaw'; message: string; column: number; field: string }
  | { kind: 'empty' }

function readColumn(
  cells: readonly string[],
  column: Column,
  { form, field }: { form: MoneyForm; field: string },
): ColumnAmount {
  const cell = cells[column.at]
  if (cell === undefined || isEmptyAmount(cell)) return { kind: 'empty' }
  const read = readMoney(cell, form)
  if ('flaw' in read) return { kind: 'flaw', message: read.flaw, column: column.at + 1, field }
  return { kind: 'amount', minor: read.minor, plus: read.plus }
}
