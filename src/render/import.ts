/** How an import is shown: what would be booked, and what was. */ // import.md §6

import type { BadRow } from '../contract/errors.ts'
import { grouped, money, tinted } from './amounts.ts'
import type { Look } from './look.ts'
import { oneLine } from './safe.ts'
import { amount, count, type Sheet, sheet, text } from './sheet.ts'
import { fitted, padded } from './width.ts'

/** A row of a bank's file as far as it is shown. */
export interface ShownRow {
  row: number
  line: number
  date: string
  amount: string
  payee: string
  notes: string
}

/** A row that may be in the account already, beside what is there. */
export interface ShownPair {
  row: ShownRow
  existing: { id: string; date: string; amount: string; payee: string }
}

const binWords = {
  create: 'New',
  duplicate: 'Already there',
  held: 'Perhaps there',
  pending: 'Not booked yet',
  excluded: 'Left out',
  rejected: 'Cannot be read',
} as const
type Bin = keyof typeof binWords

interface Bins {
  counts: Record<Bin, number>
  sums: Record<Bin, string>
}

/** Everything there is to see of a file before it is booked. */
export interface ShownPreview extends Bins {
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
  /** The account the file speaks of, as the file names it. */
  file_account: string | null
  mapping: { field: string; column: number; name: string }[]
  date_format: string
  decimal: string | null
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
  balance_check: { file: string; account: string } | null
  /** The requests that booking takes. */
  requests: number
}

/** What an import did. */
export interface ShownReport extends Bins {
  import_id: string
  file: string
  account_id: string
  created: string[]
  /** Transactions that took the date of their rows. */
  matched: string[]
  rejected: BadRow[]
  requests: number
  /** Why rows are left to book. */
  stopped?: 'interrupted' | 'rate_limit'
  /** Transactions the service booked once more. */
  second_copies?: string[]
  /** Where rows were put that were not booked, with the reasons. */
  rejected_file?: string
  held_file?: string
}

/** What is shown of one file. */
export type ShownImport = ShownPreview | ShownReport
type ImportResult = ShownImport | ShownImport[]

/** Is something left to do? */
export const isIncomplete = (result: ShownImport): boolean =>
  'created' in result &&
  (result.counts.held > 0 ||
    result.counts.rejected > 0 ||
    result.stopped !== undefined ||
    result.second_copies !== undefined)

const reportFields = [
  'import_id',
  'file',
  'account_id',
  'counts',
  'sums',
  'rejected',
  'requests',
  'created',
  'matched',
  'stopped',
  'second_copies',
  'rejected_file',
  'held_file',
]
const previewFields = [
  'account_name',
  'currency',
  'format',
  'encoding',
  'delimiter',
  'file_account',
  'mapping',
  'date_format',
  'decimal',
  'sign',
  'difference',
  'skipped',
].concat('first_date', 'last_date', 'first', 'last', 'held', 'balance_check')

const isPreview = (result: ShownImport): result is ShownPreview => 'mapping' in result
const bins = Object.keys(binWords) as Bin[] // the keys of a constant

const filesOf = (result: ImportResult): readonly ShownImport[] => (Array.isArray(result) ? result : [result])

/** Previews, or what was done, of each file. */
export const importSheet: Sheet<ImportResult> = sheet<
  ImportResult,
  { file: string; bin: string; rows: number; sum: string }
>({
  columns: [text('bin', 'Bin'), count('rows', 'Rows'), amount('sum', 'Sum'), text('file', 'File')],
  rows: (result) =>
    filesOf(result).flatMap(({ file, counts, sums }) =>
      bins.map((bin) => ({ bin, rows: counts[bin], sum: sums[bin], file })),
    ),
  fields: () => [...reportFields, ...previewFields],
  prose: true,
  say: (result, look) =>
    filesOf(result)
      .map((one) => (isPreview(one) ? previewText(one, look) : reportText(one, look)))
      .join('\n'),
})

export function reportText(report: ShownReport, look: Look): string {
  const { counts, sums } = report
  const head = `${oneLine(report.file)}: ${rowsOf(counts.create)} booked, ${money(sums.create, look.paint)} in all\n`
  const rest = bins
    .filter((bin) => bin !== 'create' && counts[bin] > 0)
    .map((bin) => binLine(report, bin, look))
  const advice = [...adviceOn(report)].map((line) => `${oneLine(line)}\n`)
  return head + rest.join('') + advice.join('')
}

