/** Which columns hold the money: told by the balance, else by the header, else by what the numbers do. */ // import.md §3 §10

import { type Mapping, question } from '../model/read-options.ts'
import { isBesideMoney, namedColumns } from './amount-headers.ts'
import { type FoundMoney, fillInTurn, type MoneyColumns, type MoneySearch } from './amount-search.ts'
import {
  type Candidate,
  type Numbers,
  type Proof,
  proveBalance,
  proveBetweenBalances,
} from './balance-evidence.ts'
import { type Column, isNumberColumn, type Profile, roleOf } from './column-profile.ts'
import type { Flag } from './debit-credit-column.ts'
import { guessColumns } from './guess-amount-columns.ts'
import type { Series } from './running-balance.ts'

/** Finds the money. Throws the question when several columns could be it. */
export function findMoney(search: MoneySearch): FoundMoney {
  const { profile, currency, numbers, flag, ask } = search
  const numeric = profile.columns.filter(isNumberColumn)
  const named = namedColumns(profile, numeric, currency)
  const [first] = named
  const tried = [...named, ...otherReadings(numeric, named, numbers)]
  const candidates = tried.flatMap((reading) => candidatesFor(reading, numeric, { numbers, flag }))
  const balances = balanceColumns(numeric, first)
  const found =
    proveBalance(candidates, balances, numbers) ?? proveBetweenBalances(candidates, numeric, numbers)
  // One step against what the header says of both columns may be a coincidence.
  const isChance = found?.isAgainst === true && !found.reading.amount && profile.records.length < 3
  const proof = isChance ? undefined : found
  if (proof) {
    const open = findOpenFee(proof, candidates, numbers)
    if (open) throw ask.fee({ columns: { ...proof.reading, balance: proof.balance }, proof }, open)
    return { columns: { ...proof.reading, balance: proof.balance }, proof }
  }
  const balance = numeric.find((column) => roleOf(column, 'balance') > 0 && column !== first?.amount)
  const beside = balance && { balance }
  const rivals = named.filter((reading) => !readsAlike(reading, first, numbers))
  if (first && rivals.length > 0) throw ask.amount([first, ...rivals].flatMap(({ amount }) => amount ?? []))
  const open = first && balance && findLikelyFee(first, candidates, { balance, numbers })
  if (first && open) throw ask.fee({ columns: { ...first, ...beside }, proof: undefined }, open)
  const columns = first ?? guessColumns(numeric, search)
  refuseZeros(columns, profile)
  return { columns: { ...columns, ...(balance !== columns.amount && beside) }, proof: undefined }
}

/** What a mapping names, with what the balance it names proves. */
export function proveMapped(columns: MoneyColumns, numbers: Numbers, flag: Flag | undefined): FoundMoney {
  const { balance, fee, ...reading } = columns
  const candidates = candidatesFor(reading, fee ? [fee] : [], { numbers, flag })
  const meant = fee ? candidates.filter((one) => one.reading.fee) : candidates
  return { columns, proof: balance && proveBalance(meant, [balance], numbers) }
}

/** The amounts of the rows in the columns' own sign. */
function amountSeries(
  columns: MoneyColumns,
  { numbers, flag }: Pick<MoneySearch, 'numbers' | 'flag'>,
): Series {
  const { amount, in: into, out } = columns
  if (amount) return signedByFlag(amount, numbers, flag)
  const [came, went] = [into && sized(into, numbers), out && sized(out, numbers)]
  return numbers.days.map((_, row) => {
    const [arrived, left] = [came?.[row], went?.[row]]
    return arrived === undefined && left === undefined ? undefined : (arrived ?? 0n) - (left ?? 0n)
  })
}

// Some banks write the sign although the column tells the way already.
function sized(column: Column, { of: series }: Numbers): Series {
  const isReversed = column.negative > column.positive
  return isReversed ? series(column).map((value) => value && -value) : series(column)
}

function signedByFlag(amount: Column, numbers: Numbers, flag: Flag | undefined): Series {
  const series = numbers.of(amount)
  if (amount.negative > 0) return series
  if (flag) {
    const isOut = numbers.cells(flag.column).map((cell) => flag.direction(cell) === 'out')
    return series.map((value, row) => (value !== undefined && isOut[row] ? -value : value))
  }
  if (amount.plus === 0 || amount.plus === amount.positive) return series
  // Where some amounts say that they came in, the others went out.
  const cells = numbers.cells(amount)
  return series.map((value, row) =>
    value !== undefined && !/\+|cr/i.test(cells[row] ?? '') ? -value : value,
  )
}

