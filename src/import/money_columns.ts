/** Which columns hold the money: one amount, or one for each direction, with the balance and fee beside it. */ // import.md §3

import { balanceVerdict, leadsOn, type Series, type TimeOrder } from './balance.ts'
import { type Mapping, question } from './choices.ts'
import { type Column, isDateColumn, isNumberColumn, type Profile, roleOf } from './profile.ts'
import { textColumnsOf } from './text_columns.ts'
import { speaksOfIncome } from './words.ts'

/** The money of a file, as columns; either `amount`, or `in` with `out`. */
export interface MoneyColumns {
  amount?: Column
  in?: Column
  out?: Column
  balance?: Column
  fee?: Column
}

/** The numbers of a file's columns, in whatever notation they are written, and the order of their rows. */
export interface Numbers {
  of(column: Column): Series
  order: TimeOrder
}

/** Finds the money by the header, else by what the numbers do. Throws the question when several columns could be it. */
export function moneyColumnsOf(profile: Profile, currency: string, numbers: Numbers): MoneyColumns {
  const numeric = profile.columns.filter(isNumberColumn)
  return namedColumns(profile, numeric, currency) ?? provenColumns(profile, numeric, numbers)
}

function namedColumns(
  { columns, records }: Profile,
  numeric: Column[],
  currency: string,
): MoneyColumns | undefined {
  // Of which a fee was kept, the net amount moved; with a tax, the gross one did.
  const taxed = columns.some(({ name }) => TAX.test(name))
  const whole = numeric.filter(({ name }) => !(taxed && NET.test(name)))
  const amount = best(whole, (column) => amountScore(column, currency, records.length))
  const directed = columns.filter((column) => isNumberColumn(column) || column.filled === 0)
  const pair = namedPair(directed, records.length)
  const balance = best(numeric, (column) => roleOf(column, 'balance') - (column === amount ? 9 : 0))
  const fee = best(numeric, (column) => (column.moneyLike > 0 ? roleOf(column, 'fee') : 0))
  const beside = { ...(balance && { balance }), ...(fee && { fee }) }
  if (amount && (!pair || amount.negative > 0)) return { amount, ...beside }
  if (pair) return { ...pair, ...beside }
  const spent = best(numeric, (column) =>
    column.filled === records.length ? directionScore(column, 'out') : 0,
  )
  return spent && { out: spent, ...beside }
}

/** How surely a column is named for money that went this way, and not for the other way or a balance. */
const directionScore = (column: Column, role: 'in' | 'out'): number =>
  roleOf(column, role) > roleOf(column, role === 'in' ? 'out' : 'in') && roleOf(column, 'balance') === 0
    ? roleOf(column, role)
    : 0

const NET = /\bnet(?:t|to|o)?\b/i
const TAX = /\b(?:vat|tax|mwst|ust|umsatzsteuer|tva|iva|btw|moms|mva|dph)\b/i
const POSTED = /入账|记账|记帐|posted|booked|buchung|billing|settle|zaúčtovan/i

function amountScore(column: Column, currency: string, rows: number): number {
  const named = roleOf(column, 'amount')
  const directed = roleOf(column, 'in') > 0 !== roleOf(column, 'out') > 0
  if (named === 0 || directed || roleOf(column, 'balance') > named || column.filled < rows * 0.5) return 0
  const inCurrency = new RegExp(`\\b${currency}\\b`, 'i').test(column.name) ? 1.5 : 0
  const foreign = roleOf(column, 'foreign') > 0 ? 4 : 0
  const mixed = column.written.size > 1 ? 1 : 0
  return Math.max(0.1, named + inCurrency + (POSTED.test(column.name) ? 0.5 : 0) - foreign - mixed)
}

// Of several pairs the one with more in it is the account's; the other is the currency of the purchase.
function namedPair(columns: Column[], rows: number): { in: Column; out: Column } | undefined {
  const named = (role: 'in' | 'out') => columns.filter((column) => directionScore(column, role) > 0)
  let found: { in: Column; out: Column; filled: number } | undefined
  for (const into of named('in')) {
    for (const out of named('out')) {
      const filled = into.filled + out.filled
      if (filled >= rows * 0.5 && filled > (found?.filled ?? 0)) found = { in: into, out, filled }
    }
  }
  return found && { in: found.in, out: found.out }
}

