/** Shows the reconciliation of an account: the difference with the bank, and what may explain it. */

import type { FindingKind } from '../analysis/reconcile/register.ts'
import type { Transaction } from '../contract/operations/transactions.ts'
import { compare, isNegative, isZero, negate } from '../money/decimal.ts'
import { groupThousands } from './format-amount.ts'
import { sanitizeLine } from './sanitize.ts'
import type { TextStyle } from './style.ts'
import { amountColumn, countColumn, defineView, textColumn } from './view.ts'

/** A transaction that a candidate is about. */
export interface ReconcileTransaction {
  id: string
  date: string
  amount: string
  merchant_name: string | null
  status: string
  account_name: string
}

/** A row of the bank file. */
export interface ReconcileBankRow {
  row: number
  date: string
  amount: string
  payee: string
}

/** One step of a fix; fields that do not apply are left out. */
export interface ReconcileFixStep {
  action: 'clear' | 'unclear' | 'delete' | 'restore' | 'move' | 'edit' | 'add'
  transaction_id?: string
  date?: string
  amount?: string
  merchant_name?: string
}

/** What may explain the difference. */
export interface ReconcileCandidate {
  /** Counts from 1; `--apply` takes it. */
  number: number
  kind: FindingKind
  transactions: ReconcileTransaction[]
  bank_rows: ReconcileBankRow[]
  explains: string
  ways: number
  /** False if the search ended early, so that there may be more ways. */
  all_ways_counted: boolean
  score: number
  fix: { steps: ReconcileFixStep[]; command: string }
}

/** The state of a reconciliation. */
export interface ReconcileReport {
  account_id: string
  account_name: string
  date: string
  /** The balance of the bank, the cleared balance of that date, and the first less the second. */
  bank: string
  cleared: string
  difference: string
  /** The last reconciliation before. */
  previous: { date: string; balance: string } | null
  candidates: ReconcileCandidate[]
  /** undefined without a file. */
  statement: {
    file: string
    missing: ReconcileBankRow[]
    extra: ReconcileTransaction[]
    first_difference: { date: string; bank: string; cleared: string } | null
  } | null
  /** How many uncleared rows were searched for sets, and whether all sets were looked at. */
  searched: { rows: number; complete: boolean }
  /** The candidates that were applied, by their number before. */
  applied: number[]
  adjustment: Transaction | null
  /** How many transactions became reconciled; null when it was not finished. */
  finished: { transactions: number } | null
  /** What to type next. */
  next_steps: string[]
}

// JSON omits symbol keys: what was shown during a dialogue is not shown again.
const shownBefore: unique symbol = Symbol('shown in the dialogue')

/** A report, perhaps shown already. */
export type ShownReport = ReconcileReport & { readonly [shownBefore]?: true }

/** Marks a report whose candidates the user has seen. */
export const markShown = (report: ReconcileReport): ShownReport => ({ ...report, [shownBefore]: true })

const kindLabels: Readonly<Record<FindingKind, string>> = {
  changed_since_reconciled: 'changed since',
  not_cleared: 'not cleared yet',
  deleted: 'deleted here',
  duplicate: 'entered twice',
  missing: 'missing here',
  wrong_account: 'wrong account',
  other_date: 'other date',
  sign_turned: 'sign turned',
  digits_swapped: 'digits swapped',
  decimal_point: 'decimal point',
  extra_digit: 'digit too many',
  missing_digit: 'digit too few',
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
    ...(statement?.first_difference ? [`First day that disagrees: ${statement.first_difference.date}`] : []),
    ...candidates.map((candidate) => describeCandidate(candidate, { report, width })),
    ...(searched.complete ? [] : [`${searched.rows} rows are not cleared: not every set of them was tried`]),
  ].map((line) => sanitizeLine(line))
}

function describeBalances({ bank, cleared, difference, date, account_name }: ReconcileReport): string {
  if (isZero(difference)) return `${account_name} agrees with the bank on ${date}: ${groupThousands(bank)}`
  const size = groupThousands(isNegative(difference) ? negate(difference) : difference)
  const direction = isNegative(difference) ? 'too much here' : 'too little here'
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
  const room = Math.min(24, Math.max(10, width - head.length - AMOUNT_WIDTH - longest))
  const name = words.length > room - 1 ? `${words.slice(0, room - 2)}…` : words
  return `${head}${name.padEnd(room)}${tail}`.trimEnd()
}

