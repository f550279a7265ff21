/**
 * Finds the amount columns that the headers name, the most likely first, and their currencies.
 * @see docs/import.md#amount-columns
 * @see docs/import.md#currency
 */

import { parseCurrency } from '../words/currency-terms.ts'
import type { AmountColumns } from './amount-evidence.ts'
import { type ColumnProfile, isNumberColumn, scoreRole, type TableProfile } from './column-profile.ts'

const NET = /\bnet(?:t|to|o)?\b|净额/i
const GROSS = /\bgross\b|\bbrut(?:to|o)?\b|\blordo\b/i
const TAX = /\b(?:vat|tax|mwst|ust|umsatzsteuer|tva|iva|btw|moms|mva|dph|gst|pst)\b/i
const CHARGE =
  /\b(?:fees?|taxe?s?|vat|commissions?|charges?|gebühr(?:en)?|spesen|frais|comisi[oó]n(?:es)?|commission[ei]|avgift|gebyr|opłata|poplatek|provision|kosten|tarifa|tariffa)\b|手续费|手數料|手数料|수수료|комиссия/i
const SETTLED =
  /\b(?:paid|posted|booked|settled?|settlement|billing|billed|charged|buchungs?\p{L}*|gebucht|zaúčtovan\p{L}*|bokför\p{L}*|comptabilisé|contabilizado|contabile|(?:base|billing) currency)\b|实付|清算|实收|入账|记账|记帐|入賬|結算/iu
const ACCOUNT_CURRENCY =
  /\b(?:card|account) currency|kontowährung|devise du compte|moneda de la cuenta|valuta del conto|waluci[ae] (?:rachunku|konta|karty)|měn[aě] účtu|rekeningvaluta|kontovaluta|валют[іеу] (?:картки|рахунку|счета|карты|счёта)|账户币种|帳戶幣別|口座通貨/iu
