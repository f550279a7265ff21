/** `budget accounts list`: lists the accounts with their balances. */

import { accountTypeOption } from '../../accounts/account-types.ts'
import { accountListView, withReconciledDate } from '../../accounts/accounts-view.ts'
import { defineCommand } from '../../command/define.ts'
import { booleanFlag } from '../../command/option-spec.ts'
import { dateOption } from '../../command/options.ts'
import { UserError } from '../../contract/errors.ts'
import { readLastReconciliations } from '../../reconcile/reconciled-dates.ts'
import { computeBalancesOn, reportFutureRows } from '../../transactions/future-rows.ts'

export const list = defineCommand({
  name: 'accounts list',
  summary: 'List the accounts and their balances',
  flags: {
    all: booleanFlag('Include closed accounts'),
    type: accountTypeOption('Only accounts of this type'),
    onBudget: booleanFlag('Only accounts on budget'),
    offBudget: booleanFlag('Only accounts off budget'),
    on: dateOption('Show the balances at the end of this date'),
  },
  examples: [
    { when: 'Your balances', commandLine: 'budget accounts' },
    { when: 'Your balances at the end of last year', commandLine: 'budget accounts list --on 2025-12-31' },
    { when: 'Everything, for a script', commandLine: 'budget accounts list --all --json' },
  ],
  async run(context, { all, type, onBudget, offBudget, on }) {
    if (onBudget && offBudget)
      throw new UserError('usage', 'Use either --on-budget or --off-budget, not both')
    const reply = await context.workspace.api.listAccounts(all ? { query: { include_closed: true } } : {})
    if (on === undefined) await reportFutureRows(context)
    const accounts = on === undefined ? reply.accounts : await computeBalancesOn(context, reply.accounts, on)
    const reconciled = await readLastReconciliations(context)
    return accounts
      .filter((account) => type === undefined || account.type === type)
      .filter((account) => (!onBudget && !offBudget) || account.on_budget === onBudget)
      .map((account) => withReconciledDate(account, reconciled.get(account.id)?.date))
  },
  view: accountListView,
})