const LABEL_WIDTH = 15
/** An amount, and the two blanks after it. */
const AMOUNT_WIDTH = 12

function explainCandidate(candidate: ReconcileCandidate, { difference }: ReconcileReport): string {
  const { kind, transactions, bank_rows, ways, explains, fix } = candidate
  const many = transactions.length
  const corrected = fix.steps.find(({ action }) => action === 'edit')
  const shown = transactions[0]?.amount ?? bank_rows[0]?.amount ?? explains
  const isWhole = compare(explains, difference) === 0 || [shown, negate(shown)].includes(explains)
  const partly = isWhole ? '' : `, explains ${groupThousands(explains)}`
  switch (kind) {
    case 'not_cleared':
      return bank_rows.length > 0
        ? `${many === 1 ? 'on the statement' : `${many} rows on the statement`}${partly}`
        : describeWays(candidate, 'the only row of that amount')
    case 'pair':
    case 'subset':
      return `${many === 2 ? 'and' : 'with'} ${many - 1} more, ${describeWays(candidate, 'the only set of rows')}`
    case 'changed_since_reconciled':
      return `reconciled before${partly}`
    case 'duplicate':
      return `${transactions[1] ? `also on ${transactions[1].date}` : 'twice'}${partly}`
    case 'after_day':
      return `${many} rows from this day on`
    case 'sign_turned':
      return bank_rows.length > 0
        ? `the bank has ${bank_rows[0]?.amount}`
        : describeWays(candidate, 'half the difference')
    case 'wrong_account':
      return `in ${transactions[0]?.account_name ?? 'another account'}${partly}`
    case 'missing':
      return bank_rows.length > 0
        ? `${bank_rows.length === 1 ? 'line of the statement' : `${bank_rows.length} lines of the statement`}${partly}`
        : 'no row explains it better'
    case 'other_date':
      return `${corrected?.date ? `at the bank ${corrected.date}` : 'dated later'}${partly}`
    case 'deleted':
    case 'not_on_statement':
      return ways > 1
        ? `1 of ${ways} such rows${partly}`
        : `${kind === 'deleted' ? 'it has that amount' : 'cleared here only'}${partly}`
    case 'decimal_point':
    case 'digits_swapped':
    case 'extra_digit':
    case 'missing_digit':
    case 'other_amount':
      return `${corrected?.amount ? `should be ${groupThousands(corrected.amount)}` : ''}${ways > 1 ? `, 1 of ${ways} rows` : ''}${partly}`
  }
}

/** Says in how many ways it works. Only a search that came to its end knows that there is one. */
function describeWays({ ways, all_ways_counted }: ReconcileCandidate, only: string): string {
  if (!all_ways_counted) return `1 of at least ${ways} ${ways === 1 ? 'way' : 'ways'}`
  return ways === 1 ? only : `1 of ${ways} ways`
}

function describeDone({
  applied,
  adjustment,
  finished,
  account_name,
  date,
  difference,
  bank,
}: ReconcileReport): string[] {
  const rows = (count: number) => (count === 1 ? '1 transaction is' : `${count} transactions are`)
  return [
    ...(applied.length > 0 ? [`Applied ${applied.join(', ')}; ${describeRest(difference)}`] : []),
    ...(adjustment
      ? [`Booked ${groupThousands(adjustment.amount)} as ${adjustment.merchant_name ?? 'an adjustment'}`]
      : []),
    ...(finished
      ? [
          `${account_name} is reconciled until ${date} at ${groupThousands(bank)}; ${rows(finished.transactions)} reconciled`,
        ]
      : []),
  ].map((line) => sanitizeLine(line))
}

/** Says how much of the difference is left. */
export const describeRest = (difference: string): string =>
  isZero(difference) ? 'the account agrees with the bank' : `${groupThousands(difference)} is left`
