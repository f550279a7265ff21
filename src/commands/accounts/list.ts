/** `budget accounts list`: lists the accounts with their balances. */

import { defineCommand } from '../../command/define.ts'
import { booleanFlag } from '../../command/option-spec.ts'
import { accountTypeOption } from '../../command/options.ts'
import { UserError } from '../../contract/errors.ts'
import { accountListView } from '../../render/accounts.ts'

export const list = defineCommand({
  name: 'accounts list',
  summary: 'List the accounts and what they hold',
  flags: {
    all: booleanFlag('Closed accounts too'),
    type: accountTypeOption('Only accounts of this type'),
    onBudget: booleanFlag('Only accounts that take part in the budget'),
    offBudget: booleanFlag('Only accounts that do not'),
  },
  examples: [
    { when: 'How much is where', commandLine: 'budget accounts' },
    { when: 'Everything, for a script', commandLine: 'budget accounts list --all --json' },
  ],
  async run({ api }, { all, type, onBudget, offBudget }) {
    if (onBudget && offBudget)
      throw new UserError('usage', 'Take one of --on-budget and --off-budget, not both')
    const { accounts } = await api.listAccounts(all ? { query: { include_closed: true } } : {})
    return accounts
      .filter((account) => type === undefined || account.type === type)
      .filter((account) => (!onBudget && !offBudget) || account.on_budget === onBudget)
  },
  view: accountListView,
})