const ORDERED =
  /\b(?:order(?:ed)?|original\p{L}*|requested|instructed|ursprung\p{L}*|bestell\p{L}*|local|listed|before|foreign|fremdwährung|d['’]origine|en (?:devises?|divisas?)|(?:divisa|moneda|moeda) e[sx]tran\p{L}*|valuta estera|vreemde valuta|waluc\p{L}* obc\p{L}*|(?:transaction|purchase|operation) currency|operation amount)\b|валют[іе] (?:транзакц|операц)|订单|原币|原幣|交易币/iu

/** True if the column holds a fee or a tax next to the amounts. */
export const isFeeOrTax = (column: ColumnProfile): boolean =>
  scoreRole(column, 'fee') > 0 ||
  ((CHARGE.test(column.name) || TAX.test(column.name)) && scoreRole(column, 'amount') < 3)

/** True if the column holds the amount of an order or of the original purchase, before the bank settled it. */
export const isOrderAmount = ({ name }: ColumnProfile): boolean => ORDERED.test(name)

/** True if the header says that fees are subtracted from the amount already. */
export const isNetAmount = ({ name }: ColumnProfile): boolean => NET.test(name)

/** Returns the readings that the headers name; several if nothing tells the columns apart. */
export function findNamedColumns(
  profile: TableProfile,
  numeric: readonly ColumnProfile[],
  currency: string,
): AmountColumns[] {
  const amounts = dropZeroColumns(findNamedAmounts(profile, numeric, currency), numeric)
  const pair = findNamedPair(profile, currency)
  const isOwn = (column: ColumnProfile) =>
    !isOrderAmount(column) && !isInOtherCurrency(column, profile, currency)
  const isSigned = amounts.some((column) => column.negative > 0 && isOwn(column))
  const isPurchasePair = pair !== undefined && isOrderPair(pair) && !amounts.every(isOrderAmount)
  if (amounts.length > 0 && (!pair || isSigned || isPurchasePair))
    return amounts.map((amount) => ({ amount }))
  if (pair) return [pair]
  const { length } = profile.records
  const spent = numeric
    .filter((column) => column.filled === length && scoreDirection(column, 'out') > 0)
    .toSorted((a, b) => scoreDirection(b, 'out') - scoreDirection(a, 'out'))[0]
  return spent ? [{ out: spent }] : []
}

const isZero = ({ negative, positive }: ColumnProfile): boolean => negative + positive === 0

/** Returns the columns without those of zeros, if the file has another column of money. */
function dropZeroColumns(
  columns: readonly ColumnProfile[],
  numeric: readonly ColumnProfile[],
): readonly ColumnProfile[] {
  const isMoney = (column: ColumnProfile) =>
    !isZero(column) &&
    (column.moneyLike > 0 || scoreRole(column, 'in') + scoreRole(column, 'out') > 0) &&
    scoreRole(column, 'balance') === 0 &&
    !isFeeOrTax(column)
  return numeric.some(isMoney) ? columns.filter((column) => !isZero(column)) : columns
}

/**
 * Returns how strongly the header names this direction (0 to 3), and 0 if it rather names the other
 * direction, a balance or a fee.
 */
function scoreDirection(column: ColumnProfile, role: 'in' | 'out'): number {
  const strength = scoreRole(column, role)
  const oppositeStrength = scoreRole(column, role === 'in' ? 'out' : 'in')
  const isElse = scoreRole(column, 'balance') > 0 || isFeeOrTax(column) || GROSS.test(column.name)
  return strength > oppositeStrength && !isElse ? strength : 0
}

type ColumnTest = (column: ColumnProfile) => boolean

/**
 * Returns the columns named as amounts that pass the most tests, which are applied one after another to those
 * that are left.
 */
function findNamedAmounts(
  profile: TableProfile,
  numeric: readonly ColumnProfile[],
  currency: string,
): ColumnProfile[] {
  const { columns, records } = profile
  const isTaxed = columns.some(({ name }) => TAX.test(name))
  const found = numeric.filter((column) => {
    const strength = scoreRole(column, 'amount')
    const isDirected = scoreRole(column, 'in') > 0 !== scoreRole(column, 'out') > 0
    const isFilled = column.filled >= records.length * 0.5
    // The tax was paid as well, so the net amount is only a part.
    const isPart = isTaxed && NET.test(column.name)
    return strength > 0 && !isDirected && !isPart && scoreRole(column, 'balance') <= strength && isFilled
  })
  const isSettled = found.some(
    (column) => SETTLED.test(column.name) && listAmountCurrencies(column, profile).size === 1,
  )
  const tests: ColumnTest[] = [
    (column) => !isFeeOrTax(column),
    (column) => column.negative + column.positive > 0,
    (column) => scoreRole(column, 'balance') === 0,
    // The account is in the currency that its column names, whatever the workspace uses.
    (column) => ACCOUNT_CURRENCY.test(column.name) && parseHeaderCurrencies([column]).size === 1,
    // A purchase may have been in the workspace's currency while the account is in another one.
    (column) => !isOrderAmount(column),
    (column) => !hasPurchaseCurrency(column, profile),
    // The currency of purchases may change from row to row; that of the account does not.
    (column) => !isSettled || listAmountCurrencies(column, profile).size <= 1,
    (column) => !isInOtherCurrency(column, profile, currency),
    (column) => scoreRole(column, 'foreign') === 0,
    // With a fee the net amount moved; with a tax the gross amount did.
    (column) => isTaxed || !GROSS.test(column.name),
    (column) => NET.test(column.name),
    (column) => isInCurrency(column, profile, currency),
    (column) => SETTLED.test(column.name) || ACCOUNT_CURRENCY.test(column.name),
    (column) => column.writtenCurrencies.size <= 1,
    (column) => scoreRole(column, 'amount') === Math.max(...found.map((other) => scoreRole(other, 'amount'))),
    (column) => column.filled === Math.max(...found.map(({ filled }) => filled)),
  ]
  let remaining = found
  for (const test of tests) {
    const passed = remaining.filter(test)
    if (passed.length > 0) remaining = passed
  }
  return remaining
}

const isOrderPair = (pair: { in: ColumnProfile; out: ColumnProfile }): boolean =>
  isOrderAmount(pair.in) || isOrderAmount(pair.out)

// Of several pairs the fuller one is in the account's currency; the other shows the purchase currency.
function findNamedPair(
  profile: TableProfile,
  currency: string,
): { in: ColumnProfile; out: ColumnProfile } | undefined {
  const { columns, records } = profile
  const directed = columns.filter((column) => isNumberColumn(column) || column.filled === 0)
  const named = (role: 'in' | 'out') => directed.filter((column) => scoreDirection(column, role) > 0)
  let found: { in: ColumnProfile; out: ColumnProfile; weight: number } | undefined
  for (const inColumn of named('in')) {
    for (const out of named('out')) {
      const filled = inColumn.filled + out.filled
      const isForeign = [inColumn, out].some((column) => isInOtherCurrency(column, profile, currency))
      const weight = (isForeign ? filled / 1000 : filled) / (isOrderPair({ in: inColumn, out }) ? 1e6 : 1)
      if (filled >= records.length * 0.5 && weight > (found?.weight ?? 0))
        found = { in: inColumn, out, weight }
    }
  }
  return found && { in: found.in, out: found.out }
}

/** Returns the currencies that headers name, e.g. `Amount (GBP)`. */
export function parseHeaderCurrencies(columns: readonly ColumnProfile[]): Set<string> {
  const words = columns.flatMap(({ name }) =>
    name.replace(/([a-z])([A-Z])/g, '$1 $2').split(/[^\p{L}\p{Sc}]+/u),
  )
  return new Set(words.flatMap((word) => parseCurrency(word) ?? []))
}

/** Returns the currencies of a column's amounts; empty if nothing names one. */
export function listAmountCurrencies(column: ColumnProfile, profile: TableProfile): ReadonlySet<string> {
  if (column.writtenCurrencies.size > 0) return column.writtenCurrencies
  const headed = parseHeaderCurrencies([column])
  if (headed.size > 0) return headed
  return findCurrencyCodeColumn(column, profile)?.currencies ?? new Set()
}

/** True if all amounts of a column are in a currency other than the account's. */
function isInOtherCurrency(column: ColumnProfile, profile: TableProfile, currency: string): boolean {
  const currencies = listAmountCurrencies(column, profile)
  return currencies.size > 0 && !currencies.has(currency)
}

/** True if the heading names no currency, and the codes beside the amounts are those of the purchases. */
function hasPurchaseCurrency(column: ColumnProfile, profile: TableProfile): boolean {
  const codes = findCurrencyCodeColumn(column, profile)
  const isOfPurchases = codes !== undefined && (isOrderAmount(codes) || scoreRole(codes, 'foreign') > 0)
  return isOfPurchases && parseHeaderCurrencies([column]).size === 0
}

/** True if all amounts of a column are in the account's currency, as far as the file says. */
function isInCurrency(column: ColumnProfile, profile: TableProfile, currency: string): boolean {
  const currencies = listAmountCurrencies(column, profile)
  return currencies.size === 1 && currencies.has(currency)
}

const hasCurrencyCodes = (column: ColumnProfile | undefined): column is ColumnProfile =>
  column !== undefined && column.currencies.size > 0 && column.notCurrency === 0

/**
 * Returns the currency code column of an amount column. Within a file, all code columns are on the same side
 * of their amounts.
 */
export function findCurrencyCodeColumn(
  column: ColumnProfile,
  { columns }: TableProfile,
): ColumnProfile | undefined {
  const money = columns.filter(
    (other) =>
      isNumberColumn(other) &&
      (hasCurrencyCodes(columns[other.index + 1]) || hasCurrencyCodes(columns[other.index - 1])),
  )
  const codesOnRight = money.filter(({ index }) => hasCurrencyCodes(columns[index + 1])).length
  const codesOnLeft = money.filter(({ index }) => hasCurrencyCodes(columns[index - 1])).length
  const codes = columns[column.index + (codesOnRight >= codesOnLeft ? 1 : -1)]
  return hasCurrencyCodes(codes) ? codes : undefined
}
