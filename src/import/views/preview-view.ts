/** Renders the preview of an import. @see docs/import.md#6-plan-preview-report */

import type { RowError } from '../../contract/errors.ts'
import { padToWidth, truncateToWidth } from '../../output/display-width.ts'
import { colorAmount, groupThousands } from '../../output/format-amount.ts'
import { pluralize } from '../../output/pluralize.ts'
import { sanitizeLine } from '../../output/sanitize.ts'
import type { TextStyle } from '../../output/style.ts'
import type { ExistingTransaction } from '../matching/existing-transactions.ts'
import type { RowOverride } from '../model/row-decisions.ts'
import type { SkippedLine, Statement, StatementRow } from '../model/statement.ts'
import type { FigureMismatch } from '../plan/check-stated-figures.ts'
import type { ImportPlan } from '../plan/import-plan.ts'
import type { ImportPreview, OpeningBalance } from '../plan/preview-import.ts'
import type { Continuity } from '../posting/find-continuity.ts'
import {
  type BalanceCheckOutput,
  type FileAccounts,
  listAccountFacts,
  listBalanceFacts,
} from './account-text.ts'
import {
  DISPOSITION_WIDTH,
  describeMoneyFlow,
  describeSkippedLines,
  dispositionNames,
  renderDispositionLine,
} from './disposition-text.ts'
import { describeDateFormat, describeFormat, signDescriptions } from './format-text.ts'
import { describePlannedDates, type PlannedDates } from './schedule-text.ts'

/** The fields of a row that are printed. */
export type PreviewRow = Pick<
  StatementRow,
  'row' | 'line' | 'date' | 'amount' | 'payee' | 'notes' | 'raw_payee'
>

/** A row that may already exist, and the existing transaction. */
export interface PreviewNearMatch {
  row: PreviewRow
  existing: Pick<ExistingTransaction, 'id' | 'date' | 'amount' | 'payee'>
}

// JSON omits symbol keys.
/** Set if requests are limited, as on a service. */
export const requestsCount: unique symbol = Symbol('requests count')

/** The preview of an import as it is printed. */
export interface ImportPreviewOutput
  extends Pick<ImportPlan, 'counts' | 'sums' | 'money' | 'rejected' | 'cleaned' | 'notes_cut' | 'requests'>,
    Pick<ImportPreview, 'import_id' | 'file' | 'account_id' | 'currency'>,
    Pick<Statement, 'format' | 'encoding' | 'words' | 'mapping' | 'date_format' | 'sign'>,
    FileAccounts {
  readonly [requestsCount]?: boolean
  account_name: string
  /** The kind of a workbook, e.g. `xlsx`; absent for any other file. */
  sheet?: string
  /** null for a structured format. */
  delimiter: string | null
  /** null if no amount has a separator. */
  decimal: string | null
  /** How the columns differ from those of earlier files of the account. */
  difference: string | null
  skipped: Pick<SkippedLine, 'line' | 'why'>[]
  first_date: string | null
  last_date: string | null
  first: PreviewRow[]
  last: PreviewRow[]
  held: PreviewNearMatch[]
  /** The existing transactions that are cleared, with the date that the bank gives them. */
  clears: (PreviewNearMatch['existing'] & { bank_date: string })[]
  /** The rows that a table, rules or a plan override; absent if there are none. */
  decided?: PreviewRowOverride[]
  /** null if the file states no balance. */
  balance_check: BalanceCheckOutput | null
  /** The figures of the file that its rows do not give; absent if there are none. */
  mismatches?: FigureMismatch[]
  /** The balance before the first row, if --opening-balance records it. */
  opening_balance?: OpeningBalance
  /** Where the last import ended and this file begins; absent if one of them is not known. */
  continuity?: Continuity
  /** Absent if no row is what a schedule expects. */
  schedules?: PlannedDates
}

/** The override of a row, with names instead of ids. */
export interface PreviewRowOverride
  extends Pick<StatementRow, 'row' | 'line' | 'payee'>,
    Pick<RowOverride, 'merchant_name' | 'ready_to_assign' | 'notes' | 'skip'> {
  category_name?: string
  transfer_account_name?: string
}

/** A titled part of the preview that may be cut. */
interface Block {
  title: string
  lines: readonly string[]
  /** How many lines one row takes. @default 1 */
  height?: number
}

