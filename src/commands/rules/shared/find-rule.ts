/** Finds a rule by its position or its id. */

import { plain } from '../../../command/options.ts'
import { Mistake } from '../../../contract/errors.ts'
import type { Rule } from '../../../contract/ports/local-service.ts'

export const ruleEntry = (help: string) => plain(help, 'RULE')

/** The rule a text means. Throws a Mistake when there is none. */
export function findRule(rules: readonly Rule[], text: string): Rule {
  const found = rules.find(({ id }) => id === text) ?? rules.find(({ position }) => String(position) === text)
  if (found) return found
  const hint = rules.length === 0 ? 'There are no rules yet' : `budget rules lists ${rules.length} of them`
  throw new Mistake('not_found', `No rule has the position or id "${text}"`, { hint })
}
