/** Shows the reconciliation of an account: the difference with the bank, and what may explain it. */

import { isNegative, isZero, negate } from '../money/decimal.ts'
import { groupThousands } from '../output/format-amount.ts'
import { pluralize } from '../output/pluralize.ts'
import { sanitizeLine } from '../output/sanitize.ts'
import type { TextStyle } from '../output/style.ts'
import { amountColumn, countColumn, defineView, textColumn } from '../output/view.ts'
import type { FindingKind } from './difference/register.ts'
import { explainCandidate } from './reconcile-reasons.ts'
import type { ReconcileCandidate, ReconcileReport } from './reconcile-report.ts'

// JSON omits symbol keys: what was shown during a dialogue is not shown again, and sentences are for users.
const shownBefore: unique symbol = Symbol('shown in the dialogue')
const doneLines: unique symbol = Symbol('what was done')

/** A report, perhaps shown already, with what was done. */
export type ShownReport = ReconcileReport & {
  readonly [shownBefore]?: true
  readonly [doneLines]?: readonly string[]
}

/** Marks a report whose candidates the user has seen. */
export const markShown = (report: ReconcileReport): ShownReport => ({ ...report, [shownBefore]: true })

/** Adds sentences about what was done to a report. */
export const addDone = (report: ReconcileReport, lines: readonly string[]): ShownReport => ({
  ...report,
  [doneLines]: lines,
})

const kindLabels: Readonly<Record<FindingKind, string>> = {
  changed_since_reconciled: 'changed since',
  not_cleared: 'not cleared yet',
  deleted: 'deleted here',
  duplicate: 'entered twice',
  missing: 'missing here',
  wrong_account: 'wrong account',
  other_date: 'other date',
  sign_turned: 'sign reversed',
  digits_swapped: 'digits swapped',
  decimal_point: 'decimal point',
  extra_digit: 'extra digit',
  missing_digit: 'missing digit',
  other_amount: 'other amount',
  not_on_statement: 'not at the bank',
  after_day: 'after a day',
  pair: 'two rows',
  subset: 'several rows',
}

/** A line for each candidate, or JSON of everything. */
export const reconcileView = defineView<ShownReport, ReconcileCandidate>({
  columns: [
    countColumn('number', 'No'),
    textColumn('kind', 'Kind'),
    {
      field: 'transactions',
      heading: 'Transactions',
      kind: 'text',
      getValue: ({ transactions }) => transactions.map(({ id }) => id).join(' '),
    },
    amountColumn('explains', 'Explains'),
    countColumn('ways', 'Ways'),
    countColumn('score', 'Score'),
    { field: 'command', heading: 'Fix', kind: 'text', getValue: ({ fix }) => fix.command },
  ],
  rows: ({ candidates }) => candidates,
  fields: () => reportFields,
  renderText: (report, { width, colors }: TextStyle) => {
    const lines = report[shownBefore] ? [] : describeReport(report, width)
    const done = describeDone(report).map((line) => colors.green(line))
    const next = report.next_steps.map((step) => `  ${step}`)
    return [...lines, ...done, ...(next.length > 0 ? ['Next:', ...next] : [])]
      .map((line) => `${line}\n`)
      .join('')
  },
})

const candidateFields = [
  'number',
  'kind',
  'transactions',
  'bank_rows',
  'explains',
  'ways',
  'all_ways_counted',
  'score',
  'fix',
]
const reportFields = [
  'account_id',
  'account_name',
  'date',
  'bank',
  'cleared',
  'difference',
  'previous',
  'candidates',
  ...candidateFields.map((field) => `candidates.${field}`),
  'statement',
  'searched',
  'applied',
  'adjustment',
  'finished',
  'next_steps',
]