/** Renders the preview that the user confirms. With `maxLines`, its lists are cut so that it fits on the screen. */
export function renderPreview(
  preview: ImportPreviewOutput,
  style: TextStyle,
  maxLines = Number.POSITIVE_INFINITY,
): string {
  const { colors } = style
  const isCut = Number.isFinite(maxLines)
  const head = [
    `${colors.bold(sanitizeLine(`${preview.file} → ${preview.account_name}`))}\n`,
    ...listFacts(preview, isCut).map(
      ([label, fact]) => `  ${colors.dim(label.padEnd(14))}${sanitizeLine(fact)}\n`,
    ),
    `\n  ${colors.dim(`${''.padEnd(DISPOSITION_WIDTH)}${'Rows'.padStart(7)}${'Sum'.padStart(18)}`)}\n`,
    ...dispositionNames
      .filter((name) => name === 'create' || preview.counts[name] > 0)
      .map((name) => renderDispositionLine(preview, name, style)),
  ]
  const blocks = listBlocks(preview, style, isCut).filter(({ lines }) => lines.length > 0)
  const shown = cutBlocks(blocks, maxLines - head.join('').split('\n').length)
  const hidden = blocks.slice(shown.length).map(({ title }) => title)
  const rest = hidden.length === 0 ? '' : `\n  ${hidden.join(', ')}: --dry-run shows them\n`
  return [...head, ...shown.flatMap((block) => renderBlock(block, style)), rest].join('')
}

function listBlocks(preview: ImportPreviewOutput, style: TextStyle, isCut: boolean): Block[] {
  const isFirst = new Set(preview.first.map(({ row }) => row))
  const last = isCut ? [] : preview.last.filter(({ row }) => !isFirst.has(row))
  return [
    { title: 'Unreadable', lines: preview.rejected.map(renderBadRow) },
    {
      title: 'Possible duplicates',
      lines: preview.held.flatMap((pair) => renderNearMatch(pair, style)),
      height: 2,
    },
    { title: 'First rows', lines: preview.first.map((row) => renderRow(row, style)) },
    { title: 'Last rows', lines: last.map((row) => renderRow(row, style)) },
    { title: 'Clears', lines: preview.clears.map((cleared) => renderClearing(cleared, style)) },
    {
      title: preview.cleaned.rows === 1 ? 'Merchant' : 'Merchants',
      lines: preview.cleaned.rows === 0 ? [] : renderMerchantExamples(preview, style),
    },
    {
      title: 'Schedules',
      lines: preview.schedules ? describePlannedDates(preview.schedules).map(sanitizeLine) : [],
    },
    { title: 'Decisions', lines: renderRowOverrides(preview.decided ?? []) },
  ]
}

/** Returns the blocks with as many lines as are left; each that is shown has its title and its first row. */
function cutBlocks(blocks: readonly Block[], lines: number): Block[] {
  const shown: Block[] = []
  let left = lines
  for (const [at, block] of blocks.entries()) {
    const { height = 1 } = block
    // A blank line, the title, and a line that says how many more there are.
    const others = blocks.length - at - 1
    const share = Math.max(height, left - 3 - others * BLOCK_LINES)
    if (left < height + 3 && left < block.lines.length + 2) break
    const isWhole = block.lines.length <= share + 1
    const kept = isWhole ? block.lines : block.lines.slice(0, share - (share % height))
    const more = (block.lines.length - kept.length) / height
    shown.push({ ...block, lines: more > 0 ? [...kept, `… and ${more} more; --dry-run shows all`] : kept })
    left -= kept.length + (more > 0 ? 3 : 2)
  }
  return shown
}

/** What a block that comes later needs: a blank line, its title, one row, and how many more there are. */
const BLOCK_LINES = 4

const renderBlock = ({ title, lines }: Block, { colors }: TextStyle): string[] => [
  `\n  ${colors.dim(title)}\n`,
  ...lines.map((line) => `  ${line}\n`),
]

function listFacts(preview: ImportPreviewOutput, isShort: boolean): (readonly [string, string])[] {
  const { words: text, skipped, first_date: first, last_date: last } = preview
  const accents = text.length === 0 ? '' : ` (${text.join(', ')})`
  return [
    ['Format', describeFormat(preview, accents)],
    ...listAccountFacts(preview),
    ...listColumnFacts(preview, isShort),
    [
      'Dates',
      `${describeDateFormat(preview.date_format)}${first === null ? '' : `, from ${first} to ${last}`}`,
    ],
    [
      'Amounts',
      `${preview.decimal === null ? 'no decimals' : `decimals after "${preview.decimal}"`}, ${signDescriptions[preview.sign] ?? preview.sign}`,
    ],
    ...listMoneyFacts(preview),
    ...(preview.difference === null ? [] : [['Changed', preview.difference] as const]),
    ...(skipped.length === 0 ? [] : [['Skipped', describeSkippedLines(skipped)] as const]),
    ...listBalanceFacts(preview),
    ...(preview.notes_cut > 0 ? [['Notes', describeCutNotes(preview.notes_cut)] as const] : []),
    ...(preview[requestsCount] ? [['Requests', String(preview.requests)] as const] : []),
  ]
}

