/** `budget accounts check`: finds accounts that want a look: not reconciled, uncleared, off the bank. */

import { defineCommand } from '../../command/define.ts'
import { type OptionSpec, withDefault } from '../../command/option-spec.ts'
import { UserError } from '../../contract/errors.ts'
import { accountCheckView } from '../../reconcile/account-check-view.ts'
import { checkAccounts } from '../../reconcile/check-accounts.ts'

/** A number of days: `7d` or `7`. */
const staleOption: OptionSpec<number> = {
  help: 'List accounts that have not been reconciled for longer than this',
  placeholder: 'DAYS',
  parse(text) {
    const [, digits] = /^(\d{1,4})d?$/.exec(text) ?? []
    if (digits !== undefined) return Number(digits)
    throw new UserError('invalid', `"${text}" is not a number of days`, { hint: 'Use 7d or 30d' })
  },
}

export const check = defineCommand({
  name: 'accounts check',
  summary: 'Find accounts that need reconciling or clearing, or that differ from the bank',
  flags: {
    stale: withDefault(staleOption, '7d'),
  },
  examples: [
    { when: 'Once a week', commandLine: 'budget accounts check' },
    { when: 'With monthly statements', commandLine: 'budget accounts check --stale 35d' },
  ],
  run: checkAccounts,
  view: accountCheckView,
  resultStatus: (checks) => (checks.some(({ problems }) => problems.length > 0) ? 'problems-found' : 'done'),
})
