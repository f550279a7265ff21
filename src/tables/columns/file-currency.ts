/**
 * Infers the currency of a file and checks it against the currency of the workspace.
 * @see docs/import.md#currency
 */

import { pluralize } from '../../output/pluralize.ts'
import { AmbiguityError, type AnswerOption } from '../ambiguity-error.ts'
import { parseNumberParts } from '../cells/amount-parts.ts'
import { listLikelyCurrencies } from '../cells/likely-currencies.ts'
import type { FileRecord } from '../file-record.ts'
import { type ColumnMapping, type ReadOptions } from '../read-options.ts'
import { listCurrencies, mayMeanCurrency, parseCurrency } from '../words/currency-terms.ts'
import type { AmountReader } from './amount-evidence.ts'
import { findCurrencyCodeColumn, isOrderAmount, parseHeaderCurrencies } from './amount-headers.ts'
import { type ColumnProfile, isNumberColumn, scoreRole, type TableProfile } from './column-profile.ts'
import { listConversionAnswers } from './exchange-rate.ts'
import {
  listHeadingCurrencies,
  listLabelledCurrencies,
  listLineCurrencies,
  type StatedCurrency,
} from './stated-currency.ts'

interface CurrencyEvidence {
  options: ReadOptions
  /** The currency of the workspace. */
  currency: string
  mapping: ColumnMapping | undefined
  profile: TableProfile
  /** The lines above the table, without its header. */
  preamble: readonly FileRecord[]
  money: AmountReader
  /** The columns as `--map` takes them, without the currency column. */
  map: string
}

/** The currency of a file, as far as the file names it. */
export interface FileCurrency {
  /** undefined if the file names no currency. */
  currency: string | undefined
  /** The column with the currency of each row. */
  currencyColumn: ColumnProfile | undefined
  /** True if the user imports only the rows in this currency. */
  isCurrencyChosen: boolean
}

/**
 * Returns the currency of a file.
 * @throws AmbiguityError if the rows are in several currencies or in another one than the workspace
 */
export function inferFileCurrency(evidence: CurrencyEvidence): FileCurrency {
  const { options, currency, mapping } = evidence
  const currencyColumn =
    findCurrencyColumn(evidence) ?? (mapping ? undefined : findPartlyFilledColumn(evidence))
  const isCurrencyChosen = options.currency !== undefined
  if (options.currency !== undefined) {
    if (options.currency !== currency)
      throw createOtherCurrencyError(evidence, [{ text: options.currency, codes: [options.currency] }])
    return { currency, currencyColumn, isCurrencyChosen }
  }
  // With mapped columns, rows in another currency are rejected one by one.
  const isRowByRow = mapping !== undefined && !mapping.currency
  const counts = isRowByRow ? new Map<string, number>() : countCurrencies(evidence, currencyColumn)
  const [found, another] = counts.keys()
  if (another !== undefined) throw createMixedCurrenciesError(counts, evidence)
  if (found !== undefined && found !== currency)
    throw createOtherCurrencyError(evidence, [{ text: found, codes: listCurrencies(found) }])
  const stated = found === undefined ? findStatedCurrencies(evidence) : []
  return { currency: found ?? (isRowByRow ? undefined : stated[0]), currencyColumn, isCurrencyChosen }
}

/**
 * Returns the workspace's currency if the file names it outside its rows, where a shared symbol names none.
 * @throws AmbiguityError if headings or lines around the table name only others
 */
function findStatedCurrencies(evidence: CurrencyEvidence): string[] {
  const { currency, mapping, money } = evidence
  const { balance } = money.columns
  const amountHeadings = listHeadingCurrencies(listAmountColumns(money))
  const headings = amountHeadings.length > 0 || !balance ? amountHeadings : listHeadingCurrencies([balance])
  // Who maps the columns knows their headings, but the lines above them change from file to file.
  const places = [mapping ? [] : headings, listOutsideCurrencies(evidence)]
  const other = places.find((stated) => isOtherCurrency(stated, currency))
  if (other) throw createOtherCurrencyError(evidence, other)
  return places.flat().some(({ codes }) => codes.length === 1 && codes[0] === currency) ? [currency] : []
}

/** Returns the currencies of the lines above and below the table. */
const listOutsideCurrencies = ({ preamble, profile }: CurrencyEvidence): StatedCurrency[] => [
  ...listLineCurrencies(preamble),
  ...profile.others.flatMap((line) => listLabelledCurrencies(line)),
]

/** True if currencies are stated, and none of them may be this one. */
const isOtherCurrency = (stated: readonly StatedCurrency[], currency: string): boolean =>
  stated.length > 0 && !stated.some(({ codes }) => codes.includes(currency))

const listAmountColumns = ({ columns }: AmountReader): ColumnProfile[] =>
  [columns.amount, columns.in, columns.out].filter((column) => column !== undefined)

/** True if the amount cells themselves name a currency. */
const hasWrittenCurrency = (money: AmountReader): boolean =>
  listAmountColumns(money).some(({ writtenCurrencies }) => writtenCurrencies.size > 0)

