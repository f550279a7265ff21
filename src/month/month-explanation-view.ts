/** Shows the parts that add up to Ready to Assign or to a category, then what they are made of. */

import { addMonths } from '../money/calendar.ts'
import { isNegative, isZero, negate } from '../money/decimal.ts'
import { formatColoredAmount, groupThousands } from '../output/format-amount.ts'
import { pluralize } from '../output/pluralize.ts'
import { describeShortage } from '../output/ready-to-assign.ts'
import { sanitizeLine } from '../output/sanitize.ts'
import { toShellValue } from '../output/shell-words.ts'
import type { TextStyle } from '../output/style.ts'
import type { Column } from '../output/view.ts'

/** A category that the month before overspent; null is the envelope of uncategorized transactions. */
export interface OverspentCategory {
  category_id: string | null
  category_name: string
  /** Positive. */
  amount: string
}

/** What a category was assigned in a month. */
export interface CategoryAssignment {
  category_id: string
  category_name: string
  assigned: string
}

/** How many of the largest assignments are listed where more was assigned than there is. */
const MAX_ASSIGNMENTS = 5

/**
 * Why Ready to Assign of a month is what it is: ready_to_assign = carried_over + income − assigned −
 * overspent_last_month − held_for_later + other.
 */
export interface ReadyToAssignResult {
  month: string
  currency: string
  ready_to_assign: string
  carried_over: string
  income: string
  assigned: string
  overspent_last_month: string
  held_for_later: string
  other: string
  overspent_categories: readonly OverspentCategory[]
  /** What the categories were assigned in the month, the largest amount first; those of zero are left out. */
  assigned_categories: readonly CategoryAssignment[]
  /** The transactions of the month without a category, which next month's Ready to Assign pays for. */
  uncategorized: { count: number; amount: string }
  readonly [takingBack]?: string
}

// JSON omits symbol keys, so that scripts see the figures alone.
const takingBack: unique symbol = Symbol('how to bring money back')

/** Returns the explanation with the sentence about how to bring money back. */
export const withTakingBack = (result: ReadyToAssignResult, sentence: string): ReadyToAssignResult => ({
  ...result,
  [takingBack]: sentence,
})

/** A transaction of a category, or its split line. */
export interface ExplainedLine {
  transaction_id: string
  date: string
  account_name: string
  merchant_name: string | null
  notes: string | null
  amount: string
}

/** Why a category has what it has: available = carried_over + assigned + activity. */
export interface CategoryResult {
  month: string
  currency: string
  category_id: string
  category_name: string
  carried_over: string
  assigned: string
  activity: string
  available: string
  /** Of a payment category: what purchases on the card moved here. */
  funded_card_spending: string | null
  /** Of a payment category: what the payments to the card took. */
  card_payments: string | null
  /** The transactions of the activity; of a payment category the payments to its card. The newest comes first. */
  lines: readonly ExplainedLine[]
}

/** Why a figure is what it is. */
export type MonthExplanation = ReadyToAssignResult | CategoryResult

/** A part of a figure, or what a part is made of. */
export interface ExplanationRow {
  section: string
  part: string
  label: string
  amount: string
  date: string | null
  transaction_id: string | null
}

/** True for what explains a category. */
const isCategory = (result: MonthExplanation): result is CategoryResult => 'category_id' in result

/** The columns of an explanation; a terminal shows the section above the rows. */
export const explanationColumns: readonly Column<ExplanationRow>[] = [
  {
    field: 'section',
    heading: 'Of',
    kind: 'text',
    hiddenOnTerminal: true,
    getValue: (row) => row.section,
  },
  {
    field: 'part',
    heading: 'Part',
    kind: 'text',
    minWidth: 14,
    getValue: (row) => row.part,
    formatForTerminal: (row) => `  ${row.label}`,
  },
  {
    field: 'label',
    heading: 'What',
    kind: 'text',
    hiddenOnTerminal: true,
    getValue: (row) => row.label,
  },
  { field: 'date', heading: 'Date', kind: 'text', neverTruncate: true, getValue: (row) => row.date },
  { field: 'amount', heading: 'Amount', kind: 'amount', getValue: (row) => row.amount },
  {
    field: 'transaction_id',
    heading: 'Transaction',
    kind: 'text',
    hiddenOnTerminal: true,
    getValue: (row) => row.transaction_id,
  },
]

const common = ['month', 'currency', 'carried_over', 'assigned']

/** The fields of explanations in JSON. */
export const explanationFields: readonly string[] = [
  ...common,
  'ready_to_assign',
  'income',
  'overspent_last_month',
  'held_for_later',
  'other',
  'overspent_categories',
  ...['category_id', 'category_name', 'amount'].map((field) => `overspent_categories.${field}`),
  'assigned_categories',
  ...['category_id', 'category_name', 'assigned'].map((field) => `assigned_categories.${field}`),
  'uncategorized',
  'uncategorized.count',
  'uncategorized.amount',
  'category_id',
  'category_name',
  'activity',
  'available',
  'funded_card_spending',
  'card_payments',
  'lines',
  ...['transaction_id', 'date', 'account_name', 'merchant_name', 'notes', 'amount'].map(
    (field) => `lines.${field}`,
  ),
]

/** Returns the parts of a figure with their signs, then what they are made of. */
export const listExplanationRows = (result: MonthExplanation): ExplanationRow[] =>
  isCategory(result) ? listCategoryRows(result) : listReadyToAssignRows(result)

