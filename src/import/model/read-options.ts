/**
 * Defines the options for reading a bank file, and the error that asks the user for one of them.
 * @see docs/import.md#4-confirm-once-layouts
 */

import { UserError } from '../../contract/errors.ts'
import { type FlagValues, toShellFlags } from './shell-words.ts'

/** The order of day, month and year in a numeric date. */
export type DateOrder = 'dmy' | 'mdy' | 'ymd'
/** The character before the decimals. */
export type DecimalSeparator = '.' | ','

/**
 * What the user may say about a bank file. Each option answers one question. The names are stored in layouts.
 */
export interface ReadOptions {
  /**
   * `date=COL,amount=COL[,payee=…]`: header names or 1-based numbers; several columns are joined with `+`.
   */
  map?: string
  /** E.g. `DD.MM.YYYY` or `D-MMM-YY`. */
  date_format?: string
  date_order?: DateOrder
  /** The year of the newest row, if dates have no year. */
  year?: number
  decimal?: DecimalSeparator
  /** One character, or `tab`. */
  delimiter?: string
  /** A label that TextDecoder knows. */
  encoding?: string
  /** The number of lines to ignore before the header. */
  skip?: number
  /** The number of lines to ignore at the end. */
  skip_end?: number
  header_row?: false
  /** true: unsigned amounts are outgoing. false: they are incoming. */
  invert?: boolean
  /** The words that mark outgoing rows. */
  out_values?: string[]
  /** The account to import from a multi-account file: its name, or its 1-based number in file order. */
  statement?: string
  /** Import only the rows in this currency from a file with several. */
  currency?: string
  /** Import the file although its balances do not follow its amounts. */
  accept_balance?: true
  /**
   * true keeps the bank's text as merchant.
   * @default false, which extracts the shop name
   */
  raw_merchants?: boolean
  /**
   * What to do with pending rows.
   * @default skip
   */
  pending?: 'skip' | 'import'
  /**
   * What to do with rows that may already exist under another text or date. `match` gives the existing
   * transaction the bank's date.
   * @default hold
   */
  possible?: 'skip' | 'import' | 'match'
}

/** The fields of a transaction that a column may hold. */
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
/** A field of a transaction that a column may hold. */
export type ColumnField = (typeof columnFields)[number]

/** The columns of each field, 0-based and in reading order. */
export type ColumnMapping = { readonly [Name in ColumnField]?: readonly number[] }

/** One answer to a question about a file. */
export interface AnswerOption {
  label: string
  options: ReadOptions
}

type AllReadOptions = Required<ReadOptions>

/** The flags that set each option; the compiler requires an entry for every new option. */
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

/** Returns the flags a user types for these options. Of two opposite flags one is false. */
export const toFlags = (options: ReadOptions): FlagValues =>
  (Object.keys(options) as (keyof ReadOptions)[]) // The options have no other keys.
    .map((name) => flagsForOption(name, options[name]))
    .reduce((all, some) => ({ ...all, ...some }), {})

/** The maximum number of answers in a hint; a file may hold the transactions of a hundred accounts. */
const MAX_LISTED_ANSWERS = 8

/** Returns the lines of a hint: each answer with the flags that give it. */
export function formatAnswers(
  answers: readonly AnswerOption[],
  write: (options: ReadOptions) => string,
): string[] {
  const lines = answers
    .slice(0, MAX_LISTED_ANSWERS)
    .map(({ label, options }) => `${label}: ${write(options)}`)
  const omitted = answers.length - lines.length
  return [...lines, ...(omitted > 0 ? [`and ${omitted} more like these`] : [])]
}

/**
 * Returns the hint line for importing each account of the file into its own account; empty if there is only
 * one.
 */
export const formatPerAccountAnswer = (
  assigning: AnswerOption | undefined,
  write: (options: ReadOptions) => string,
): string[] => (assigning ? [`${assigning.label}: ${write(assigning.options)}`] : [])

const formatFlagsOnly = (options: ReadOptions): string => toShellFlags(toFlags(options)).join(' ')

interface AmbiguityDetails {
  /** The answers to choose from; empty if the user must type one. */
  answers: readonly AnswerOption[]
  /**
   * The question the answers belong to. The message may also contain follow-up questions.
   * @default the message
   */
  asked?: string
  /**
   * The answers combined with those of the follow-up question.
   * @default answers
   */
  complete?: readonly AnswerOption[]
  /** The lines of the hint after the answers. */
  below?: readonly string[]
  /** The answer that assigns each account of the file, so that `--account` is omitted. */
  assigning?: AnswerOption
}

/**
 * An open question about a file. The message asks it; the hint lists the flags of each answer or says what to
 * type.
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

  /**
   * Returns the error with the follow-up questions of its answers, so that the command line can answer all at
   * once.
   */
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

/** Returns the answer combined with each answer to the follow-up question. */
function combineAnswers(answer: AnswerOption, others: readonly AnswerOption[]): AnswerOption[] {
  if (others.length === 0) return [answer]
  return others.map(({ label, options }) => ({
    label: `${answer.label}, ${label.charAt(0).toLowerCase()}${label.slice(1)}`,
    options: { ...answer.options, ...options },
  }))
}

/** Returns the error for an open question. The hint is used only if there are no answers. */
export const createAmbiguityError = (
  message: string,
  hint: string,
  answers: readonly AnswerOption[] = [],
): AmbiguityError => new AmbiguityError(message, hint, { answers })

/** The answers to what a positive amount means. */
export const signAnswers: readonly AnswerOption[] = [
  { label: 'They come in', options: { invert: false } },
  { label: 'They go out, as on a card', options: { invert: true } },
]
/** A field and the column it is read from. `column` is 1-based. */

export interface MappedColumn {
  field: ColumnField
  column: number
  name: string
}
