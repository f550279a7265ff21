/** What an import would do, as a person reads it before saying yes. */ // import.md §6

import type { BadRow } from '../contract/errors.ts'
import { fitted, padded } from './display-width.ts'
import { grouped, tinted } from './format-amount.ts'
import { accountFacts, type FileAccounts } from './import-accounts.ts'
import { balanceSentence, gapSentences, type ShownBalance } from './import-balance.ts'
import { type Bins, binLine, bins, moneyWords } from './import-counts.ts'
import { oneLine } from './sanitize.ts'
import type { Look } from './style.ts'

/** A row of a bank's file as far as it is shown. */
export interface ShownRow {
  row: number
  line: number
  date: string
  amount: string
  payee: string
  notes: string
  /** The bank's own word for the payee. */
  raw_payee: string
}

/** A row that may be in the account already, beside what is there. */
export interface ShownPair {
  row: ShownRow
  existing: { id: string; date: string; amount: string; payee: string }
}

/** Everything there is to see of a file before it is booked. */
export interface ShownPreview extends Bins, FileAccounts {
  import_id: string
  file: string
  account_id: string
  account_name: string
  currency: string
  format: string
  encoding: string
  words: string[]
  /** null for a format without columns. */
  delimiter: string | null
  mapping: { field: string; column: number; name: string }[]
  date_format: string
  decimal: string | null
  /** What the rows to book bring in and take out. */
  money: { in: string; out: string }
  /** What settled which amounts come in and which go out. */
  sign: string
  /** How its columns differ from those the account's files had so far. */
  difference: string | null
  skipped: { line: number; why: string }[]
  first_date: string | null
  last_date: string | null
  first: ShownRow[]
  last: ShownRow[]
  held: ShownPair[]
  rejected: BadRow[]
  /** The merchants that were taken out of the bank's text. */
  cleaned: { rows: number; examples: { raw: string; merchant: string }[] }
  /** How many rows to book have more text than notes may have. */
  notes_cut: number
  /** Rows about which a table, rules or a plan decide something; left out where nothing does. */
  decided?: ShownDecision[]
  /** null where the file names no balance. */
  balance_check: ShownBalance | null
  /** The requests that booking takes. */
  requests: number
}

/** What is decided about a row beyond the bank's own words. */
export interface ShownDecision {
  row: number
  line: number
  payee: string
  merchant_name?: string
  category_name?: string
  ready_to_assign?: true
  transfer_account_name?: string
  notes?: string
  skip?: true
}

/** A preview as a person reads it before saying yes. */
export function previewText(preview: ShownPreview, look: Look): string {
  const { paint } = look
  const isFirst = new Set(preview.first.map(({ row }) => row))
  return [
    `${paint.bold(oneLine(`${preview.file} → ${preview.account_name}`))}\n`,
    ...facts(preview).map(([label, fact]) => `  ${paint.dim(label.padEnd(14))}${oneLine(fact)}\n`),
    `\n  ${paint.dim(`${''.padEnd(16)}${'Rows'.padStart(7)}${'Sum'.padStart(18)}`)}\n`,
    ...bins
      .filter((bin) => bin === 'create' || preview.counts[bin] > 0)
      .map((bin) => binLine(preview, bin, look)),
    ...block(
      'First rows',
      preview.first.map((row) => rowLine(row, look)),
      look,
    ),
    ...block(
      'Last rows',
      preview.last.filter(({ row }) => !isFirst.has(row)).map((row) => rowLine(row, look)),
      look,
    ),
    ...block(
      'Perhaps there already',
      preview.held.flatMap((pair) => pairLines(pair, look)),
      look,
    ),
    ...block(
      preview.cleaned.rows === 1 ? 'Merchant' : 'Merchants',
      preview.cleaned.rows === 0 ? [] : cleanedLines(preview, look),
      look,
    ),
    ...block('Decided', decisionLines(preview.decided ?? []), look),
    ...block('Cannot be read', preview.rejected.map(badLine), look),
  ].join('')
}

const block = (title: string, lines: readonly string[], { paint }: Look): string[] =>
  lines.length === 0 ? [] : [`\n  ${paint.dim(title)}\n`, ...lines.map((line) => `  ${line}\n`)]

const delimiterNames: Readonly<Record<string, string>> = {
  '\t': 'tab',
  ',': 'comma',
  ';': 'semicolon',
  '|': 'bar',
}

