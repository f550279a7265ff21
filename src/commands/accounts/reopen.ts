/** `budget accounts reopen`: reopens a closed account. */

import { defineAccountChangeView } from '../../accounts/accounts-view.ts'
import { defineCommand } from '../../command/define.ts'
import { closedAccountOption } from '../../command/options.ts'

export const reopen = defineCommand({
  name: 'accounts reopen',
  summary: 'Reopen a closed account',
  arguments: { account: closedAccountOption('The account to reopen') },
  examples: [{ when: 'An account you closed too soon', commandLine: 'budget accounts reopen "Old Savings"' }],
  mutates: true,
  run: async ({ workspace: { api } }, { account }) =>
    (await api.updateAccount({ account_id: account.id, body: { closed: false } })).account,
  view: defineAccountChangeView((account) => `Reopened ${account.name}`),
})
