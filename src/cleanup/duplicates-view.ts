/** Shows transactions that were booked twice, one above the other with the reasons. */

import type { TextStyle } from '../output/style.ts'
import { amountColumn, countColumn, textColumn } from '../output/view.ts'
import type { DuplicateFinding } from './duplicates/find-duplicates.ts'
import type { DuplicateReason } from './duplicates/score-pair.ts'
import {
  defineFindingsView,
  describeDaysApart,
  describeRowState,
  type FindingOutcome,
  renderFindingHead,
  renderFindingRow,
  renderReasons,
} from './findings-view.ts'

/** A pair as it is printed, and what became of it. */
export type DuplicateOutput = DuplicateFinding & { outcome: FindingOutcome }

const reasonTexts: Readonly<Record<DuplicateReason, string>> = {
  entered_by_hand: 'entered by hand and in a file',
  both_by_hand: 'both entered by hand',
  from_two_files: 'from two files',
  file_covers_date: 'the file covers that day',
  same_amount: 'same amount',
  amount_differs: 'the bank charged more, maybe a tip',
  same_day: 'same day',
  days_apart: 'a few days apart',
  similar_words: 'similar names',
  other_words: 'different names',
  pending: 'one is pending',
  transfer: 'one is a transfer',
  already_matched: 'has already replaced another one',
  other_category: 'different categories',
}

/** Describes why two transactions may be one: `same amount, 1 day apart, similar names`. */
function describeReasons({ reasons, keep, remove }: DuplicateOutput): string {
  return reasons
    .map((reason) => (reason === 'days_apart' ? describeDaysApart(keep, remove) : reasonTexts[reason]))
    .join(', ')
}

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

/** The pairs, one line each for scripts and four on a terminal. */
export const duplicatesView = defineFindingsView<DuplicateOutput, ReturnType<typeof toCells>>({
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
  toCells,
  fields: [],
  sides: ['keep', 'remove'],
  fixFields: ['keep_id', 'remove_id', 'changes'],
  render: renderPair,
  emptyMessage: 'No duplicates found',
})

function renderPair(finding: DuplicateOutput, style: TextStyle): string {
  const { keep, remove, outcome } = finding
  const isDone = outcome === 'applied'
  return [
    renderFindingHead(finding, keep.account_name, style),
    renderFindingRow(
      { verb: isDone ? 'deleted' : 'delete', row: remove, last: describeRowState(remove) },
      style,
    ),
    renderFindingRow({ verb: isDone ? 'kept' : 'keep', row: keep, last: describeRowState(keep) }, style),
    renderReasons(describeReasons(finding), style),
  ].join('')
}
