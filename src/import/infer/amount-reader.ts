/** How the amount of a row is read: from which columns, in which notation, with which sign. */ // import.md §3

import { type Minor, parseAmount } from '../../money/minor-units.ts'
import { isEmptyAmount, type MoneyForm, moneyFormOf, readMoney, shown } from '../text/amount-cell.ts'
import { decimalString, writtenNumber } from '../text/numbers.ts'
import { saysPending, saysVoid } from '../text/vocabulary.ts'
import { findMoney, proveMapped } from './amount-columns.ts'
import type {
  AmountEvidence,
  AmountReading,
  FileBalances,
  MoneyReading,
  Settled,
  Settling,
} from './amount-evidence.ts'
import { askForAmount, askForFee, askForWay } from './amount-questions.ts'
import type { FoundMoney } from './amount-search.ts'
import { signOf } from './amount-sign.ts'
import type { Numbers } from './balance-evidence.ts'
import type { Column, Profile } from './column-profile.ts'
import { readPair } from './debit-credit-amount.ts'
import { type Flag, flagOf } from './debit-credit-column.ts'
import { decimalMarkOf, likelyMark } from './decimal-separator.ts'
import { lessFee, type RowAmount, readColumn } from './row-amount.ts'
import type { Series } from './running-balance.ts'

/** Settles where amounts stand and what they mean. Throws the first open question. */
export function amountReadingOf(evidence: AmountEvidence): AmountReading {
  const { profile, choices, currency, named } = evidence
  const flag = named && !named.flag && !choices.out_values ? undefined : flagOf(profile, choices, named?.flag)
  const numbers = readNumbers(evidence)
  const readingOf = (found: FoundMoney) => readingFor(found, { ...evidence, flag, numbers })
  if (named) return readingOf(proveMapped(named.money, numbers, flag))
  const asking = { ...evidence, flag, readingOf }
  const ask = {
    amount: (columns: readonly Column[]) => askForAmount(columns, asking),
    way: (left: Column, right: Column) => askForWay(left, right, asking),
    fee: (found: FoundMoney, fee: Column) => askForFee(found, fee, asking),
  }
  return readingOf(findMoney({ profile, currency, numbers, flag, ask }))
}

function readNumbers({ profile, order, isOrderClear, isOrderFirm, days }: AmountEvidence): Numbers {
  const known = new Map<Column, Series>()
  return {
    order,
    isOrderClear,
    isOrderFirm,
    days,
    cells: ({ at }) => profile.records.map(({ cells }) => cells[at] ?? ''),
    isBooked: profile.records.map(({ cells }) => !cells.some((cell) => saysPending(cell) || saysVoid(cell))),
    of(column) {
      const series = known.get(column) ?? roughSeries(column, profile)
      known.set(column, series)
      return series
    },
  }
}

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

function readingFor({ columns, proof }: FoundMoney, settling: Settling): AmountReading {
  const { flag, currency } = settling
  const money = [columns.amount, columns.in, columns.out].filter((column) => column !== undefined)
  const mark = decimalMarkOf(money, settling)
  const form = moneyFormOf(mark, currency)
  const settled = { found: { columns, proof }, form, ...settling }
  const { amount } = columns
  const reading = amount ? readSingle(amount, settled) : readPair(settled)
  const isOwed = proof !== undefined && (reading.rule === 'inverted') !== proof.isAgainst
  const balances = proof && {
    ...readBalance(proof.balance, form, isOwed),
    order: proof.order,
    stands: proof.stands,
    isOrderFree: proof.isOrderFree,
    isUnsigned: amount?.negative === 0 && !flag && reading.rule !== 'unsigned_out',
  }
  return { columns, flag, mark, balances, ...reading }
}

function readBalance({ at }: Column, form: MoneyForm, isOwed: boolean): Pick<FileBalances, 'read'> {
  return {
    read(cells) {
      const cell = cells[at] ?? ''
      const read = isEmptyAmount(cell) ? undefined : readMoney(cell, form)
      if (!read || 'flaw' in read) return undefined
      return isOwed ? -read.minor : read.minor
    },
  }
}

function readSingle(column: Column, settled: Settled): MoneyReading {
  const { found, flag, form, named, choices, profile, above, date } = settled
  const { columns, proof } = found
  const amounts = settled.numbers.of(column)
  const sign = signOf({
    profile,
    above,
    choices,
    columns,
    column,
    amounts,
    proof,
    flag,
    date,
    isMapped: named !== undefined,
  })
  const read = (cells: readonly string[]): RowAmount => {
    const direction = flag?.direction(cells[flag.column.at] ?? '')
    if (flag && direction === 'neutral') return { kind: 'neutral' }
    const amount = readColumn(cells, column, { form, field: 'amount' })
    if (amount.kind !== 'amount') return amount
    // No amount of the sample was below zero, or the rule would be another; what one means now, nothing tells.
    if (amount.minor < 0n && (sign.rule === 'flagged' || sign.rule === 'unsigned_out'))
      return belowZero(cells, column)
    if (sign.rule === 'flagged' && flag) {
      const signed = flagged(amount.minor, direction, { cells, flag })
      return signed.kind === 'amount' ? lessFee(signed.minor, cells, { fee: columns.fee, form }) : signed
    }
    const opposite = sign.rule === 'inverted' || (sign.rule === 'unsigned_out' && !amount.plus)
    return lessFee(opposite ? -amount.minor : amount.minor, cells, { fee: columns.fee, form })
  }
  return { rule: sign.rule, sign: columns.fee && sign.proof !== 'choice' ? 'balance' : sign.proof, read }
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
