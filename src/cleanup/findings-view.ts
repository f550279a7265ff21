/** Shows findings: the transactions of each in aligned lines, the reasons below, and how they are applied. */

import { listFieldPaths } from '../contract/field-paths.ts'
import { type Transaction, transaction } from '../contract/operations/transactions.ts'
import { daysBetween } from '../money/calendar.ts'
import { padToWidth, truncateToWidth, wrapWords } from '../output/display-width.ts'
import { colorAmount, groupThousands } from '../output/format-amount.ts'
import { pluralize } from '../output/pluralize.ts'
import { sanitizeLine } from '../output/sanitize.ts'
import type { TextStyle } from '../output/style.ts'
import { type Column, defineView } from '../output/view.ts'
import { describeCategory, getReference } from '../transactions/transaction-columns.ts'

/** What became of a finding: listed only, or applied or left when others were applied. */
export type FindingOutcome = 'proposed' | 'applied' | 'skipped'

/** What every finding that is shown has. */
interface ShownFinding {
  number: number
  score: number
  sure: boolean
  outcome: FindingOutcome
}

/** How the findings of a kind are shown. */
interface FindingsViewOptions<Finding, Cells> {
  /** The columns after number, score and outcome; the reasons come last. */
  columns: readonly Column<Cells>[]
  toCells: (finding: Finding) => Cells
  /** The fields of JSON besides those that every finding has; those of the transactions in `sides` follow. */
  fields: readonly string[]
  /** The fields that hold a transaction. */
  sides: readonly string[]
  fixFields: readonly string[]
  render: (finding: Finding, style: TextStyle) => string
  emptyMessage: string
}

/** Returns a view of findings: one line each for scripts, several on a terminal. */
export const defineFindingsView = <Finding extends ShownFinding, Cells extends object>({
  columns,
  toCells,
  fields,
  sides,
  fixFields,
  render,
  emptyMessage,
}: FindingsViewOptions<Finding, Cells>) =>
  defineView<Finding[], Cells>({
    columns,
    rows: (findings) => findings.map(toCells),
    fields: () => [
      'number',
      'score',
      'sure',
      'outcome',
      'reasons',
      ...fields,
      ...sides,
      'fix',
      ...sides.flatMap((side) => listFieldPaths(transaction).map((path) => `${side}.${path}`)),
      ...fixFields.map((field) => `fix.${field}`),
    ],
    renderText: (findings, style) =>
      findings.length === 0
        ? `${emptyMessage}\n`
        : renderFindings(findings, (finding) => render(finding, style)),
    emptyMessage,
  })

const INDENT = 4
const LABEL_WIDTH = 8
const NAME_WIDTH = 22
const AMOUNT_WIDTH = 12
const DATE_WIDTH = 12

/** Renders the first line of a finding: its number, what it is about, and how likely it is. */
export function renderFindingHead(finding: ShownFinding, title: string, { colors }: TextStyle): string {
  const { number, score, sure, outcome } = finding
  const state =
    outcome === 'skipped'
      ? ', left as it is'
      : outcome === 'applied'
        ? ', done'
        : sure
          ? ''
          : ', needs your decision'
  const text = `${String(number).padStart(INDENT - 1)} ${sanitizeLine(title)}`
  return `${colors.bold(text)}  ${Math.round(score * 100)} %${state}\n`
}

/** Renders a transaction of a finding: what happens to it, its reference, date, name, amount, category or account. */
export function renderFindingRow(
  { verb, row, last }: { verb: string; row: Transaction; last: string },
  { width, colors }: TextStyle,
): string {
  const name = sanitizeLine(row.merchant_name ?? (row.type === 'transfer' ? 'Transfer' : (row.notes ?? '')))
  const shownName = padToWidth(truncateToWidth(name, NAME_WIDTH), NAME_WIDTH)
  const amount = colorAmount(row.amount, colors, groupThousands(row.amount).padStart(AMOUNT_WIDTH))
  const reference = getReference(row)
  const start = `${verb.padEnd(LABEL_WIDTH)}${reference === '' ? '' : `${reference}  `}`
  const maxWidth = width - INDENT - start.length - DATE_WIDTH - NAME_WIDTH - AMOUNT_WIDTH - 2
  const end = truncateToWidth(sanitizeLine(last), Math.max(1, maxWidth))
  return `${' '.repeat(INDENT)}${start}${row.date}  ${shownName}${amount}  ${end}`.trimEnd().concat('\n')
}

/** Describes how far the dates of two rows are apart: `1 day apart`. */
export function describeDaysApart(one: Pick<Transaction, 'date'>, other: Pick<Transaction, 'date'>): string {
  const days = Math.abs(daysBetween(one.date, other.date))
  return pluralize(days, 'day apart', 'days apart')
}

/** Describes the category of a row, and its status unless it is cleared. */
export function describeRowState(row: Transaction): string {
  const category = describeCategory(row) ?? 'uncategorized'
  return row.status === 'cleared' ? category : `${category}, ${row.status}`
}

/** Renders the reasons of a finding, wrapped below its rows. */
export const renderReasons = (reasons: string, { width, colors }: TextStyle): string =>
  wrapWords(reasons, width - INDENT)
    .split('\n')
    .map((line) => `${' '.repeat(INDENT)}${colors.dim(line)}\n`)
    .join('')

/** Renders findings with what to do next; once some were applied, only those, and how many were left. */
export function renderFindings<Finding extends Pick<ShownFinding, 'number' | 'outcome'>>(
  findings: readonly Finding[],
  render: (finding: Finding) => string,
): string {
  const applied = findings.filter(({ outcome }) => outcome === 'applied')
  if (applied.length === 0) return findings.map(render).join('\n') + renderApplyHint(findings)
  const left = findings.length - applied.length
  return (
    applied.map(render).join('\n') +
    (left === 0 ? '' : `\n${left} left as ${left === 1 ? 'it is' : 'they are'}\n`)
  )
}

/** Renders how findings are applied; empty if none is left to decide. */
export function renderApplyHint(findings: readonly Pick<ShownFinding, 'number' | 'outcome'>[]): string {
  const first = findings.find(({ outcome }) => outcome === 'proposed')
  if (!first) return ''
  // Other filters would give other numbers, so that the user repeats the command as typed.
  return `\nNext: the same command with --apply ${first.number}, or --apply ask to decide one at a time\n`
}
