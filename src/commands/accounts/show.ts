/** `budget accounts show`: shows one account. */

import { defineCommand } from '../../command/define.ts'
import { accountOption } from '../../command/options.ts'
import { accountView } from '../../render/accounts.ts'

export const show = defineCommand({
  name: 'accounts show',
  summary: 'Show one account',
  arguments: { account: accountOption('The account to show') },
  examples: [{ when: 'All fields of an account', commandLine: 'budget accounts show Checking' }],
  run: async ({ api }, { account }) => (await api.getAccount({ account_id: account.id })).account,
  view: accountView,
})
