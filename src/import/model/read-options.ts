/**
 * What a person may say about a bank's file beyond the file itself. Every field answers one question.
 * @see docs/import.md#4-confirm-once-layouts
 */

import { UserError } from '../../contract/errors.ts'
import { type FlagValues, toShellFlags } from './shell-words.ts'

/** The order in which a date of three numbers is written. */
export type DateOrder = 'dmy' | 'mdy' | 'ymd'
export type DecimalSeparator = '.' | ','

export interface ReadOptions {
  /** `date=COL,amount=COL[,payee=…]`: header names or 1-based numbers; several columns joined with `+`. */
  map?: string
  /** Such as `DD.MM.YYYY` or `D-MMM-YY`. */
  date_format?: string
  date_order?: DateOrder
  /** The year of the newest row, where dates have none. */
  year?: number
  decimal?: DecimalSeparator
  /** One character, or `tab`. */
  delimiter?: string
  /** A label that TextDecoder knows. */
  encoding?: string
  /** Lines to pass over at the beginning, before the header. */
  skip?: number
  /** Lines to pass over at the end. */
  skip_end?: number
  header_row?: false
  /** true: amounts without a sign of their own leave the account. false: they come in. */
  invert?: boolean
  /** The words by which a row says that money left the account. */
  out_values?: string[]
  /** The account of a file that holds several: as the file names it, or by its number in the file's order. */
  statement?: string
  /** Of a file of several currencies the rows in this one. */
  currency?: string
  /** The balances of the file do not follow its amounts, and it is booked all the same. */
  accept_balance?: true
  /** true: merchants as the bank writes them; otherwise the shop's name is taken out of its text. */
  raw_merchants?: boolean
  /** Rows the bank has not booked yet; skipped by default. */
  pending?: 'skip' | 'import'
  /** Rows that may be in the account already under another text or date; held back by default. `match` gives the transaction the bank's date. */
  possible?: 'skip' | 'import' | 'match'
}

/** What a column can be. */
export const columnFields = [
  'date',
  'amount',
  'in',
  'out',
  'flag',
  'payee',
  'payer',
  'notes',
  'details',
  'balance',
  'fee',
  'ref',
  'status',
  'currency',
  'account',
] as const
export type ColumnField = (typeof columnFields)[number]

/** Which columns (0-based, in reading order) hold which field. */
export type ColumnMapping = { readonly [Name in ColumnField]?: readonly number[] }

/** One way to answer a question about a file. */
export interface AnswerOption {
  label: string
  options: ReadOptions
}

type AllReadOptions = Required<ReadOptions>

/** The flags that make a choice: the compiler asks for those of every new one. */
const flagsByOption: {
  readonly [Name in keyof AllReadOptions]: (value: AllReadOptions[Name]) => FlagValues
} = {
  map: (map) => ({ map }),
  date_format: (dateFormat) => ({ dateFormat }),
  date_order: (dateOrder) => ({ dateOrder }),
  year: (year) => ({ year }),
  decimal: (decimal) => ({ decimal }),
  delimiter: (delimiter) => ({ delimiter }),
  encoding: (encoding) => ({ encoding }),
  skip: (skip) => ({ skip }),
  skip_end: (skipEnd) => ({ skipEnd }),
  header_row: () => ({ noHeaderRow: true }),
  invert: (invert) => ({ invert, noInvert: !invert }),
  out_values: (words) => ({ outValues: words.join(',') }),
  statement: (statement) => ({ statement }),
  currency: (currency) => ({ currency }),
  accept_balance: (acceptBalance) => ({ acceptBalance }),
  raw_merchants: (rawMerchants) => ({ rawMerchants }),
  pending: (pending) => ({ pending }),
  possible: (possible) => ({ possible }),
}

const flagsForOption = <Name extends keyof AllReadOptions>(
  name: Name,
  value: AllReadOptions[Name] | undefined,
): FlagValues => (value === undefined ? {} : flagsByOption[name](value))

/** The flags that somebody types to make these choices. Of two that exclude each other one is false. */
export const toFlags = (options: ReadOptions): FlagValues =>
  (Object.keys(options) as (keyof ReadOptions)[]) // choices hold no other names
    .map((name) => flagsForOption(name, options[name]))
    .reduce((all, some) => ({ ...all, ...some }), {})

/** So many answers are written down; a file may hold the transactions of a hundred accounts. */
const MAX_LISTED_ANSWERS = 8

