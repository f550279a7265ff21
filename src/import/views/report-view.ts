/**
 * Renders the result of an import and declares the object that `--json` prints.
 * @see docs/import.md#6-plan-preview-report
 */

import type { ResultStatus } from '../../command/define.ts'
import { formatColoredAmount } from '../../output/format-amount.ts'
import { pluralize } from '../../output/pluralize.ts'
import { sanitizeLine } from '../../output/sanitize.ts'
import type { TextStyle } from '../../output/style.ts'
import { amountColumn, countColumn, defineView, textColumn, type View } from '../../output/view.ts'
import type { FigureMismatch } from '../plan/check-stated-figures.ts'
import type { OpeningBalance } from '../plan/preview-import.ts'
import type { Continuity } from '../posting/find-continuity.ts'
import type { ImportResult } from '../posting/import-result.ts'
import {
  type BalanceCheckOutput,
  describeBalance,
  describeComparison,
  describeContinuity,
  describeGaps,
  describeMismatches,
  describeOpening,
  type OverlappingAccount,
} from './account-text.ts'
import {
  describeMoneyFlow,
  describeSkippedLines,
  dispositionNames,
  renderDispositionLine,
} from './disposition-text.ts'
import { type ImportPreviewOutput, renderPreview } from './preview-view.ts'
import { describeFulfilledDates, type FulfilledDates } from './schedule-text.ts'

/** The result of an import as it is printed. Files with rejected and held rows replace their content. */
export interface ImportRunOutput extends Omit<ImportResult, 'rejected_text' | 'held_text'> {
  account_name?: string
  /** The accounts of the file that are not imported; absent if there are none. */
  other_accounts?: { name: string; rows: number }[]
  /** The command that shows what is left to do. */
  next_step?: string
  /** How many imported rows look like one side of a transfer; absent if none do. */
  possible_transfers?: number
  /** Another account that already had most of the rows. */
  also_in?: OverlappingAccount
  /** The bank's closing balance; absent if the file states none. */
  balance_check?: BalanceCheckOutput
  /** The figures of the file that its rows do not give; absent if there are none. */
  mismatches?: FigureMismatch[]
  /** The balance before the first row, if --opening-balance records it. */
  opening_balance?: OpeningBalance
  /** Where the last import ended and this file begins; absent if one of them is not known. */
  continuity?: Continuity
  /** Set if the file has balances that do not follow its amounts, so that they were not compared. */
  balance_unused?: true
  /** The dates of schedules that rows fulfil; absent if there are none. */
  schedules?: FulfilledDates
  /** The following files, which were not started. */
  not_begun?: string[]
  /** The files with the rows that were not imported, and their reasons. */
  rejected_file?: string
  held_file?: string
  /** Files with such names and other content, which were not overwritten. */
  kept_files?: string[]
  /** Why the files could not be written. */
  not_written?: string[]
}

/** What is printed for one file: a preview or a result. */
export type ImportFileOutput = ImportPreviewOutput | ImportRunOutput
type ImportOutput = ImportFileOutput | ImportFileOutput[]

/** True if rows are left to import. */
const isIncompleteImport = (result: ImportFileOutput): boolean =>
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
  'kept_date',
  'money',
  'categories',
  'next_step',
  'possible_transfers',
  'also_in',
  'schedules',
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
  'clears',
  'cleaned',
  'decided',
  'balance_check',
)

const isPreviewOutput = (result: ImportFileOutput): result is ImportPreviewOutput => 'mapping' in result

const toFileOutputs = (result: ImportOutput): readonly ImportFileOutput[] =>
  Array.isArray(result) ? result : [result]

/** The previews or results of the files. */
export const importView: View<ImportOutput> = defineView<
  ImportOutput,
  { file: string; bin: string; rows: number; sum: string }
>({
  columns: [
    textColumn('bin', 'Status'),
    countColumn('rows', 'Rows'),
    amountColumn('sum', 'Sum'),
    textColumn('file', 'File'),
  ],
  rows: (result) =>
    toFileOutputs(result).flatMap(({ file, counts, sums }) =>
      dispositionNames.map((name) => ({ bin: name, rows: counts[name], sum: sums[name], file })),
    ),
  fields: () => [...reportFields, ...previewFields],
  isPlainText: true,
  renderText: (result, style) => {
    const outputs = toFileOutputs(result)
    const areSeveral = new Set(outputs.map((output) => output.account_id)).size > 1
    return outputs
      .map((output) =>
        isPreviewOutput(output)
          ? renderPreview(output, style)
          : renderImportReport(output, style, areSeveral),
      )
      .join('\n')
  },
})