function facts(preview: ShownPreview): (readonly [string, string])[] {
  const { words, skipped, first_date: first, last_date: last } = preview
  const accents = words.length === 0 ? '' : ` (${words.join(', ')})`
  return [
    ['Read as', `${preview.encoding}${accents}, ${formWords(preview)}`],
    ...accountFacts(preview),
    ...preview.mapping.map(({ field, column, name }, at): [string, string] => [
      at === 0 ? 'Columns' : '',
      `${field.padEnd(9)}${column}${name === '' ? '' : ` "${name}"`}`,
    ]),
    ['Dates', `${preview.date_format}${first === null ? '' : `, from ${first} to ${last}`}`],
    [
      'Amounts',
      `${preview.decimal === null ? 'no decimals' : `decimals after "${preview.decimal}"`}, ${signWords(preview.sign)}`,
    ],
    ...moneyFacts(preview),
    ...(preview.difference === null ? [] : [['Changed', preview.difference] as const]),
    ...(skipped.length === 0 ? [] : [['Left out', skippedWords(skipped)] as const]),
    ...balanceFacts(preview),
    ...(preview.notes_cut > 0 ? [['Notes', notesWords(preview.notes_cut)] as const] : []),
    ['Requests', String(preview.requests)],
  ]
}

const notesWords = (rows: number): string =>
  `cut in ${rows === 1 ? '1 row' : `${rows} rows`} whose text is longer than the 500 characters that notes may have`

/** Money in and out apart, where there is both. */
const moneyFacts = ({ money }: ShownPreview): [string, string][] => {
  const words = moneyWords(money)
  return words === '' ? [] : [['Money', words]]
}

const formWords = ({ format, delimiter }: ShownPreview): string =>
  delimiter === null ? format : `${delimiterNames[delimiter] ?? delimiter} between the columns`

const signs: Readonly<Record<string, string>> = {
  choice: 'in or out as you said',
  balance: 'in or out proved by the balance',
  flag: 'in or out told by the flag column',
  columns: 'in and out in columns of their own',
  plus: 'in where there is a plus',
  words: 'in or out told by the words of the rows',
  signs: 'below zero is money out',
  mapping: 'as mapped',
}
const signWords = (sign: string): string => signs[sign] ?? sign

function skippedWords(skipped: ShownPreview['skipped']): string {
  const lines = skipped.map(({ line }) => line)
  const why = [...new Set(skipped.map((one) => one.why))].join(', ')
  const where =
    lines.length === 1 ? `line ${lines[0]}` : `${lines.length} lines from ${lines[0]} to ${lines.at(-1)}`
  return `${where}: ${why.charAt(0).toLowerCase()}${why.slice(1)}`
}

function balanceFacts({ balance_check: balance, mapping, counts }: ShownPreview): [string, string][] {
  if (balance)
    return [
      balanceSentence(balance, counts.create > 0 ? 'will hold' : 'holds'),
      ...gapSentences(balance),
    ].map((fact, at) => [at === 0 ? 'Balance' : '', fact])
  const column = mapping.find(({ field }) => field === 'balance')
  const rows = Object.values(counts).reduce((sum, count) => sum + count, 0)
  return column && rows > 1 ? [['Balance', 'not checked: the balances do not follow the amounts']] : []
}

const rowLine = ({ date, amount, payee, notes }: ShownRow, { paint, width }: Look): string => {
  const words = oneLine([payee, notes].filter((text) => text !== '').join(', '))
  return `${date}${tinted(amount, paint, grouped(amount).padStart(14))}  ${fitted(words, Math.max(20, width - 30))}`
}

function cleanedLines({ cleaned: { rows, examples } }: ShownPreview, { width }: Look): string[] {
  const lines = examples.map(({ raw, merchant }) => {
    const behind = ` → ${oneLine(merchant)}`
    return fitted(oneLine(raw), Math.max(20, width - 4 - behind.length)).trimEnd() + behind
  })
  const all = rows === 1 ? 'in 1 row' : `in ${rows} rows`
  return [...lines, `${all}; the notes keep the bank's text, --raw-merchants keeps it as merchant`]
}

const pairLines = ({ row, existing }: ShownPair, look: Look): string[] => [
  rowLine(row, look),
  `${look.paint.dim(padded('  like', 10))}${rowLine({ ...row, date: existing.date, payee: existing.payee, notes: existing.id }, look)}`,
]

/** So many decisions are shown; --json has them all. */
const MOST_DECISIONS = 20

function decisionLines(decided: readonly ShownDecision[]): string[] {
  const lines = decided.slice(0, MOST_DECISIONS).map((one) => {
    const { line, payee, merchant_name: merchant, category_name: category, notes } = one
    const transfer = one.transfer_account_name
    const parts = [
      ...(one.skip ? ['left out'] : []),
      ...(transfer === undefined ? [] : [`transfer with ${transfer}`]),
      ...(category === undefined ? [] : [`category ${category}`]),
      ...(one.ready_to_assign ? ['Ready to Assign'] : []),
      ...(merchant === undefined ? [] : [`merchant ${merchant}`]),
      ...(notes === undefined ? [] : [`notes "${notes}"`]),
    ]
    return oneLine(`line ${line}, ${payee}: ${parts.join(', ')}`)
  })
  const more = decided.length - lines.length
  return more > 0 ? [...lines, `and ${more} more; --json has them all`] : lines
}

const badLine = ({ line, row, column, field, message }: BadRow): string =>
  oneLine(`line ${line}, row ${row}${column === undefined ? '' : `, column ${column}`}, ${field}: ${message}`)
