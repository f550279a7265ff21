/** Shows what moved in, what did not, and whether every figure is the same. */

import {
  type Agreement,
  type ComparedFigure,
  type DifferenceRule,
  differenceRules,
} from '../migrate/proof/proof.ts'
import { padToWidth, truncateToWidth } from './display-width.ts'
import { colorAmount, groupThousands } from './format-amount.ts'
import { sanitizeLine } from './sanitize.ts'
import type { TextStyle } from './style.ts'
import { defineView, textColumn, type View } from './view.ts'

/** The result of a move, of its dry run, or of repeating its comparison. Amounts are decimal strings. */
export interface MigrateResult {
  /** null in a dry run. */
  workspace_id: string | null
  workspace_name: string
  currency: string
  /** The program that the file is from. */
  source: string
  /** What the file is, e.g. `A YNAB export`. */
  title: string
  counts: {
    accounts: number
    transactions: number
    splits: number
    transfers: number
    categories: number
    months: number
  }
  types: readonly MovedAccountType[]
  /** null in a dry run. */
  proof: {
    accounts: Agreement
    category_months: Agreement
    ready_to_assign: Agreement
    age_of_money: Agreement
  } | null
  differences: readonly ShownDifference[]
  not_taken: readonly { what: string; count: number; why: string }[]
  /** How many requests of a service it would take; 0 on this computer, and once it is done. */
  requests: number
  /** What to type next, without `budget`. */
  next: string | null
}

/** The type that an account gets. */
export interface MovedAccountType {
  account: string
  type: string
  /** True where the file does not say it. */
  suggested: boolean
}

/** A figure that is not the same. */
export interface ShownDifference {
  figure: ComparedFigure
  month: string | null
  category: string | null
  account: string | null
  theirs: string
  ours: string
  rules: readonly DifferenceRule[]
  /** The rules as a sentence; null when none explains it. */
  reason: string | null
}

/** Returns what the rules of a difference say; null for no rule. */
export const describeRules = (rules: readonly DifferenceRule[]): string | null =>
  rules.length === 0 ? null : rules.map((rule) => differenceRules[rule]).join('; ')

const MAX_LINES = 40
const NAME_WIDTH = 24
const AMOUNT_WIDTH = 13

const fields = [
  'workspace_id',
  'workspace_name',
  'currency',
  'source',
  'title',
  'counts',
  'types',
  'proof',
  'differences',
  'not_taken',
  'requests',
  'next',
] as const satisfies readonly (keyof MigrateResult)[]

/** What moved in, the proof, and the differences. TSV and CSV have the differences. */
export const migrateView: View<MigrateResult> = defineView<MigrateResult, ShownDifference>({
  columns: [
    textColumn('figure', 'Figure'),
    textColumn('month', 'Month'),
    textColumn('category', 'Category'),
    textColumn('account', 'Account'),
    textColumn('theirs', 'Theirs'),
    textColumn('ours', 'Here'),
    textColumn('reason', 'Reason'),
  ],
  rows: ({ differences }) => differences,
  fields: () => fields,
  renderText: (result, style) =>
    [...renderSource(result), ...renderProof(result, style)].join('\n').concat('\n'),
  isPlainText: true,
})

const count = (number: number, one: string, many = `${one}s`): string =>
  `${groupThousands(String(number))} ${number === 1 ? one : many}`

function renderSource({ title, counts, types, not_taken, workspace_id }: MigrateResult): string[] {
  const { accounts, transactions, splits, transfers, categories, months } = counts
  const parts = [
    count(accounts, 'account'),
    count(transactions, 'transaction'),
    ...(splits > 0 ? [`${groupThousands(String(splits))} of them split`] : []),
    ...(transfers > 0 ? [count(transfers, 'transfer')] : []),
    ...(categories > 0 ? [count(categories, 'category', 'categories')] : []),
    count(months, 'month'),
  ]
  const suggested = types.filter((type) => type.suggested)
  return [
    sanitizeLine(`${title}: ${parts.join(', ')}`),
    ...(suggested.length > 0
      ? [
          `Types are not in the file: ${suggested.map(({ account, type }) => sanitizeLine(`${account} = ${type}`)).join(' · ')}`,
        ]
      : []),
    ...(suggested.length > 0 && workspace_id === null ? ['  To set one: --type "ACCOUNT=TYPE"'] : []),
    ...(not_taken.length > 0 ? ['Not taken as it is:'] : []),
    ...not_taken.map(({ what, count: number, why }) =>
      sanitizeLine(`  ${what}${number > 0 ? ` (${groupThousands(String(number))})` : ''}: ${why}`),
    ),
  ]
}

function renderProof(
  { workspace_id, workspace_name, proof, differences, requests, next }: MigrateResult,
  style: TextStyle,
): string[] {
  if (proof === null || workspace_id === null)
    return [
      requests > 0
        ? `Nothing was changed. It would take about ${groupThousands(String(requests))} requests.`
        : `Nothing was changed. The workspace would be named ${sanitizeLine(workspace_name)}.`,
    ]
  const agreements = [
    describeAgreement(proof.accounts, 'account balances'),
    describeAgreement(proof.category_months, 'category months'),
    describeAgreement(proof.ready_to_assign, 'months of Ready to Assign'),
    describeAgreement(proof.age_of_money, 'months of age of money'),
  ].filter((text) => text !== undefined)
  const unexplained = differences.filter(({ rules }) => rules.length === 0).length
  return [
    style.colors.bold(sanitizeLine(`Workspace ${workspace_name}`)),
    ...agreements.map((text) => `  ${text}`),
    ...(differences.length === 0 ? ['Every figure that the file states is the same here.'] : []),
    ...differences.slice(0, MAX_LINES).flatMap((difference) => renderDifference(difference, style)),
    ...(differences.length > MAX_LINES
      ? [`${count(differences.length - MAX_LINES, 'more difference')}: --format csv lists all of them`]
      : []),
    ...(unexplained > 0
      ? [style.colors.red(`${count(unexplained, 'difference')} without a reason`)]
      : differences.length > 0
        ? ['Every difference has a reason: docs/migrate.md#differences']
        : []),
    ...(next === null ? [] : [`Next: budget ${sanitizeLine(next)}`]),
  ]
}

const describeAgreement = ({ equal, of }: Agreement, what: string): string | undefined =>
  of === 0 ? undefined : `${groupThousands(String(equal))} of ${groupThousands(String(of))} ${what} equal`

function renderDifference(
  { figure, month, category, account, theirs, ours, reason }: ShownDifference,
  { colors, width }: TextStyle,
): string[] {
  const name = sanitizeLine(category ?? account ?? '')
  const amount = (text: string): string =>
    colorAmount(text, colors, groupThousands(text).padStart(AMOUNT_WIDTH))
  const head = [
    month ?? '       ',
    padToWidth(truncateToWidth(name, NAME_WIDTH), NAME_WIDTH),
    figure.replaceAll('_', ' ').padEnd(AMOUNT_WIDTH),
  ].join('  ')
  return [
    `  ${head} theirs ${amount(theirs)}  here ${amount(ours)}`,
    `           ${truncateToWidth(reason ?? 'No rule explains it', Math.max(20, width - 11))}`,
  ]
}
