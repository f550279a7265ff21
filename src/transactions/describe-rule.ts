/** Describes rules in words. */

import { textOption } from '../command/options.ts'
import { UserError } from '../contract/errors.ts'
import type { CategorizationRule } from '../contract/ports/workspace-admin.ts'

/** Returns the name of the category that a rule sets. */
export const formatTargetCategory = ({ category_name }: Pick<CategorizationRule, 'category_name'>): string =>
  category_name ?? 'Ready to Assign'

/** The fields of a rule, in the order of its JSON, without its id. */
export const ruleFields = [
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
] as const satisfies (keyof CategorizationRule)[]

/** The fields of a rule that say what it does. */
type RuleSubject = Pick<
  CategorizationRule,
  'merchant_name' | 'merchant_contains' | 'account_name' | 'direction' | 'category_name'
>

/** Describes a rule in a sentence: `Outflows from Aldi go to Groceries`. */
export function describeRule(rule: RuleSubject): string {
  const { merchant_name, merchant_contains, account_name, direction } = rule
  const subject = direction === null ? 'Transactions' : direction === 'inflow' ? 'Inflows' : 'Outflows'
  const conditions = [
    merchant_name === null ? '' : ` from ${merchant_name}`,
    merchant_contains === null ? '' : ` from merchants with "${merchant_contains}"`,
    account_name === null ? '' : ` in ${account_name}`,
  ]
  return `${subject}${conditions.join('')} go to ${formatTargetCategory(rule)}`
}

/** A rule, by position or id. */
export const ruleOption = (help: string) => textOption(help, 'RULE')

/**
 * Returns the rule a text means.
 * @throws UserError when there is none.
 */
export function findRule(rules: readonly CategorizationRule[], text: string): CategorizationRule {
  const rule = rules.find(({ id }) => id === text) ?? rules.find(({ position }) => String(position) === text)
  if (rule) return rule
  const hint = rules.length === 0 ? 'There are no rules yet' : `budget rules list shows all ${rules.length}`
  throw new UserError('not_found', `No rule has the position or id "${text}"`, { hint })
}
