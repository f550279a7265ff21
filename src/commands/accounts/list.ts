import { command, toggle } from '../../command/define.ts'
import { accountType } from '../../command/options.ts'
import { Mistake } from '../../contract/errors.ts'
import { accountList } from '../../render/accounts.ts'

export const list = command({
  name: 'accounts list',
  summary: 'List the accounts and what they hold',
  flags: {
    all: toggle('Closed accounts too'),
    type: accountType('Only accounts of this type'),
    onBudget: toggle('Only accounts that take part in the budget'),
    offBudget: toggle('Only accounts that do not'),
  },
  examples: [
    { when: 'How much is where', type: 'budget accounts' },
    { when: 'Everything, for a script', type: 'budget accounts list --all --json' },
  ],
  async run({ api }, { all, type, onBudget, offBudget }) {
    if (onBudget && offBudget)
      throw new Mistake('usage', 'Take one of --on-budget and --off-budget, not both')
    const { accounts } = await api.listAccounts(all ? { query: { include_closed: true } } : {})
    return accounts
      .filter((account) => type === undefined || account.type === type)
      .filter((account) => (!onBudget && !offBudget) || account.on_budget === onBudget)
  },
  show: accountList,
})
