/** Shows what moved in, what did not, and whether every figure is the same. */

import { padToWidth, truncateToWidth } from '../output/display-width.ts'
import { colorAmount, groupThousands } from '../output/format-amount.ts'
import { sanitizeLine } from '../output/sanitize.ts'
import type { TextStyle } from '../output/style.ts'
import { amountColumn, defineView, textColumn, type View } from '../output/view.ts'
import type { MoveCounts } from './plan/plan-workspace.ts'
import {
  type Agreement,
  type ComparedFigure,
  type DifferenceRule,
  differenceRules,
  isProblem,
} from './proof/compare-figures.ts'

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
  counts: MoveCounts
  types: readonly MovedAccountType[]
  /** The month of --since; null where everything moved in. */
  since: string | null
  /** False where the balances are the sums of the file's own rows, which proves only that all were taken. */
  states_balances: boolean
  /** null in a dry run. */
  proof: {
    accounts: Agreement
    category_months: Agreement
    ready_to_assign: Agreement
    age_of_money: Agreement
  } | null
  /** The months in which the file states activity and has no transactions. */
  months_without_rows: readonly string[]
  differences: readonly ShownDifference[]
  not_taken: readonly { what: string; count: number; why: string; items: readonly string[] }[]
  /** How many category months kept their overspending in the program. */
  restorable: number
  /** What to type to keep it here as well, without `budget`; null where nothing can be kept, or is already. */
  restore: string | null
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
const NAME_WIDTH = 18
const FIGURE_WIDTH = 15
const AMOUNT_WIDTH = 12

/** The fields of the result, in their order. */
export const migrateFields = [
  'workspace_id',
  'workspace_name',
  'currency',
  'source',
  'title',
  'counts',
  'types',
  'since',
  'states_balances',
  'proof',
  'months_without_rows',
  'differences',
  'not_taken',
  'restorable',
  'restore',
  'requests',
  'next',
] as const satisfies readonly (keyof MigrateResult)[]

/**
 * Returns the view of what moved in, the proof, and the differences. TSV and CSV have the differences.
 * @param render returns lines before the proof, for a workspace that is there already
 */
export const createMigrateView = <Result extends MigrateResult>(
  fields: readonly (keyof Result & string)[],
  render?: (result: Result, style: TextStyle) => readonly string[],
): View<Result> =>
  defineView<Result, ShownDifference & { rule: string | null }>({
    columns: [
      textColumn('figure', 'Figure'),
      textColumn('month', 'Month'),
      textColumn('category', 'Category'),
      textColumn('account', 'Account'),
      amountColumn('theirs', 'Theirs'),
      amountColumn('ours', 'Here'),
      textColumn('rule', 'Rule'),
      textColumn('reason', 'Reason'),
    ],
    rows: ({ differences }) => differences.map((one) => ({ ...one, rule: one.rules.join(' ') || null })),
    fields: () => fields,
    renderText: (result, style) =>
      [
        ...renderSource(result),
        ...(render?.(result, style) ?? []),
        ...renderProof(result, style, render === undefined),
      ]
        .join('\n')
        .concat('\n'),
    isPlainText: true,
  })

/** What moved in, the proof, and the differences. */
export const migrateView: View<MigrateResult> = createMigrateView(migrateFields)

const count = (number: number, one: string, many = `${one}s`): string =>
  `${groupThousands(String(number))} ${number === 1 ? one : many}`

function renderSource({ title, counts, types, not_taken, workspace_id }: MigrateResult): string[] {
  const { accounts, transactions, splits, transfers, categories, months, schedules } = counts
  const parts = [
    count(accounts, 'account'),
    count(transactions, 'transaction'),
    ...(splits > 0 ? [`${groupThousands(String(splits))} of them split`] : []),
    ...(transfers > 0 ? [count(transfers, 'transfer')] : []),
    ...(categories > 0 ? [count(categories, 'category', 'categories')] : []),
    count(months, 'month'),
    ...(schedules > 0 ? [count(schedules, 'schedule')] : []),
  ]
  const suggested = types.filter((type) => type.suggested)
  return [
    sanitizeLine(`${title}: ${parts.join(', ')}`),
    ...(suggested.length > 0
      ? [
          `Guessed account types: ${suggested.map(({ account, type }) => sanitizeLine(`${account} = ${type}`)).join(' · ')}`,
        ]
      : []),
    ...(suggested.length > 0 && workspace_id === null ? ['  To change one: --type "ACCOUNT=TYPE"'] : []),
    ...(not_taken.length > 0 ? ['Changed or left out:'] : []),
    ...not_taken.flatMap(({ what, count: number, why, items }) =>
      [
        `  ${what}${number > 0 ? ` (${groupThousands(String(number))})` : ''}: ${why}`,
        ...items.map((item) => `    ${item}`),
      ].map(sanitizeLine),
    ),
  ]
}