/** What is left to do, a line each. */
function* adviceOn(report: ShownReport): Generator<string> {
  const { import_id: id, matched, held_file: held, rejected_file: rejected, second_copies: copies } = report
  if (matched.length > 0) yield `${matched.length} that were there took the bank's date`
  if (held !== undefined)
    yield `Rows that are perhaps there are in ${held}; --possible skip, import, match or ask decides on them`
  if (rejected !== undefined)
    yield `Rows that cannot be read are in ${rejected}: correct them there and import it`
  if (copies)
    yield `The service booked ${rowsOf(copies.length)} once more: budget tx delete ${copies.join(' ')}`
  if (report.stopped === 'interrupted') yield `Interrupted: budget imports resume ${id} books the rest`
  if (report.stopped === 'rate_limit')
    yield `The hour is used up: budget imports resume ${id} books the rest, budget quota says when`
}

const rowsOf = (rows: number): string => (rows === 1 ? '1 row' : `${rows} rows`)
const binLine = ({ counts, sums }: Bins, bin: Bin, { paint }: Look): string => {
  const sum = grouped(sums[bin])
  return `  ${binWords[bin].padEnd(16)}${String(counts[bin]).padStart(7)}${tinted(sums[bin], paint, sum.padStart(18))}\n`
}

/** A preview as a person reads it before saying yes. */
export function previewText(preview: ShownPreview, look: Look): string {
  const { paint } = look
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
      preview.last.map((row) => rowLine(row, look)),
      look,
    ),
    ...block(
      'Perhaps there already',
      preview.held.flatMap((pair) => pairLines(pair, look)),
      look,
    ),
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
  const { words, skipped, first_date: first, last_date: last, balance_check: check } = preview
  const accents = words.length === 0 ? '' : ` (${words.join(', ')})`
  return [
    ['Read as', `${preview.encoding}${accents}, ${formWords(preview)}`],
    ...(preview.file_account === null ? [] : [['Account', preview.file_account] as const]),
    ...preview.mapping.map(({ field, column, name }, at): [string, string] => [
      at === 0 ? 'Columns' : '',
      `${field.padEnd(9)}${column}${name === '' ? '' : ` "${name}"`}`,
    ]),
    ['Dates', `${preview.date_format}${first === null ? '' : `, from ${first} to ${last}`}`],
    [
      'Amounts',
      `${preview.decimal === null ? 'no decimals' : `decimals after "${preview.decimal}"`}, ${signWords(preview.sign)}`,
    ],
    ...(preview.difference === null ? [] : [['Changed', preview.difference] as const]),
    ...(skipped.length === 0 ? [] : [['Left out', skippedWords(skipped)] as const]),
    ...(check ? [['Balance', balanceWords(check, preview.currency)] as const] : []),
    ['Requests', String(preview.requests)],
  ]
}

const formWords = ({ format, delimiter }: ShownPreview): string =>
  delimiter === null ? format : `${delimiterNames[delimiter] ?? delimiter} between the columns`

const signs: Readonly<Record<string, string>> = {
  choice: 'in or out as you said',
  balance: 'in or out proved by the balance',
  flag: 'in or out told beside the amount',
  columns: 'in and out in columns of their own',
  plus: 'in where there is a plus',
  words: 'in or out told by the words beside them',
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

function balanceWords({ file, account }: { file: string; account: string }, currency: string): string {
  if (file === account) return `${grouped(account)} ${currency} afterwards, as in the file`
  return `${grouped(account)} ${currency} afterwards; the file says ${grouped(file)}`
}

const rowLine = ({ date, amount, payee, notes }: ShownRow, { paint, width }: Look): string => {
  const words = oneLine([payee, notes].filter((text) => text !== '').join(', '))
  return `${date}${tinted(amount, paint, grouped(amount).padStart(14))}  ${fitted(words, Math.max(20, width - 30))}`
}

const pairLines = ({ row, existing }: ShownPair, look: Look): string[] => [
  rowLine(row, look),
  `${look.paint.dim(padded('  like', 10))}${rowLine({ ...row, date: existing.date, payee: existing.payee, notes: existing.id }, look)}`,
]

const badLine = ({ line, row, column, field, message }: BadRow): string =>
  oneLine(`line ${line}, row ${row}${column === undefined ? '' : `, column ${column}`}, ${field}: ${message}`)
