/** How an import is shown: what would be booked, and what was. @see docs/import.md#6-plan-preview-report */

import type { RowError } from '../contract/errors.ts'
import type { CreatedTransactionIds } from '../contract/ports/import-journal.ts'
import { formatColoredAmount } from './format-amount.ts'
import type { OverlappingAccount } from './import-accounts.ts'
import {
  type BalanceCheckOutput,
  describeBalance,
  describeComparison,
  describeGaps,
} from './import-balance.ts'
import {
  type DispositionSummary,
  describeMoneyFlow,
  dispositionNames,
  formatRowCount,
  renderDispositionLine,
} from './import-counts.ts'
import { type ImportPreviewOutput, renderPreview } from './import-preview.ts'
import { sanitizeLine } from './sanitize.ts'
import type { TextStyle } from './style.ts'
import { amountColumn, countColumn, defineView, textColumn, type View } from './view.ts'

/** What an import did. */
export interface ImportRunOutput extends DispositionSummary {
  import_id: string
  file: string
  account_id: string
  account_name?: string
  /** The accounts of the file whose rows were not read; left out where there are none. */
  other_accounts?: { name: string; rows: number }[]
  created: CreatedTransactionIds
  /** Transactions that took the date of their rows. */
  matched: string[]
  rejected: RowError[]
  requests: number
  /** What the booked rows came to; left out where the file was imported before. */
  money?: { in: string; out: string }
  /** How many rows have their category from where; null where rules and history cannot be told apart. */
  categories?: {
    given: number
    rule: number | null
    history: number | null
    automatic: number
    none: number
  }
  /** The command that shows what is left to do. */
  next_step?: string
  /** Another account that had most of the rows before. */
  also_in?: OverlappingAccount
  /** What the bank says the account holds; left out where the file does not say it. */
  balance_check?: BalanceCheckOutput
  /** The file has balances that do not follow its amounts, so that they could not be compared. */
  balance_unused?: true
  /** Why rows are left to book. */
  stopped?: 'interrupted' | 'rate_limit'
  /** The files after it, which were not begun. */
  not_begun?: string[]
  /** Transactions the service booked once more. */
  second_copies?: string[]
  /** Where rows were put that were not booked, with the reasons. */
  rejected_file?: string
  held_file?: string
  /** How many booked rows had more text than notes may have; left out where none had. */
  notes_cut?: number
  /** Files under such names that hold something else, and were left as they are. */
  kept_files?: string[]
  /** Why they could not be put there. */
  not_written?: string[]
}

/** What is shown of one file. */
export type ImportFileOutput = ImportPreviewOutput | ImportRunOutput
type ImportOutput = ImportFileOutput | ImportFileOutput[]

/** Is something left to do? */
export const isIncompleteImport = (result: ImportFileOutput): boolean =>
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
  'money',
  'categories',
  'next_step',
  'also_in',
  'stopped',
  'not_begun',
  'second_copies',
  'rejected_file',
  'held_file',
  'kept_files',
  'notes_cut',
  'not_written',
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
].concat(
  'other_accounts',
  'first_date',
  'last_date',
  'first',
  'last',
  'held',
  'cleaned',
  'decided',
  'balance_check',
)

const isPreviewOutput = (result: ImportFileOutput): result is ImportPreviewOutput => 'mapping' in result

const toFileOutputs = (result: ImportOutput): readonly ImportFileOutput[] =>
  Array.isArray(result) ? result : [result]

/** Previews, or what was done, of each file. */
export const importView: View<ImportOutput> = defineView<
  ImportOutput,
  { file: string; bin: string; rows: number; sum: string }