/** The ways a reading may add up to the balance: by itself, or with a fee beside it. */
function candidatesFor(
  reading: MoneyColumns,
  numeric: readonly Column[],
  search: Pick<MoneySearch, 'numbers' | 'flag'>,
): Candidate<MoneyColumns>[] {
  const amounts = amountSeries(reading, search)
  const columns = Object.values(reading)
  const fees = numeric.filter((column) => column.moneyLike > 0 && isBesideMoney(column))
  return [
    { reading, columns, amounts },
    ...fees.flatMap((fee) => {
      const kept = search.numbers
        .of(fee)
        .map((value) => (value === undefined || value < 0n ? -(value ?? 0n) : value))
      if (kept.every((value) => value === 0n)) return []
      // A row may be a fee and nothing else.
      const sizes = amounts.map((value, row) => value ?? (kept[row] === 0n ? undefined : 0n))
      const less = sizes.map((value, row) => (value === undefined ? undefined : value - (kept[row] ?? 0n)))
      const more = sizes.map((value, row) => (value === undefined ? undefined : value + (kept[row] ?? 0n)))
      return [
        { reading: { ...reading, fee }, columns: [...columns, fee], amounts: less, isAgainst: false },
        { reading: { ...reading, fee }, columns: [...columns, fee], amounts: more, isAgainst: true },
      ]
    }),
  ]
}

/** A fee that the balances explain as well with the amounts as without it. */
function findOpenFee(
  { reading, balance, share, ...way }: Proof<MoneyColumns>,
  candidates: readonly Candidate<MoneyColumns>[],
  numbers: Numbers,
): Column | undefined {
  if (reading.fee) return undefined
  const rivals = candidates.filter(
    (one) => one.reading.fee && one.reading.amount === reading.amount && one.reading.in === reading.in,
  )
  const alike = rivals.find(
    (one) =>
      (one.isAgainst ?? way.isAgainst) === way.isAgainst &&
      proveBalance([one], [balance], numbers)?.share === share,
  )
  return alike?.reading.fee
}

/** A fee with which the balance follows the amounts better than without it, though too seldom to prove anything. */
function findLikelyFee(
  { amount, in: into }: MoneyColumns,
  candidates: readonly Candidate<MoneyColumns>[],
  { balance, numbers }: { balance: Column; numbers: Numbers },
): Column | undefined {
  const readings = candidates.filter(({ reading }) => reading.amount === amount && reading.in === into)
  return proveBalance(readings, [balance], numbers, 0)?.reading.fee
}

/** What else the numbers of a file could be: any one column, or two neighbours of which every row fills one. */
function otherReadings(
  numeric: readonly Column[],
  named: readonly MoneyColumns[],
  numbers: Numbers,
): MoneyColumns[] {
  const own = numeric.filter(
    (column) =>
      roleOf(column, 'balance') === 0 &&
      column.moneyLike > 0 &&
      column.negative + column.positive > 0 &&
      !isBesideMoney(column),
  )
  const singles = own
    .filter((column) => !named.some(({ amount }) => amount === column))
    .map((amount): MoneyColumns => ({ amount }))
  const pairs = own.flatMap((left, at): MoneyColumns[] => {
    const right = own[at + 1]
    if (!right || named.some(({ in: into, out }) => into && out) || !fillInTurn(left, right, numbers))
      return []
    return [
      { in: left, out: right },
      { in: right, out: left },
    ]
  })
  return [...pairs, ...singles]
}

/** The columns that may be a balance: those the header calls so, else all that are not the money itself. */
function balanceColumns(numeric: readonly Column[], first: MoneyColumns | undefined): Column[] {
  const named = numeric.filter((column) => roleOf(column, 'balance') > 0)
  if (named.length > 0) return named
  const money = first ? [first.amount, first.in, first.out] : []
  const isElse = (column: Column) =>
    isBesideMoney(column) ||
    (['amount', 'in', 'out', 'foreign'] as const).some((role) => roleOf(column, role) > 0)
  return numeric.filter((column) => !money.includes(column) && column.moneyLike > 0 && !isElse(column))
}

const readsAlike = (one: MoneyColumns, other: MoneyColumns | undefined, { of: series }: Numbers): boolean => {
  if (one === other) return true
  if (!one.amount || !other?.amount) return false
  const [left, right] = [series(one.amount), series(other.amount)]
  return left.every((value, row) => value === right[row])
}

function refuseZeros({ amount, in: into, out }: MoneyColumns, { records }: Profile): void {
  const columns = [amount, into, out].filter((column) => column !== undefined)
  if (records.length === 0 || columns.some(({ negative, positive }) => negative + positive > 0)) return
  const named = columns.map(({ at, name }) => `${at + 1}${name && ` "${name}"`}`).join(' and ')
  throw question(
    `All amounts of column ${named} are zero`,
    'Is another column the amount? Name it with --map; else export the file at the bank once more',
  )
}

/** The columns a mapping names, for those who read them. */
export function mappedColumns(mapping: Mapping, columns: readonly Column[]): MoneyColumns {
  const found: MoneyColumns = {}
  for (const field of ['amount', 'in', 'out', 'balance', 'fee'] as const) {
    const column = columns[mapping[field]?.[0] ?? -1]
    if (column) found[field] = column
  }
  return found
}
