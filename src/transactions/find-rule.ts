/** Finds a rule by its position or its id. */

import { textOption } from '../command/options.ts'
import { UserError } from '../contract/errors.ts'
import type { CategorizationRule } from '../contract/ports/local-service.ts'

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
