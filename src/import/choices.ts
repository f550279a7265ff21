/** What a person may say about a bank's file beyond the file itself. Every field answers one question. */ // import.md §4

import { Mistake } from '../contract/errors.ts'

/** The order in which a date of three numbers is written. */
export type DateOrder = 'dmy' | 'mdy' | 'ymd'
export type DecimalMark = '.' | ','

export interface Choices {
  /** `date=COL,amount=COL[,payee=…]`: header names or 1-based numbers; several columns joined with `+`. */
  map?: string
  /** Such as `DD.MM.YYYY` or `D-MMM-YY`. */
  date_format?: string
  date_order?: DateOrder
  decimal?: DecimalMark
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
  /** true: merchants as the bank writes them; otherwise the shop's name is taken out of its text. */
  raw_merchants?: boolean
  /** Rows the bank has not booked yet; skipped by default. */
  pending?: 'skip' | 'import'
  /** Rows that may be in the account already under another text or date; held back by default. `match` gives the transaction the bank's date. */
  possible?: 'skip' | 'import' | 'match'
}

/** What a column can be. */
export const fieldNames = [
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
] as const
export type FieldName = (typeof fieldNames)[number]

/** Which columns (0-based, in reading order) hold which field. */
export type Mapping = { readonly [Name in FieldName]?: readonly number[] }

/** One way to answer a question about a file. */
export interface Answer {
  label: string
  choices: Choices
}

/** The open question of a file: the message asks, the hint names the flag that answers. */ // import.md §3
export class Question extends Mistake {
  /** What a person can pick; empty where the answer must be written. */
  readonly answers: readonly Answer[]
  /** What the answers answer. The message may tell of questions that come after it. */
  readonly asked: string

  constructor(
    message: string,
    hint: string,
    { answers, asked = message }: { answers: readonly Answer[]; asked?: string },
  ) {
    super('usage', message, { hint })
    this.answers = answers
    this.asked = asked
  }

  /** The same, telling of the next question as well: on the command line both are answered at once. */
  and(next: Mistake): Question {
    const { message, hint, answers, asked } = this
    return new Question(`${message}. ${next.message}`, `${hint}; and ${next.hint}`, { answers, asked })
  }
}

export const question = (message: string, hint: string, answers: readonly Answer[] = []): Question =>
  new Question(message, hint, { answers })

/** What positive amounts are. */
export const signAnswers: readonly Answer[] = [
  { label: 'They come in', choices: { invert: false } },
  { label: 'They go out, as on a card', choices: { invert: true } },
]

const isFieldName = (name: string): name is FieldName => (fieldNames as readonly string[]).includes(name)
const several = new Set<FieldName>(['payee', 'payer', 'notes', 'details'])

/** The mapping a person wrote; `header` is undefined for a file without one. Throws a Mistake about the first slip. */
export function parseMap(map: string, header: readonly string[] | undefined, width: number): Mapping {
  const mapping: Partial<Record<FieldName, number[]>> = {}
  for (const part of map.split(',')) {
    const at = part.indexOf('=')
    const name = part.slice(0, Math.max(at, 0)).trim()
    if (!isFieldName(name)) {
      throw question(
        `"${part.trim()}" names no field`,
        `--map takes ${fieldNames.join(', ')}, as in --map date=1,amount=3`,
      )
    }
    const columns = part.slice(at + 1)
    const names =
      several.has(name) && columnOf(columns, header, width) === undefined ? columns.split('+') : [columns]
    mapping[name] = names.map((one) => neededColumn(name, one.trim(), header, width))
  }
  if (!mapping.date) throw question('The mapping names no date column', '--map date=COL,amount=COL')
  if (!mapping.amount && !mapping.in && !mapping.out) {
    throw question(
      'The mapping names no amount column',
      '--map date=COL,amount=COL, or in=COL,out=COL instead of amount',
    )
  }
  return mapping
}

function neededColumn(
  field: FieldName,
  name: string,
  header: readonly string[] | undefined,
  width: number,
): number {
  const column = columnOf(name, header, width)
  if (column !== undefined) return column
  const known = header?.map((cell, at) => `${at + 1} "${cell}"`).join(', ') ?? `1 to ${width}`
  throw question(`No column "${name}" for ${field}`, `The columns are ${known}`)
}

function columnOf(name: string, header: readonly string[] | undefined, width: number): number | undefined {
  const wanted = name.trim().toLowerCase()
  const found = (header ?? []).flatMap((cell, at) =>
    cell.toLowerCase() === wanted && wanted !== '' ? [at] : [],
  )
  if (found.length > 1) {
    throw question(
      `${found.length} columns are called "${name}"`,
      `Name one by its number: ${found.map((at) => at + 1).join(', ')}`,
    )
  }
  if (found[0] !== undefined) return found[0]
  const number = /^[0-9]{1,4}$/.test(wanted) ? Number(wanted) : 0
  return number >= 1 && number <= width ? number - 1 : undefined
}