type PartRow = readonly [part: string, label: string, amount: string]

const toRows = (section: string, parts: readonly PartRow[]): ExplanationRow[] =>
  parts.map(([part, label, amount]) => ({ section, part, label, amount, date: null, transaction_id: null }))

function listReadyToAssignRows(result: ReadyToAssignResult): ExplanationRow[] {
  const { month, uncategorized, overspent_categories } = result
  const before = addMonths(month, -1)
  const parts: PartRow[] = [
    ['carried_over', `Left from ${before}`, result.carried_over],
    ['income', `Income in ${month}`, result.income],
    ['assigned', `Assigned in ${month}`, negate(result.assigned)],
    ['overspent_last_month', `Overspent in ${before}`, negate(result.overspent_last_month)],
    ['held_for_later', 'Assigned in later months', negate(result.held_for_later)],
  ]
  // Only figures of a remote service are not explained completely.
  if (!isZero(result.other))
    parts.push(['other', 'Cards, and what the service does not report', result.other])
  const overspent = overspent_categories.map(
    ({ category_name, amount }): PartRow => ['overspent_category', category_name, negate(amount)],
  )
  const assigned = isNegative(result.ready_to_assign)
    ? result.assigned_categories
        .slice(0, MAX_ASSIGNMENTS)
        .map((one): PartRow => ['assigned_category', one.category_name, negate(one.assigned)])
    : []
  const waiting: PartRow[] =
    uncategorized.count === 0
      ? []
      : [['uncategorized', pluralize(uncategorized.count, 'transaction'), uncategorized.amount]]
  return [
    ...toRows(`Ready to Assign in ${month}`, [
      ...parts,
      ['ready_to_assign', 'Ready to Assign', result.ready_to_assign],
    ]),
    ...toRows(`Assigned in ${month}, the largest amounts`, assigned),
    ...toRows(`Overspent in ${before}`, overspent),
    ...toRows(`Uncategorized in ${month}, not included yet`, waiting),
  ]
}

function listCategoryRows(result: CategoryResult): ExplanationRow[] {
  const { month, category_name, funded_card_spending: funded, card_payments } = result
  const before = addMonths(month, -1)
  const activity: PartRow[] =
    funded === null || card_payments === null
      ? [['activity', `Activity in ${month}`, result.activity]]
      : [
          ['funded_card_spending', 'Moved here for purchases on the card', funded],
          ['card_payments', 'Payments to the card', card_payments],
        ]
  const lines = result.lines.map(
    ({ merchant_name, account_name, notes, amount, date, transaction_id }): ExplanationRow => ({
      section: funded === null ? `Activity in ${month}` : `Payments in ${month}`,
      part: 'line',
      label: merchant_name ?? notes ?? account_name,
      amount,
      date,
      transaction_id,
    }),
  )
  return [
    ...toRows(`${category_name} in ${month}`, [
      ['carried_over', `Left from ${before}`, result.carried_over],
      ['assigned', `Assigned in ${month}`, result.assigned],
      ...activity,
      ['available', 'Available', result.available],
    ]),
    ...lines,
  ]
}

/** Renders what the figure is, above its parts. */
export function renderExplanationHeader(result: MonthExplanation, { colors }: TextStyle): string {
  const [what, amount] = isCategory(result)
    ? [result.category_name, result.available]
    : ['Ready to Assign', result.ready_to_assign]
  return `${colors.bold(result.month)}   ${sanitizeLine(what)} ${formatColoredAmount(amount, colors)} ${sanitizeLine(result.currency)}\n\n`
}

/** Returns what is wrong, each with the command that mends it; empty when the figure is not below zero. */
export const describeExplanation = (result: MonthExplanation): string[] =>
  isCategory(result) ? describeCategory(result) : describeReadyToAssign(result)

function describeCategory({ available, category_name, month }: CategoryResult): string[] {
  if (!isNegative(available)) return []
  return [
    `${category_name} spent ${groupThousands(negate(available))} more than it had\nTo cover it: budget month cover ${toShellValue(category_name)} --from CATEGORY --month ${month}`,
  ]
}

/** Says what was overspent in the month before: categories are covered, uncategorized transactions get a category. */
function describeOverspent(result: ReadyToAssignResult, before: string): string {
  const { month, overspent_last_month, overspent_categories } = result
  const isUncategorized = overspent_categories.every(({ category_id }) => category_id === null)
  const step = isUncategorized
    ? `To give these transactions a category: budget review --period ${before}`
    : `To cover it there instead: budget month cover --all --from CATEGORY --month ${before}`
  return `${month} covers ${groupThousands(overspent_last_month)} that was overspent in ${before}\n${step}`
}

function describeReadyToAssign(result: ReadyToAssignResult): string[] {
  const { month, ready_to_assign, carried_over, overspent_last_month, uncategorized } = result
  const before = addMonths(month, -1)
  const sentences: string[] = []
  if (isNegative(ready_to_assign)) {
    sentences.push(`${describeShortage(result, result)}\n${result[takingBack] ?? ''}`)
    if (isNegative(carried_over))
      sentences.push(`${before} already ended below zero\nTo see why: budget month show ${before} --explain`)
    if (!isZero(overspent_last_month)) sentences.push(describeOverspent(result, before))
  }
  if (uncategorized.count > 0)
    sentences.push(
      `Without a category: ${pluralize(uncategorized.count, 'transaction')}, ${groupThousands(uncategorized.amount)} net\nTo give them one: budget review --period ${month}`,
    )
  return sentences
}
