/**
 * Converts amounts at the rate that each row states, and offers this where a file is in another currency.
 * @see docs/import.md#currency
 */

import { formatAmount, type MinorUnits } from '../../money/minor-units.ts'
import type { AnswerOption } from '../ambiguity-error.ts'
import { type AmountNotation, createAmountNotation, truncateCell } from '../cells/amount-cell.ts'
import { convertToDecimal, parseNumberParts } from '../cells/amount-parts.ts'
import type { AmountColumns, AmountReader, RowAmount } from './amount-evidence.ts'
import { isFeeOrTax, isOrderAmount, listAmountCurrencies } from './amount-headers.ts'
import { type ColumnProfile, isNumberColumn, scoreRole, type TableProfile } from './column-profile.ts'

const RATE =
  /\b(?:fx|rate|(?:wechsel|umrechnungs)?kurs|koers|cours|taux|(?:tipo de )?cambio|tasso|câmbio|växelkurs|valutakurs|kurz|vaihtokurssi)\b|árfolyam|курс|汇率|匯率|レート|환율/iu

/** Returns the amount at the rate of the row; `inverse_rate` is the other currency for one of the account's. */
export function convertAtRate(
  amount: RowAmount,
  cells: readonly string[],
  { columns, notation }: { columns: AmountColumns; notation: AmountNotation },
): RowAmount {
  const column = columns.rate ?? columns.inverse_rate
  if (!column || amount.kind !== 'amount') return amount
  const cell = cells[column.index] ?? ''
  const rate = parseRate(cell, notation)
  if (rate === undefined) {
    const message = cell === '' ? 'The rate is empty' : `"${truncateCell(cell)}" is not a rate`
    return { kind: 'invalid', message, column: column.index + 1, field: 'rate' }
  }
  const [units, scale] = rate
  const [factor, divisor] = columns.rate ? [units, scale] : [scale, units]
  return { kind: 'amount', minor: divideRounded(amount.minor * factor, divisor) }
}

/** Returns a positive rate as a fraction; undefined for any other text. */
function parseRate(
  cell: string,
  { decimalSeparator }: AmountNotation,
): [units: bigint, scale: bigint] | undefined {
  const number = parseNumberParts(cell)
  const text = number && convertToDecimal(number, decimalSeparator ?? '.')
  const [, whole = '', fraction = ''] = /^(\d{1,9})(?:\.(\d{1,12}))?$/.exec(text ?? '') ?? []
  const units = BigInt(`0${whole}${fraction}`)
  return units > 0n ? [units, 10n ** BigInt(fraction.length)] : undefined
}

/** Divides by a positive number; halves go away from zero. */
function divideRounded(value: bigint, by: bigint): MinorUnits {
  const half = value < 0n ? -by : by
  return (value * 2n + half) / (by * 2n)
}

interface ConversionEvidence {
  profile: TableProfile
  money: AmountReader
  currency: string
  /** The columns as `--map` takes them. */
  map: string
  /** True if lines around the table state another currency. */
  isOutside: boolean
}

/** Returns an answer for each column that may hold the amounts in the account's currency, else for each use of a rate. */
export function listConversionAnswers(evidence: ConversionEvidence): AnswerOption[] {
  const { profile, money, currency, map, isOutside } = evidence
  const { amount, in: inColumn, out, balance, fee } = money.columns
  const [row] = profile.records
  const used = [amount, inColumn, out, balance, fee]
  const isOther = (column: ColumnProfile) =>
    isNumberColumn(column) &&
    !used.includes(column) &&
    column.filled === profile.records.length &&
    scoreRole(column, 'balance') === 0 &&
    !isFeeOrTax(column) &&
    !isOrderAmount(column)
  const others = profile.columns.filter(isOther)
  const inCurrency = isOutside ? { currency } : {}
  const rates = others.filter(({ name }) => RATE.test(name))
  const isInCurrency = (column: ColumnProfile) =>
    [...listAmountCurrencies(column, profile)].every((code) => code === currency)
  const amounts = others.filter(
    (column) => !rates.includes(column) && column.moneyLike > 0 && isInCurrency(column),
  )
  const withoutBalance = map.replace(/,balance=\d+/, '')
  const taken = amounts.map(({ index, name }) => ({
    label: `Take ${row?.cells[index]} from ${name === '' ? `column ${index + 1}` : `"${name}"`} instead`,
    options: {
      map: withoutBalance
        .replace(/,(?:amount|in|out)=\d+/, `,amount=${index + 1}`)
        .replace(/,(?:in|out)=\d+/, ''),
      ...inCurrency,
    },
  }))
  const [rate] = rates
  // Beside the amount of the purchase, the rate is the one between its currency and the account's.
  const isOfPurchase = profile.columns.some(
    (column) => isNumberColumn(column) && !used.includes(column) && isOrderAmount(column),
  )
  if (taken.length > 0 || !rate || !amount || !row || isOfPurchase) return taken
  const notation = createAmountNotation(money.decimalSeparator, currency)
  return (['rate', 'inverse_rate'] as const).flatMap((field) => {
    const booked = convertAtRate(money.read(row.cells), row.cells, { columns: { [field]: rate }, notation })
    if (booked.kind !== 'amount') return []
    const shown = formatAmount(booked.minor, notation.decimals)
    return [
      {
        label: `At the rate in "${rate.name}": ${row.cells[amount.index]} is ${shown} ${currency}`,
        options: { map: `${withoutBalance},${field}=${rate.index + 1}`, ...inCurrency },
      },
    ]
  })
}