>({
  columns: [
    textColumn('bin', 'Bin'),
    countColumn('rows', 'Rows'),
    amountColumn('sum', 'Sum'),
    textColumn('file', 'File'),
  ],
  rows: (result) =>
    toFileOutputs(result).flatMap(({ file, counts, sums }) =>
      dispositionNames.map((bin) => ({ bin, rows: counts[bin], sum: sums[bin], file })),
    ),
  fields: () => [...reportFields, ...previewFields],
  isPlainText: true,
  renderText: (result, style) => {
    const all = toFileOutputs(result)
    const areSeveral = new Set(all.map((one) => one.account_id)).size > 1
    return all
      .map((one) =>
        isPreviewOutput(one) ? renderPreview(one, style) : renderImportReport(one, style, areSeveral),
      )
      .join('\n')
  },
})

export function renderImportReport(report: ImportRunOutput, style: TextStyle, namesAccount = false): string {
  const { counts, sums, account_name: account } = report
  const what = namesAccount && account !== undefined ? `${report.file} → ${account}` : report.file
  const words = describeMoneyFlow(report.money)
  const moved = words === '' ? '' : `${words}, `
  const head = `${sanitizeLine(what)}: ${formatRowCount(counts.create)} booked, ${moved}${formatColoredAmount(sums.create, style.colors)} in all\n`
  const rest = dispositionNames
    .filter((bin) => bin !== 'create' && counts[bin] > 0)
    .map((bin) => renderDispositionLine(report, bin, style))
  const advice = [...listNextSteps(report)].map((line) => `${sanitizeLine(line)}\n`)
  return head + rest.join('') + advice.join('')
}

/** `Categories: 2 by rule, 1 by the merchant's history, 3 without one`; empty where no row was booked. */
function describeCategories({ categories }: ImportRunOutput): string {
  if (!categories) return ''
  const { given, rule, history, automatic, none } = categories
  const parts: [number, string][] = [
    [given, 'as decided'],
    [rule ?? 0, 'by rule'],
    [history ?? 0, "by the merchant's history"],
    [rule === null ? automatic : 0, 'by rule or history'],
    [none, 'without one'],
  ]
  const told = parts.filter(([rows]) => rows > 0).map(([rows, how]) => `${rows} ${how}`)
  return told.length > 0 ? `Categories: ${told.join(', ')}` : ''
}

/** What is left to do, a line each. */
function* listNextSteps(report: ImportRunOutput): Generator<string> {
  const {
    import_id: id,
    balance_check: balance,
    matched,
    held_file: held,
    rejected_file: rejected,
    second_copies: copies,
  } = report
  if (balance) {
    yield `Balance ${describeBalance(balance)}`
    yield* describeGaps(balance)
    yield* describeComparison(balance)
  }
  if (report.balance_unused) yield 'Balance not checked: the balances of the file do not follow its amounts'
  if (report.also_in && report.counts.create > 0)
    yield `Not meant for ${report.account_name ?? 'this account'}? budget imports undo ${id}`
  const categories = describeCategories(report)
  if (categories !== '') yield categories
  if (matched.length > 0) yield `${matched.length} that were there took the bank's date`
  if (held !== undefined)
    yield `Rows that are perhaps there are in ${held}; --possible skip, import, match or ask decides on them`
  if (rejected !== undefined)
    yield `Rows that cannot be read are in ${rejected}: correct them there and import it`
  if (report.notes_cut)
    yield `The notes of ${formatRowCount(report.notes_cut)} were cut: the bank's text is longer than the 500 characters that notes may have`
  for (const file of report.kept_files ?? []) yield `${file} holds something else and was left as it is`
  for (const why of report.not_written ?? [])
    yield `What was not booked could not be set aside (${why}); --dry-run shows it`
  if (copies)
    yield `The service booked ${formatRowCount(copies.length)} once more: budget tx delete ${copies.join(' ')}`
  if (report.stopped === 'interrupted') yield `Interrupted: budget imports resume ${id} books the rest`
  if (report.stopped === 'rate_limit')
    yield `The hour is used up: budget imports resume ${id} books the rest, budget quota says when`
  if (report.not_begun) yield `Not begun: ${report.not_begun.join(', ')}`
  if (report.next_step !== undefined) yield `Next: ${report.next_step}`
}