/** The lines of a hint: each answer with what is typed to give it. */
export function formatAnswers(
  answers: readonly AnswerOption[],
  write: (options: ReadOptions) => string,
): string[] {
  const lines = answers
    .slice(0, MAX_LISTED_ANSWERS)
    .map(({ label, options }) => `${label}: ${write(options)}`)
  const rest = answers.length - lines.length
  return [...lines, ...(rest > 0 ? [`and ${rest} more like these`] : [])]
}

/** The line for the choices that name the accounts themselves; empty where a file has none to name. */
export const formatPerAccountAnswer = (
  assigning: AnswerOption | undefined,
  write: (options: ReadOptions) => string,
): string[] => (assigning ? [`${assigning.label}: ${write(assigning.options)}`] : [])

const formatFlagsOnly = (options: ReadOptions): string => toShellFlags(toFlags(options)).join(' ')

interface AmbiguityDetails {
  /** What a person can pick; empty where the answer must be written. */
  answers: readonly AnswerOption[]
  /** What the answers answer. The message may tell of questions that come after it. */
  asked?: string
  /** The answers together with those of the question after it; the same where there is none. */
  complete?: readonly AnswerOption[]
  /** What stands in the hint below the answers. */
  below?: readonly string[]
  /** The choices that say themselves into which accounts the rows go, so that `--account` is left out. */
  assigning?: AnswerOption
}

/**
 * The open question of a file: the message asks; the hint names the flags of each answer, or says what to write.
 * @see docs/import.md#3-dates-numbers-signs
 */
export class AmbiguityError extends UserError {
  readonly answers: readonly AnswerOption[]
  readonly asked: string
  readonly complete: readonly AnswerOption[]
  readonly below: readonly string[]
  readonly assigning: AnswerOption | undefined

  constructor(
    message: string,
    hint: string,
    { answers, asked = message, complete = answers, below = [], assigning }: AmbiguityDetails,
  ) {
    const lines = [
      ...formatAnswers(complete, formatFlagsOnly),
      ...formatPerAccountAnswer(assigning, formatFlagsOnly),
      ...below,
    ]
    super('usage', message, { hint: complete.length > 0 ? lines.join('\n') : hint })
    this.answers = answers
    this.asked = asked
    this.complete = complete
    this.below = below
    this.assigning = assigning
  }

  /** The same, telling of the questions that its answers lead to: on the command line all are answered at once. */
  followedBy(next: (options: ReadOptions) => AmbiguityError | undefined): AmbiguityError {
    const { hint = '', answers, asked, below, assigning } = this
    const leading = answers
      .slice(0, MAX_LISTED_ANSWERS)
      .map((answer) => ({ answer, after: next(answer.options) }))
    const answered = leading.find(({ after }) => after && after.complete.length > 0)
    const first = (answered ?? (leading.every(({ after }) => after) ? leading[0] : undefined))?.after
    if (!first) return this
    const complete = leading.flatMap(({ answer, after }) => combineAnswers(answer, after?.complete ?? []))
    const rest = answers.slice(MAX_LISTED_ANSWERS)
    const end = this.message.endsWith('?') ? '' : '.'
    return new AmbiguityError(`${this.message}${end} ${first.message}`, hint, {
      answers,
      asked,
      complete: [...complete, ...rest],
      below: first.complete.length > 0 ? below : [...below, first.hint ?? ''],
      ...(assigning && { assigning }),
    })
  }
}

/** An answer together with each of those to the question after it. */
function combineAnswers(answer: AnswerOption, others: readonly AnswerOption[]): AnswerOption[] {
  if (others.length === 0) return [answer]
  return others.map(({ label, options }) => ({
    label: `${answer.label}, ${label.charAt(0).toLowerCase()}${label.slice(1)}`,
    options: { ...answer.options, ...options },
  }))
}

/** A question about a file. The hint counts only where there are no answers to choose from. */
export const createAmbiguityError = (
  message: string,
  hint: string,
  answers: readonly AnswerOption[] = [],
): AmbiguityError => new AmbiguityError(message, hint, { answers })

/** What positive amounts are. */
export const signAnswers: readonly AnswerOption[] = [
  { label: 'They come in', options: { invert: false } },
  { label: 'They go out, as on a card', options: { invert: true } },
]
/** A field of a transaction and the column it is read from. `column` counts from 1. */

export interface MappedColumn {
  field: ColumnField
  column: number
  name: string
}
