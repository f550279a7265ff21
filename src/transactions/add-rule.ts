/** Adds a rule of auto-categorization from what the user typed. */

import type { LocalWorkspaceContext } from '../command/context.ts'
import { categoryOrRtaOption } from '../command/options.ts'
import { UserError } from '../contract/errors.ts'
import type { CategorizationRule, CategorizationRuleDraft } from '../contract/ports/workspace-admin.ts'

/** The conditions of a rule and its category, as typed. */
interface RuleInput {
  merchant: { id: string } | undefined
  merchantContains: string | undefined
  account: { id: string } | undefined
  direction: CategorizationRuleDraft['direction']
  category: { id: string } | undefined
  readyToAssign: boolean
}

/** Adds a rule after the others; on a terminal it asks for the category. */
export async function addRule(
  context: LocalWorkspaceContext,
  { merchant, merchantContains, account, direction, ...typed }: RuleInput,
): Promise<CategorizationRule> {
  const isAsked = typed.category === undefined && !typed.readyToAssign && context.user.isInteractive()
  const goal = isAsked
    ? await context.user.promptFor(categoryOrRtaOption('The category to assign'))
    : typed.category
  const category = goal === 'rta' ? undefined : goal
  const readyToAssign = typed.readyToAssign || goal === 'rta'
  if ((category === undefined) !== readyToAssign)
    throw new UserError('usage', 'A rule requires either --category or --ready-to-assign')
  if (merchant && merchantContains !== undefined)
    throw new UserError('usage', 'Use either --merchant or --merchant-contains, not both')
  if (merchantContains?.trim() === '')
    throw new UserError('invalid', '--merchant-contains requires at least one letter', {
      field: 'merchant_contains',
    })
  if (!merchant && merchantContains === undefined && !account && !direction)
    throw new UserError('usage', 'A rule without a condition would categorize every transaction', {
      hint: 'Add --merchant, --merchant-contains, --account or --direction',
    })
  const draft: CategorizationRuleDraft = {
    ...(merchant && { merchant_id: merchant.id }),
    ...(merchantContains !== undefined && { merchant_contains: merchantContains }),
    ...(account && { account_id: account.id }),
    ...(direction && { direction }),
    ...(category ? { category_id: category.id } : { ready_to_assign: true }),
  }
  return context.workspace.admin.addRule(draft)
}
