/** Shows the rules of auto-categorization. */

import type { CategorizationRule } from '../contract/ports/local-service.ts'
import { sanitizeLine } from '../output/sanitize.ts'
import { type Column, countColumn, defineView, textColumn } from '../output/view.ts'
import { describeRule, formatTargetCategory } from './describe-rule.ts'

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

const fields = () => [
  'id',
  'position',
  'merchant_id',
  'merchant_name',
  'merchant_contains',
  'account_id',
  'account_name',
  'direction',
  'category_id',
  'category_name',
  'ready_to_assign',
]

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
