/** Shows two transactions that are one transfer, one above the other with the reasons. */

import type { TextStyle } from '../output/style.ts'
import { amountColumn, countColumn, textColumn } from '../output/view.ts'
import {
  defineFindingsView,
  describeDaysApart,
  type FindingOutcome,
  renderFindingHead,
  renderFindingRow,
  renderReasons,
} from './findings-view.ts'
import type { TransferFinding } from './transfers/find-transfers.ts'
import type { TransferReason } from './transfers/score-transfer.ts'

/** A transfer as it is printed, and what became of it. */
export type TransferOutput = TransferFinding & { outcome: FindingOutcome }

const reasonTexts: Readonly<Record<TransferReason, string>> = {
  opposite_amounts: 'opposite amounts',
  same_day: 'same day',
  days_apart: 'a few days apart',
  arrives_before: 'the inflow comes first',
  names_account: 'the text names the other account',
  transfer_words: 'the text mentions a transfer',
  only_amount: 'the only rows with that amount',
  no_category: 'no categories',
  has_category: 'one has a category',
  other_rows_of_name: 'other transactions have one of the names',
  other_rows_of_amount: 'other transactions have this amount',
  transfer_exists: 'a transfer of this amount already exists',
  may_be_refund: 'maybe a refund',
  ambiguous: 'ambiguous',
}

function describeReasons({ reasons, out, in: into, ambiguous_with }: TransferOutput): string {
  return reasons
    .map((reason) => {
      if (reason === 'days_apart') return describeDaysApart(out, into)
      return reason === 'ambiguous' ? `either this or ${ambiguous_with.join(', ')}` : reasonTexts[reason]
    })
    .join(', ')
}

const toCells = ({ number, score, outcome, out, in: into, reasons }: TransferOutput) => ({
  number,
  score,
  outcome,
  amount: into.amount,
  out_date: out.date,
  out_account: out.account_name,
  out_id: out.id,
  in_date: into.date,
  in_account: into.account_name,
  in_id: into.id,
  reasons: reasons.join(' '),
})

/** The transfers, one line each for scripts and four on a terminal. */
export const transfersView = defineFindingsView<TransferOutput, ReturnType<typeof toCells>>({
  columns: [
    countColumn('number', 'Number'),
    countColumn('score', 'Score'),
    textColumn('outcome', 'Outcome'),
    amountColumn('amount', 'Amount'),
    textColumn('out_date', 'Out date'),
    textColumn('out_account', 'From'),
    textColumn('out_id', 'Out'),
    textColumn('in_date', 'In date'),
    textColumn('in_account', 'To'),
    textColumn('in_id', 'In'),
    textColumn('reasons', 'Reasons'),
  ],
  toCells,
  fields: ['ambiguous_with'],
  sides: ['out', 'in'],
  fixFields: ['transfer', 'changes', 'delete_ids', 'existing'],
  render: renderTransfer,
  emptyMessage: 'No transfers found',
})

function renderTransfer(finding: TransferOutput, style: TextStyle): string {
  // Both sides of a transfer have its date.
  const date = finding.outcome === 'applied' ? { date: finding.fix.transfer.date } : {}
  const [out, into] = [
    { ...finding.out, ...date },
    { ...finding.in, ...date },
  ]
  return [
    renderFindingHead(finding, `${out.account_name} → ${into.account_name}`, style),
    renderFindingRow({ verb: 'out', row: out, last: out.account_name }, style),
    renderFindingRow({ verb: 'in', row: into, last: into.account_name }, style),
    renderReasons(describeReasons(finding), style),
  ].join('')
}
