import { command } from '../../command/define.ts'
import { closedAccount } from '../../command/options.ts'
import { accountChange } from '../../render/accounts.ts'

export const reopen = command({
  name: 'accounts reopen',
  summary: 'Open a closed account again',
  arguments: { account: closedAccount('The account to open again') },
  examples: [{ when: 'An account you closed too soon', type: 'budget accounts reopen "Old Savings"' }],
  changes: true,
  run: async ({ api }, { account }) =>
    (await api.updateAccount({ account_id: account.id, body: { closed: false } })).account,
  show: accountChange((account) => `${account.name} is open again`),
})
