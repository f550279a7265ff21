import { command } from '../../command/define.ts'
import { account } from '../../command/options.ts'
import { accountCard } from '../../render/accounts.ts'

export const show = command({
  name: 'accounts show',
  summary: 'Show one account',
  arguments: { account: account('The account to show') },
  examples: [{ when: 'One account in full', type: 'budget accounts show Checking' }],
  run: async ({ api }, { account }) => (await api.getAccount({ account_id: account.id })).account,
  show: accountCard,
})