function provenColumns(profile: Profile, numeric: Column[], numbers: Numbers): MoneyColumns {
  const money = numeric.some((column) => column.moneyLike > 0)
    ? numeric.filter((column) => column.moneyLike > 0)
    : numeric
  const [first] = money
  if (!first) throw question('No column of the file holds amounts', mapFlag(profile, 'amount=COL'))
  if (money.length === 1) return { amount: first }
  const pair = complementaryPair(money, numbers)
  const rest = money.filter((column) => column !== pair?.[0] && column !== pair?.[1])
  if (pair) return directedPair(pair, rest, { profile, numbers })
  for (const amount of money) {
    const balance = money.find(
      (other) =>
        other !== amount &&
        balanceVerdict(numbers.of(amount), numbers.of(other), numbers.order) !== undefined,
    )
    if (balance) return { amount, balance }
  }
  const rough = money.map((column) => numbers.of(column))
  const moved = rough.findIndex((amounts) => rough.some((before) => leadsOn(amounts, before, numbers.order)))
  const amount = money[moved]
  if (amount) return { amount }
  const signed = money.filter((column) => column.negative > 0)
  if (signed.length === 1 && signed[0] === first && first.positive > 0) return { amount: first }
  const listed = money.map((column) => `${column.at + 1}${column.name ? ` "${column.name}"` : ''}`)
  throw question(
    `Which column is the amount? The columns ${listed.join(' and ')} hold numbers`,
    `${mapFlag(profile, 'amount=COL')} (or out=COL when all of it goes out)`,
  )
}

/** Two neighbouring columns of which every row fills exactly one. */
function complementaryPair(money: Column[], numbers: Numbers): [Column, Column] | undefined {
  for (const [at, left] of money.entries()) {
    const right = money[at + 1]
    if (!right) return undefined
    const other = numbers.of(right)
    const rows = numbers.of(left)
    const single = rows.filter((amount, row) => Boolean(amount) !== Boolean(other[row])).length
    if (left.filled > 0 && right.filled > 0 && single >= rows.length * 0.95) return [left, right]
  }
  return undefined
}

interface Evidence {
  profile: Profile
  numbers: Numbers
}

function directedPair(
  [left, right]: [Column, Column],
  rest: Column[],
  { profile, numbers }: Evidence,
): MoneyColumns {
  const leftIsOut = { out: left, in: right }
  const rightIsOut = { out: right, in: left }
  if (left.negative > 0 && right.negative === 0) return leftIsOut
  if (right.negative > 0 && left.negative === 0) return rightIsOut
  const [lefts, rights] = [numbers.of(left), numbers.of(right)]
  const net = (into: Series, out: Series) => into.map((amount, row) => (amount ?? 0n) - (out[row] ?? 0n))
  const proofOf = (amounts: Series) =>
    rest.find((balance) => balanceVerdict(amounts, numbers.of(balance), numbers.order) === 'as_is')
  const [leftProof, rightProof] = [proofOf(net(rights, lefts)), proofOf(net(lefts, rights))]
  // A balance before each row can speak for the wrong side; two that disagree prove nothing.
  if (leftProof && !rightProof) return { ...leftIsOut, balance: leftProof }
  if (rightProof && !leftProof) return { ...rightIsOut, balance: rightProof }
  const incomes = profile.records.flatMap(({ cells }, row) => (cells.some(speaksOfIncome) ? [row] : []))
  const [leftIncome, rightIncome] = [lefts, rights].map((amounts) => incomes.some((row) => amounts[row]))
  // Salaries, refunds and interest received, all of them in one column, can only come in.
  if (leftIncome !== rightIncome) return leftIncome ? rightIsOut : leftIsOut
  const [a, b] = [left.at + 1, right.at + 1]
  throw question(
    `Which of the columns ${a} and ${b} is money out? Nothing in the file tells`,
    `${mapFlag(profile, `out=${a},in=${b}`)} or ${mapFlag(profile, `in=${a},out=${b}`)}`,
  )
}

/** The flag that answers, with what is sure about the other columns filled in. */
export function mapFlag(profile: Profile, money: string, date = profile.columns.find(isDateColumn)): string {
  const [payee] = textColumnsOf(profile, new Set()).payee
  return `--map date=${date ? date.at + 1 : 'COL'},${money}${payee ? `,payee=${payee.at + 1}` : ''}`
}

function best(columns: readonly Column[], score: (column: Column) => number): Column | undefined {
  let found: { column: Column; score: number } | undefined
  for (const column of columns) {
    const worth = score(column)
    if (worth > (found?.score ?? 0)) found = { column, score: worth }
  }
  return found?.column
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
