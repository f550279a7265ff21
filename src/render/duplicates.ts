/** Shows transactions that were booked twice, side by side with the reasons. */

import type { DuplicateFinding } from '../analysis/duplicates/find-duplicates.ts'
import type { DuplicateReason } from '../analysis/duplicates/score-pair.ts'
import { listFieldPaths } from '../contract/field-paths.ts'
import { type Transaction, transaction } from '../contract/operations/transactions.ts'
import { daysBetween } from '../money/calendar.ts'
import { padToWidth, truncateToWidth } from './display-width.ts'
import { colorAmount, groupThousands } from './format-amount.ts'
import { sanitizeLine } from './sanitize.ts'
import type { TextStyle } from './style.ts'
import { describeCategory } from './transactions.ts'
import { amountColumn, countColumn, defineView, textColumn } from './view.ts'

/** A pair as it is printed, and what became of it. */
export type DuplicateOutput = DuplicateFinding & { outcome: 'proposed' | 'applied' | 'skipped' }

const reasonTexts: Readonly<Record<DuplicateReason, string>> = {
  entered_by_hand: 'one entered by hand, one from the bank',
  both_by_hand: 'both entered by hand',
  from_two_files: 'from two files',
  file_covers_date: 'the file covers this day',
  same_amount: 'same amount',
  amount_differs: 'the bank booked more, maybe a tip',
  same_day: 'same day',
  days_apart: 'some days apart',
  similar_words: 'similar names',
  other_words: 'other names',
  pending: 'one is pending',
  transfer: 'one is a transfer',
}

/** Describes why two transactions may be one: `same amount, 1 day apart, similar names`. */
function describeReasons({ reasons, keep, remove }: DuplicateOutput): string {
  const days = Math.abs(daysBetween(keep.date, remove.date))
  return reasons
    .map((reason) =>
      reason === 'days_apart' ? (days === 1 ? '1 day apart' : `${days} days apart`) : reasonTexts[reason],
    )
    .join(', ')
}

/** The pairs, one line each for scripts and four on a terminal. */
export const duplicatesView = defineView<DuplicateOutput[], ReturnType<typeof toCells>>({
  columns: [
    countColumn('number', 'Number'),
    countColumn('score', 'Score'),
    textColumn('outcome', 'Outcome'),
    textColumn('account_name', 'Account'),
    amountColumn('amount', 'Amount'),
    textColumn('keep_date', 'Keep date'),
    textColumn('keep_merchant', 'Keep merchant'),
    textColumn('keep_id', 'Keep'),
    textColumn('remove_date', 'Remove date'),
    textColumn('remove_merchant', 'Remove merchant'),
    textColumn('remove_id', 'Remove'),
    textColumn('reasons', 'Reasons'),
  ],
  rows: (findings) => findings.map(toCells),
  fields: () => [
    ...['number', 'score', 'sure', 'outcome', 'reasons', 'keep', 'remove', 'fix'],
    ...['keep', 'remove'].flatMap((side) => listFieldPaths(transaction).map((path) => `${side}.${path}`)),
    ...['fix.keep_id', 'fix.remove_id', 'fix.changes'],
  ],
  renderText: (findings, style) =>
    findings.map((finding) => renderPair(finding, style)).join('\n') + renderNextSteps(findings),
  emptyMessage: 'No duplicates found',
})

const toCells = (finding: DuplicateOutput) => ({
  number: finding.number,
  score: finding.score,
  outcome: finding.outcome,
  account_name: finding.keep.account_name,
  amount: finding.remove.amount,
  keep_date: finding.keep.date,
  keep_merchant: finding.keep.merchant_name,
  keep_id: finding.keep.id,
  remove_date: finding.remove.date,
  remove_merchant: finding.remove.merchant_name,
  remove_id: finding.remove.id,
  reasons: finding.reasons.join(' '),
})

const NUMBER_WIDTH = 4
const LABEL_WIDTH = 8
const NAME_WIDTH = 24
const AMOUNT_WIDTH = 12

function renderPair(finding: DuplicateOutput, style: TextStyle): string {
  const { number, keep, remove, outcome, sure } = finding
  const verbs = outcome === 'applied' ? ['kept', 'deleted'] : ['keep', 'delete']
  const state = outcome === 'skipped' ? '  (left as it is)' : sure || outcome === 'applied' ? '' : '  (look)'
  const head = `${String(number).padStart(NUMBER_WIDTH - 1)} ${sanitizeLine(keep.account_name)}, ${Math.round(finding.score * 100)} % sure${state}`
  const reasons = truncateToWidth(describeReasons(finding), style.width - NUMBER_WIDTH)
  return [
    style.colors.bold(head),
    renderSide(verbs[1] ?? '', remove, style),
    renderSide(verbs[0] ?? '', keep, style),
    `${' '.repeat(NUMBER_WIDTH)}${style.colors.dim(reasons)}\n`,
  ].join('\n')
}

/** Renders one of the two: what is done, date, name, amount, category. */
function renderSide(verb: string, row: Transaction, { width, colors }: TextStyle): string {
  const name = sanitizeLine(row.merchant_name ?? (row.type === 'transfer' ? 'Transfer' : row.notes ?? ''))
  const amount = groupThousands(row.amount).padStart(AMOUNT_WIDTH)
  const start = `${' '.repeat(NUMBER_WIDTH)}${verb.padEnd(LABEL_WIDTH)}${row.date}  ${padToWidth(truncateToWidth(name, NAME_WIDTH), NAME_WIDTH)}`
  const used = NUMBER_WIDTH + LABEL_WIDTH + row.date.length + 2 + NAME_WIDTH + AMOUNT_WIDTH + 2
  const category = sanitizeLine(describeCategory(row) ?? 'uncategorized')
  const status = row.status === 'cleared' ? category : `${category}, ${row.status}`
  return `${start}${colorAmount(row.amount, colors, amount)}  ${truncateToWidth(status, Math.max(1, width - used))}`
}

function renderNextSteps(findings: readonly DuplicateOutput[]): string {
  const proposed = findings.filter(({ outcome }) => outcome === 'proposed')
  if (proposed.length === 0) return ''
  return '\nNext: add --apply 1 to apply the first, --apply ask to be asked, --apply all for the sure ones\n'
}