function renderProof(result: MigrateResult, style: TextStyle, isNew: boolean): string[] {
  const { workspace_id, workspace_name, proof, differences, requests, next } = result
  if (proof === null || workspace_id === null)
    return [
      ...askForRegister(result, style),
      requests > 0
        ? `Nothing was changed. It would take about ${groupThousands(String(requests))} requests.`
        : `Nothing was changed.${isNew ? ` The workspace would be named ${sanitizeLine(workspace_name)}.` : ''}`,
    ]
  return [
    style.colors.bold(sanitizeLine(`Workspace ${workspace_name}`)),
    ...listAgreements(result).map((text) => `  ${text}`),
    ...(differences.length === 0 ? [] : renderDifferences(differences, style)),
    ...renderConclusion(result, style),
    ...renderRestoring(result),
    ...(next === null ? [] : [`Next: budget ${sanitizeLine(next)}`]),
  ]
}

function renderRestoring({ restorable, restore }: MigrateResult): string[] {
  if (restorable === 0) return []
  const what = `Overspending that stayed in the category there (${count(restorable, 'category month')})`
  return restore === null
    ? [`${what} is assigned, which budget undo takes back`]
    : [`${what} came out of Ready to Assign. To keep it: budget ${sanitizeLine(restore)}`]
}

function listAgreements({ proof, states_balances }: MigrateResult): string[] {
  if (!proof) return []
  const balances = states_balances
    ? 'account balances match'
    : 'account balances match the sums of the transactions'
  return [
    describeAgreement(proof.accounts, balances),
    describeAgreement(proof.category_months, 'category months match'),
    describeAgreement(proof.ready_to_assign, 'months of Ready to Assign match'),
    describeAgreement(proof.age_of_money, 'months of age of money match'),
  ].filter((text) => text !== undefined)
}

const describeAgreement = ({ equal, of }: Agreement, what: string): string | undefined =>
  of === 0 ? undefined : `${groupThousands(String(equal))} of ${groupThousands(String(of))} ${what}`

/** Asks the first question about a file that states activity where it has no transactions. */
function askForRegister({ months_without_rows: months }: MigrateResult, { colors }: TextStyle): string[] {
  if (months.length === 0) return []
  const listed =
    months.length < 3 ? months.join(' and ') : `${months.length} months (${months[0]} to ${months.at(-1)})`
  return [
    colors.red(
      `Is the register complete? It has no transactions in ${listed}, but the plan has activity there`,
    ),
    '  Export it again with all accounts and all dates, then migrate again with another --name',
  ]
}

/** Says what the comparison means, and no more than it does. */
function renderConclusion(result: MigrateResult, style: TextStyle): string[] {
  const { proof, differences, states_balances, since } = result
  const { colors } = style
  const unexplained = differences.filter(({ rules }) => rules.length === 0).length
  if (unexplained > 0)
    return [...askForRegister(result, style), colors.red(count(unexplained, 'unexplained difference'))]
  const contradicted = differences.filter(isProblem).length
  if (contradicted > 0)
    return [
      colors.red(
        `The file contradicts itself in ${count(contradicted, 'figure')}; check ${contradicted === 1 ? 'it' : 'them'}`,
      ),
    ]
  if (differences.length > 0) return ['Every difference is explained']
  const hasFigures = (proof?.category_months.of ?? 0) > 0 || (proof?.ready_to_assign.of ?? 0) > 0
  if (states_balances || hasFigures)
    return [
      since === null
        ? 'Every figure in the file matches'
        : `Every figure since ${since} matches; what was carried into ${since} is assigned in that month`,
      ...(states_balances
        ? []
        : ['The file has no account balances: compare yours with the bank (budget accounts)']),
    ]
  return ['The file has no figures to compare: compare the balances with your bank (budget accounts)']
}

/** Renders the differences, and below them what their rules mean. */
function renderDifferences(differences: readonly ShownDifference[], style: TextStyle): string[] {
  const used = (Object.keys(differenceRules) as DifferenceRule[]).filter((rule) =>
    differences.some(({ rules }) => rules.includes(rule)),
  )
  const head = [
    'Month  ',
    'What'.padEnd(NAME_WIDTH),
    'Figure'.padEnd(FIGURE_WIDTH),
    'Theirs'.padStart(AMOUNT_WIDTH),
    'Here'.padStart(AMOUNT_WIDTH),
    'Rule',
  ].join(' ')
  return [
    style.colors.dim(head),
    ...differences.slice(0, MAX_LINES).map((difference) => renderDifference(difference, style)),
    ...(differences.length > MAX_LINES
      ? [`${count(differences.length - MAX_LINES, 'more difference')}: --format csv lists all of them`]
      : []),
    ...used.map((rule) => `${rule}: ${differenceRules[rule]}`),
  ]
}

function renderDifference(
  { figure, month, category, account, theirs, ours, rules }: ShownDifference,
  { colors }: TextStyle,
): string {
  const name = sanitizeLine(category ?? account ?? '')
  const amount = (text: string): string =>
    colorAmount(text, colors, groupThousands(text).padStart(AMOUNT_WIDTH))
  return [
    month ?? '       ',
    padToWidth(truncateToWidth(name, NAME_WIDTH), NAME_WIDTH),
    figure.replaceAll('_', ' ').padEnd(FIGURE_WIDTH),
    amount(theirs),
    amount(ours),
    rules.length === 0 ? colors.red('none') : rules.join(', '),
  ].join(' ')
}