/** Describes the balances and the candidates, one line each. */
export function describeReport(report: ReconcileReport, width: number): string[] {
  const { candidates, statement, searched } = report
  return [
    describeBalances(report),
    ...(statement?.first_difference ? [describeFirstDay(statement.first_difference, candidates)] : []),
    ...candidates.map((candidate) => describeCandidate(candidate, { report, width })),
    ...(searched.complete ? [] : [`${searched.rows} rows are not cleared: not every combination was tried`]),
  ].map((line) => sanitizeLine(line))
}

/** Says where the balances part. When no row of that day is wrong, the reason lies before the file, or is a row below. */
function describeFirstDay(
  { date, bank, cleared }: { date: string; bank: string; cleared: string },
  candidates: readonly ReconcileCandidate[],
): string {
  const isExplained = candidates.some(({ transactions, bank_rows }) =>
    [...transactions, ...bank_rows].some((row) => row.date === date),
  )
  const figures = `bank ${groupThousands(bank)}, here ${groupThousands(cleared)}`
  return `First day that differs: ${date}, ${figures}${isExplained ? '' : ', possibly earlier'}`
}

function describeBalances({ bank, cleared, difference, date, account_name }: ReconcileReport): string {
  if (isZero(difference)) return `${account_name} agrees with the bank on ${date}: ${groupThousands(bank)}`
  const size = groupThousands(isNegative(difference) ? negate(difference) : difference)
  const direction = isNegative(difference) ? 'more here' : 'less here'
  return `The bank says ${groupThousands(bank)} · cleared here ${groupThousands(cleared)} · ${size} ${direction}`
}

/** Returns one line: the number, the kind, the transaction, and why. */
export function describeCandidate(
  candidate: ReconcileCandidate,
  { report, width }: { report: ReconcileReport; width: number },
): string {
  const [first] = candidate.transactions
  const [bankRow] = candidate.bank_rows
  const date = first?.date ?? bankRow?.date ?? ''
  const words = first
    ? (first.merchant_name ?? '')
    : (bankRow?.payee ?? candidate.fix.steps[0]?.merchant_name ?? '')
  const amount = groupThousands(first?.amount ?? bankRow?.amount ?? candidate.explains)
  const head = `${String(candidate.number).padStart(2)} ${kindLabels[candidate.kind].padEnd(LABEL_WIDTH)} ${date.padEnd(10)} `
  const reason = explainCandidate(candidate, report)
  const tail = `${amount.padStart(10)}  ${reason}`
  // One width for all candidates, so that their amounts stand below each other.
  const longest = Math.max(...report.candidates.map((one) => explainCandidate(one, report).length))
  const nameWidth = Math.min(24, Math.max(10, width - head.length - AMOUNT_WIDTH - longest))
  const name = words.length > nameWidth - 1 ? `${words.slice(0, nameWidth - 2)}…` : words
  return `${head}${name.padEnd(nameWidth)}${tail}`.trimEnd()
}

const LABEL_WIDTH = 15
/** An amount, and the two blanks after it. */
const AMOUNT_WIDTH = 12

/** More sentences about what was done would hide the rest. */
const MAX_DONE = 12

function describeDone(report: ShownReport): string[] {
  const { applied, adjustment, finished, account_name, date, difference, bank } = report
  const rows = (count: number) => pluralize(count, 'transaction is', 'transactions are')
  const done = report[doneLines] ?? []
  return [
    ...done.slice(0, MAX_DONE),
    ...(done.length > MAX_DONE ? [`and ${done.length - MAX_DONE} more changes`] : []),
    ...(applied.length > 0 && !isZero(difference) ? [describeRest(difference)] : []),
    ...(adjustment
      ? [`Added ${groupThousands(adjustment.amount)} as ${adjustment.merchant_name ?? 'an adjustment'}`]
      : []),
    ...(finished
      ? [
          `${account_name} is reconciled up to ${date} at ${groupThousands(bank)}; ${rows(finished.transactions)} reconciled`,
        ]
      : []),
  ].map((line) => sanitizeLine(line))
}

/** Says how much of the difference is left. */
export const describeRest = (difference: string): string =>
  isZero(difference) ? 'the account agrees with the bank' : `${groupThousands(difference)} remains`
