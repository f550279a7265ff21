/**
 * Infers the currency of a file and checks it against the currency of the workspace.
 * @see docs/import.md#currency
 */

import { pluralize } from '../../output/pluralize.ts'
import { AmbiguityError, type AnswerOption } from '../ambiguity-error.ts'
import { type ColumnMapping, type ReadOptions } from '../read-options.ts'
import { parseCurrency } from '../words/currency-terms.ts'
import type { AmountReader } from './amount-evidence.ts'
import {
  findCurrencyCodeColumn,
  isOrderAmount,
  parseCellCurrency,
  parseHeaderCurrencies,
} from './amount-headers.ts'
import { type ColumnProfile, isNumberColumn, scoreRole, type TableProfile } from './column-profile.ts'

interface CurrencyEvidence {
  options: ReadOptions
  /** The currency of the workspace. */
  currency: string
  mapping: ColumnMapping | undefined
  profile: TableProfile
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
  const { options, currency, mapping, money } = evidence
  const currencyColumn = findCurrencyColumn(evidence)
  const isCurrencyChosen = options.currency !== undefined
  // With mapped columns, rows in another currency are rejected one by one.
  if (mapping && !mapping.currency && !isCurrencyChosen)
    return { currency: undefined, currencyColumn, isCurrencyChosen }
  const counts = countCurrencies(evidence, currencyColumn)
  const currencies = [...counts.keys()]
  if (options.currency !== undefined) {
    if (options.currency !== currency) throw createOtherCurrencyError(currency, [options.currency])
    return { currency, currencyColumn, isCurrencyChosen }
  }
  const headed = parseHeaderCurrencies(listAmountColumns(money))
  if (currencies.length === 0) currencies.push(...(mapping || headed.size !== 1 ? [] : headed))
  if (currencies.length > 1) throw createMixedCurrenciesError(counts, evidence)
  const [found] = currencies
  if (found !== undefined && found !== currency)
    throw createOtherCurrencyError(currency, currencies, hasWrittenCurrency(money) ? undefined : evidence.map)
  return { currency: found, currencyColumn, isCurrencyChosen }
}

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
  const adjacentCodes = amount && findCurrencyCodeColumn(amount, profile)
  if (adjacentCodes && isFilled(adjacentCodes) && scoreRole(adjacentCodes, 'foreign') === 0)
    return adjacentCodes
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

/** Counts the sampled rows in each currency that the file names. */
function countCurrencies(
  { profile, money, mapping }: CurrencyEvidence,
  column: ColumnProfile | undefined,
): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { cells } of profile.records) {
    const rowCurrency =
      !mapping && hasWrittenCurrency(money)
        ? listAmountColumns(money).flatMap(({ index }) => parseCellCurrency(cells[index] ?? '') ?? [])[0]
        : parseCurrency(cells[column?.index ?? -1] ?? '')
    if (rowCurrency !== undefined) counts.set(rowCurrency, (counts.get(rowCurrency) ?? 0) + 1)
  }
  return counts
}

function createMixedCurrenciesError(
  counts: ReadonlyMap<string, number>,
  { currency, mapping, money, map }: CurrencyEvidence,
): AmbiguityError {
  const countedCurrencies = joinWords(
    [...counts].map(([code, rows]) => `${code} (${pluralize(rows, 'row')})`),
    'and',
  )
  const answers: AnswerOption[] = [
    ...(counts.has(currency) ? [{ label: `Only the rows in ${currency}`, options: { currency } }] : []),
    ...(mapping || hasWrittenCurrency(money)
      ? []
      : [{ label: 'All rows, ignoring the currency', options: { map } }]),
  ]
  const otherCurrencies = joinWords(
    [...counts.keys()].filter((code) => code !== currency),
    'or',
  )
  return new AmbiguityError(
    `The file has amounts in ${countedCurrencies}; an account has one currency`,
    `Import it into a workspace in ${otherCurrencies}`,
    {
      answers,
      hintLines: answers.length > 0 ? [`Import the other rows into a workspace in ${otherCurrencies}`] : [],
    },
  )
}

/** Returns e.g. `USD, CDF and EUR`. */
const joinWords = (words: readonly string[], conjunction: 'and' | 'or'): string =>
  words.length < 3
    ? words.join(` ${conjunction} `)
    : `${words.slice(0, -1).join(', ')} ${conjunction} ${words.at(-1)}`

function createOtherCurrencyError(currency: string, found: readonly string[], map?: string): AmbiguityError {
  const currencyList = joinWords(found, 'and')
  const answers = map === undefined ? [] : [{ label: `Treat them as ${currency}`, options: { map } }]
  const advice = `Import the file into a workspace in ${currencyList}: budget workspaces create --help`
  return new AmbiguityError(
    `The file has amounts in ${currencyList}, but the workspace uses ${currency}`,
    advice,
    {
      answers,
      hintLines: answers.length > 0 ? [advice] : [],
    },
  )
}