/** Renders the result of one import; with several accounts it names the account. */
export function renderImportReport(report: ImportRunOutput, style: TextStyle, namesAccount = false): string {
  const { counts, sums, account_name: account } = report
  const subject = namesAccount && account !== undefined ? `${report.file} → ${account}` : report.file
  const flow = describeMoneyFlow(report.money)
  const net = `${formatColoredAmount(sums.create, style.colors)} net`
  const moved = counts.create === 0 ? '' : `: ${flow === '' ? net : `${flow}, ${net}`}`
  const firstLine = `${sanitizeLine(subject)}: ${pluralize(counts.create, 'row')} imported${moved}\n`
  const countLines = dispositionNames
    .filter((name) => name !== 'create' && counts[name] > 0)
    .map((name) => renderDispositionLine(report, name, style))
  const advice = [...listNextSteps(report)].map((line) => `${sanitizeLine(line)}\n`)
  return firstLine + countLines.join('') + advice.join('')
}

/**
 * Describes where categories come from: `Categories: 2 by rule, 1 from the merchant's history, 3 uncategorized`.
 */
function describeCategories({ categories }: ImportRunOutput): string {
  if (!categories) return ''
  const { given, rule, history, namesake, automatic, schedule = 0, none } = categories
  const parts: [number, string][] = [
    [given, 'as chosen'],
    [rule ?? 0, 'by rule'],
    [history ?? 0, "from the merchant's history"],
    [namesake ?? 0, 'from a merchant of the same name'],
    [rule === null ? automatic : 0, 'from rules or history'],
    [schedule, 'from schedules'],
    [none, 'uncategorized'],
  ]
  const described = parts.filter(([rows]) => rows > 0).map(([rows, source]) => `${rows} ${source}`)
  return described.length > 0 ? `Categories: ${described.join(', ')}` : ''
}

/** Yields what is left to do, one line each. */
function* listNextSteps(report: ImportRunOutput): Generator<string> {
  const {
    import_id: id,
    balance_check: balance,
    matched,
    kept_date: kept = [],
    held_file: held,
    rejected_file: rejected,
    second_copies: copies,
  } = report
  if (report.left_out) yield `Left out ${describeSkippedLines(report.left_out)}`
  if (balance) {
    yield `Balance ${describeBalance(balance)}`
    yield* describeGaps(balance)
    yield* describeComparison(balance)
  }
  yield* describeMismatches(report.mismatches)
  yield* describeContinuity(report.continuity)
  if (report.opening_balance) yield describeOpening(report.opening_balance)
  if (report.balance_unused) yield 'Balance not checked: the balances in the file do not match its amounts'
  if (report.also_in && report.counts.create > 0) yield `Wrong account? budget imports undo ${id}`
  yield* describeFulfilledDates(report.schedules)
  const categories = describeCategories(report)
  if (categories !== '') yield categories
  const moved = matched.filter((txn) => !kept.includes(txn)).length
  if (moved > 0)
    yield `${pluralize(moved, 'existing transaction')} ${moved === 1 ? 'was' : 'were'} cleared, with the bank's date`
  if (kept.length > 0)
    yield `${pluralize(kept.length, 'transfer')} ${kept.length === 1 ? 'keeps its' : 'keep their'} date, because the other side is reconciled: ${kept.join(' ')}`
  if (held !== undefined)
    yield `Possible duplicates are in ${held}: decide with --possible skip, import, match or ask`
  if (rejected !== undefined) yield `Unreadable rows are in ${rejected}: correct them and import that file`
  if (report.notes_cut)
    yield `Notes of ${pluralize(report.notes_cut, 'row')} were shortened to 500 characters`
  for (const file of report.kept_files ?? []) yield `${file} has different contents and was not overwritten`
  for (const why of report.not_written ?? [])
    yield `Rows that were not imported could not be saved (${why}); --dry-run shows them`
  if (copies)
    yield `The service created ${pluralize(copies.length, 'row')} twice: budget tx delete ${copies.join(' ')}`
  if (report.stopped === 'interrupted') yield `Interrupted: budget imports resume ${id} imports the rest`
  if (report.stopped === 'rate_limit')
    yield `Rate limit reached: budget imports resume ${id} imports the rest, budget quota shows when`
  if (report.not_begun) yield `Not started: ${report.not_begun.join(', ')}`
  if (report.next_step !== undefined) yield `Next: ${report.next_step}`
  const sides = report.possible_transfers
  if (sides !== undefined)
    yield `Next: budget tx transfers (${pluralize(sides, 'possible transfer')} between your accounts)`
}

/** Returns `interrupted` when the user stopped an import, `incomplete` when rows are left to import, else `done`. */
export function toImportStatus(outputs: readonly ImportFileOutput[]): ResultStatus {
  if (outputs.some((output) => 'stopped' in output && output.stopped === 'interrupted')) return 'interrupted'
  return outputs.some(isIncompleteImport) ? 'incomplete' : 'done'
}