/** Returns the columns one below the other, or in one line. */
function listColumnFacts({ mapping }: ImportPreviewOutput, isShort: boolean): [string, string][] {
  const columns = mapping.map(({ field, column, name }): [string, string] => [
    field,
    `${column}${name === '' ? '' : ` "${name}"`}`,
  ])
  if (columns.length > 0 && isShort)
    return [['Columns', columns.map((column) => column.join(' ')).join(', ')]]
  return columns.map(([field, column], at) => [at === 0 ? 'Columns' : '', `${field.padEnd(9)}${column}`])
}

const describeCutNotes = (rows: number): string => `shortened to 500 characters in ${pluralize(rows, 'row')}`

/** Returns inflow and outflow, if there are both. */
const listMoneyFacts = ({ money }: ImportPreviewOutput): [string, string][] => {
  const text = describeMoneyFlow(money)
  return text === '' ? [] : [['Money', text]]
}

const renderRow = ({ date, amount, payee, notes }: PreviewRow, { colors, width }: TextStyle): string => {
  const text = sanitizeLine([payee, notes].filter((text) => text !== '').join(', '))
  return `${date}${colorAmount(amount, colors, groupThousands(amount).padStart(14))}  ${truncateToWidth(text, Math.max(20, width - 30))}`
}

function renderMerchantExamples(
  { cleaned: { rows, examples } }: ImportPreviewOutput,
  { width }: TextStyle,
): string[] {
  const lines = examples.map(({ raw, merchant }) => {
    const arrow = ` → ${sanitizeLine(merchant)}`
    return truncateToWidth(sanitizeLine(raw), Math.max(20, width - 4 - arrow.length)).trimEnd() + arrow
  })
  return [
    ...lines,
    `in ${pluralize(rows, 'row')}; the bank's text is kept in the notes, or as merchant with --raw-merchants`,
  ]
}

const renderNearMatch = ({ row, existing }: PreviewNearMatch, style: TextStyle): string[] => [
  renderRow(row, style),
  `${style.colors.dim(padToWidth('  like', 10))}${renderRow({ ...row, date: existing.date, payee: existing.payee, notes: existing.id }, style)}`,
]

function renderClearing(
  { date, amount, payee, bank_date }: ImportPreviewOutput['clears'][number],
  { colors, width }: TextStyle,
): string {
  const text = sanitizeLine(date === bank_date ? payee : `${payee}, entered for ${date}`)
  return `${bank_date}${colorAmount(amount, colors, groupThousands(amount).padStart(14))}  ${truncateToWidth(text, Math.max(20, width - 30))}`
}

/** How many overrides are listed; --json has all of them. */
const MAX_LISTED = 20

function renderRowOverrides(decided: readonly PreviewRowOverride[]): string[] {
  const lines = decided.slice(0, MAX_LISTED).map((row) => {
    const { line, payee, merchant_name: merchant, category_name: category, notes } = row
    const transfer = row.transfer_account_name
    const parts = [
      ...(row.skip ? ['excluded'] : []),
      ...(transfer === undefined ? [] : [`transfer with ${transfer}`]),
      ...(category === undefined ? [] : [`category ${category}`]),
      ...(row.ready_to_assign ? ['Ready to Assign'] : []),
      ...(merchant === undefined ? [] : [`merchant ${merchant}`]),
      ...(notes === undefined ? [] : [`notes "${notes}"`]),
    ]
    return sanitizeLine(`line ${line}, ${payee}: ${parts.join(', ')}`)
  })
  const more = decided.length - lines.length
  return more > 0 ? [...lines, `and ${more} more; --json lists all`] : lines
}

const renderBadRow = ({ line, row, column, field, message }: RowError): string =>
  sanitizeLine(
    `line ${line}, row ${row}${column === undefined ? '' : `, column ${column}`}, ${field}: ${message}`,
  )
