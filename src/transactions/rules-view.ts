/** Shows the rules of auto-categorization. */

import { listFieldPaths } from '../contract/field-paths.ts'
import { type Transaction, transaction } from '../contract/operations/transactions.ts'
import type { CategorizationRule } from '../contract/ports/workspace-admin.ts'
import { sum } from '../money/decimal.ts'
import { groupThousands } from '../output/format-amount.ts'
import { pluralize } from '../output/pluralize.ts'
import { sanitizeLine } from '../output/sanitize.ts'
import { amountColumn, type Column, countColumn, defineView, textColumn } from '../output/view.ts'
import { describeRule, formatTargetCategory, ruleFields } from './describe-rule.ts'

const columns: readonly Column<CategorizationRule>[] = [
  countColumn('position', 'Position'),
  textColumn('merchant_name', 'Merchant'),
  textColumn('merchant_contains', 'Merchant contains'),
  textColumn('account_name', 'Account', { dropPriority: 2 }),
  textColumn('direction', 'Direction', { dropPriority: 3 }),
  { ...textColumn('category_name', 'Category'), formatForTerminal: (rule) => formatTargetCategory(rule) },
  textColumn('ready_to_assign', 'Ready to Assign', { isDroppable: true }),
  textColumn('id', 'Id', { neverTruncate: true, dropPriority: 1 }),
]

const fields = () => ['id', ...ruleFields]

/** The rules in the order in which they are applied. */
export const ruleListView = defineView<CategorizationRule[], CategorizationRule>({
  columns,
  fields,
  emptyMessage: 'No rules yet; to add one: budget rules add --merchant Aldi --category Groceries',
})

/** Returns a view of two lines about a changed rule: the rule, and what was done to it. */
export const defineRuleChangeView = (describe: (rule: CategorizationRule) => string) => ({
  ...defineView<CategorizationRule, CategorizationRule>({ columns, fields }),
  renderText: (rule: CategorizationRule) => `${sanitizeLine(describeRule(rule))}\n${describe(rule)}\n`,
})

/** A rule, and the transactions that it categorized. */
export interface RuleResult {
  rule: CategorizationRule
  transactions: Transaction[]
}

/** The rules that applied: a line for each transaction in a pipe, for each rule on a terminal. */
export const ruleResultsView = defineView<RuleResult[], ReturnType<typeof toRows>[number]>({
  columns: [
    countColumn('position', 'Rule'),
    textColumn('date', 'Date'),
    textColumn('merchant_name', 'Merchant'),
    amountColumn('amount', 'Amount'),
    textColumn('category_name', 'Category'),
    textColumn('id', 'Id'),
  ],
  rows: (results) => results.flatMap(toRows),
  fields: () => [
    'rule',
    'rule.id',
    'rule.position',
    'rule.category_id',
    'rule.category_name',
    'transactions',
    ...listFieldPaths(transaction).map((path) => `transactions.${path}`),
  ],
  renderText: (results) =>
    results.length === 0 ? 'No transactions to categorize\n' : results.map(renderResult).join(''),
  emptyMessage: 'No transactions to categorize',
})

const toRows = ({ rule, transactions }: RuleResult) =>
  transactions.map(({ date, merchant_name, amount, category_name, ready_to_assign, id }) => ({
    position: rule.position,
    date,
    merchant_name,
    amount,
    category_name: ready_to_assign ? 'Ready to Assign' : category_name,
    id,
  }))

function renderResult({ rule, transactions }: RuleResult): string {
  const rows = pluralize(transactions.length, 'transaction')
  const total = groupThousands(sum(transactions.map(({ amount }) => amount)))
  return `${rule.position}  ${sanitizeLine(describeRule(rule))}: ${rows}, ${total}\n`
}
