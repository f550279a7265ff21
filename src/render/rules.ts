/** How the rules of auto-categorization are shown. */

import type { Rule } from '../contract/ports/local-service.ts'
import { oneLine } from './sanitize.ts'
import { type Column, count, sheet, text } from './view.ts'

const columns: readonly Column<Rule>[] = [
  count('position', 'Position'),
  text('merchant_name', 'Merchant'),
  text('merchant_contains', 'Merchant contains'),
  text('account_name', 'Account', { spare: 2 }),
  text('direction', 'Direction', { spare: 3 }),
  { ...text('category_name', 'Category'), draw: (rule) => goal(rule) },
  text('ready_to_assign', 'Ready to Assign', { droppable: true }),
  text('id', 'Id', { whole: true, spare: 1 }),
]

const goal = ({ category_name }: Rule): string => category_name ?? 'Ready to Assign'

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

/** The rules in the order in which they are asked. */
export const ruleList = sheet<Rule[], Rule>({
  columns,
  fields,
  empty: 'No rules yet; budget rules add --merchant Aldi --category Groceries makes one',
})

/** The rule in a sentence. */
function sentence(rule: Rule): string {
  const { merchant_name, merchant_contains, account_name, direction } = rule
  const what = direction === null ? 'Transactions' : direction === 'inflow' ? 'Inflows' : 'Outflows'
  const conditions = [
    merchant_name === null ? '' : ` of ${merchant_name}`,
    merchant_contains === null ? '' : ` of merchants with "${merchant_contains}"`,
    account_name === null ? '' : ` on ${account_name}`,
  ]
  return `${what}${conditions.join('')} go to ${goal(rule)}`
}

/** Two lines about a rule that was changed: the rule, and what became of it. */
export const ruleChange = (said: (rule: Rule) => string) => ({
  ...sheet<Rule, Rule>({ columns, fields }),
  say: (rule: Rule) => `${oneLine(sentence(rule))}\n${said(rule)}\n`,
})