function findCurrencyColumn({ mapping, profile, money }: CurrencyEvidence): ColumnProfile | undefined {
  const { columns, records } = profile
  if (mapping) return columns[mapping.currency?.[0] ?? -1]
  const [amount] = listAmountColumns(money)
  // The amounts name it themselves.
  if (hasWrittenCurrency(money)) return undefined
  const isFilled = (column: ColumnProfile) => column.filled >= records.length * 0.8
  const symbols = columns.find(
    (column) => scoreRole(column, 'currency') > 0 && isFilled(column) && hasOnlySymbols(column, profile),
  )
  if (symbols) return symbols
  const adjacentCodes = amount && findCurrencyCodeColumn(amount, profile)
  const isOwnCode =
    adjacentCodes && (scoreRole(adjacentCodes, 'foreign') === 0 || (amount && isOrderAmount(amount)))
  if (isOwnCode && isFilled(adjacentCodes)) return adjacentCodes
  // If the header names it, a code column belongs to another amount.
  if (parseHeaderCurrencies(listAmountColumns(money)).size === 1) return undefined
  const codes = columns.filter((column) => column.currencies.size > 0 && column.notCurrency === 0)
  const others = columns.filter((column) => isNumberColumn(column) && isOrderAmount(column))
  const isOthers = (column: ColumnProfile) =>
    others.some((other) => findCurrencyCodeColumn(other, profile) === column)
  const candidates = codes.filter(
    (column) => scoreRole(column, 'foreign') === 0 && isFilled(column) && !isOthers(column),
  )
  const distance = (column: ColumnProfile) => Math.abs(column.index - (amount?.index ?? 0))
  return candidates.toSorted((a, b) => distance(a) - distance(b))[0]
}

/** Returns a column headed as the currency that only names another one, in the rows whose amounts name none. */
function findPartlyFilledColumn({ profile, money }: CurrencyEvidence): ColumnProfile | undefined {
  if (parseHeaderCurrencies(listAmountColumns(money)).size === 1) return undefined
  return profile.columns.find(
    (column) =>
      column.currencies.size > 0 &&
      column.notCurrency === 0 &&
      scoreRole(column, 'currency') > 0 &&
      scoreRole(column, 'foreign') === 0,
  )
}

/** True if the cells of a column are symbols that several currencies share. */
const hasOnlySymbols = ({ index, currencies }: ColumnProfile, { records }: TableProfile): boolean =>
  currencies.size === 0 &&
  records.every(({ cells }) => (cells[index] ?? '') === '' || listCurrencies(cells[index] ?? '').length > 0)

/** Counts the sampled rows in each currency that the file names; a shared symbol counts if it is none of the account's. */
function countCurrencies(
  { profile, money, mapping, currency }: CurrencyEvidence,
  column: ColumnProfile | undefined,
): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { cells } of profile.records) {
    const written = listAmountColumns(money).flatMap(
      ({ index }) => parseNumberParts(cells[index] ?? '')?.symbol || [],
    )
    const inColumn = cells[column?.index ?? -1] ?? ''
    const symbol = mapping || inColumn !== '' ? inColumn : (written[0] ?? '')
    const codes = listCurrencies(symbol)
    const isForeign = codes.length > 1 && !mayMeanCurrency(symbol, currency)
    const rowCurrency = isForeign ? symbol : codes.length === 1 ? codes[0] : parseCurrency(symbol)
    if (rowCurrency !== undefined) counts.set(rowCurrency, (counts.get(rowCurrency) ?? 0) + 1)
  }
  return counts
}

function createMixedCurrenciesError(
  counts: ReadonlyMap<string, number>,
  evidence: CurrencyEvidence,
): AmbiguityError {
  const { currency, mapping, money, map } = evidence
  const isOutside = isOtherCurrency(listOutsideCurrencies(evidence), currency)
  const countedCurrencies = joinWords(
    [...counts].map(([code, rows]) => `${code} (${pluralize(rows, 'row')})`),
  )
  const answers: AnswerOption[] = [
    ...(counts.has(currency) ? [{ label: `Only the rows in ${currency}`, options: { currency } }] : []),
    ...(mapping || hasWrittenCurrency(money)
      ? []
      : [
          ...listConversionAnswers({ ...evidence, isOutside }),
          { label: 'All rows, ignoring the currency', options: { map } },
        ]),
  ]
  const codes = [...counts.keys()].filter((code) => code !== currency).flatMap(listLikelyCurrencies)
  return new AmbiguityError(`The file has amounts in ${countedCurrencies}; an account has one currency`, '', {
    answers,
    otherCurrencies: codes.map((code) => ({ currency: code, options: { currency: code } })),
    isContradicted: !counts.has(currency),
  })
}

/** Returns e.g. `USD, CDF and EUR`. */
const joinWords = (words: readonly string[]): string =>
  words.length < 3 ? words.join(' and ') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`

/** Returns the error about a file in other currencies; without its rows' own symbols they can be ignored. */
function createOtherCurrencyError(
  evidence: CurrencyEvidence,
  stated: readonly StatedCurrency[],
): AmbiguityError {
  const { currency, mapping, profile, money, map } = evidence
  const texts = [...new Set(stated.map(({ text }) => parseCurrency(text) ?? text))]
  const codes = [...new Set(texts.flatMap((text) => parseCurrency(text) ?? listLikelyCurrencies(text)))]
  const isOutside = isOtherCurrency(listOutsideCurrencies(evidence), currency)
  const options = { map, ...(isOutside && { currency }) }
  const isForeign = (cell = '') => !mayMeanCurrency(parseNumberParts(cell)?.symbol ?? '', currency)
  const isWritten = profile.records.some(({ cells }) =>
    listAmountColumns(money).some(({ index }) => isForeign(cells[index])),
  )
  const answers = [
    ...(mapping || isWritten ? [] : listConversionAnswers({ ...evidence, isOutside })),
    ...(isWritten ? [] : [{ label: `Treat them as ${currency}`, options }]),
  ]
  return new AmbiguityError(
    `The file has amounts in ${joinWords(texts)}, but the workspace uses ${currency}`,
    '',
    {
      answers,
      otherCurrencies: codes.map((code) => ({ currency: code, options: {} })),
      isContradicted: true,
    },
  )
}
