/** `budget accounts close`: closes an account. */

import { defineAccountChangeView } from '../../accounts/accounts-view.ts'
import type { WorkspaceContext } from '../../command/context.ts'
import { defineCommand } from '../../command/define.ts'
import { accountOption } from '../../command/options.ts'
import type { BudgetApi } from '../../contract/api.ts'
import { paginateTransactions } from '../../contract/paginate.ts'
import { isZero } from '../../money/decimal.ts'
import { groupThousands } from '../../output/format-amount.ts'
import { pluralize } from '../../output/pluralize.ts'
import {
  describeRequestCost,
  describeTotals,
  totalAccount,
} from '../../transactions/affected-transactions.ts'

export const close = defineCommand({
  name: 'accounts close',
  summary: 'Close an account; its cleared transactions become reconciled',
  arguments: { account: accountOption('The account to close') },
  examples: [
    { when: 'An account you no longer use', commandLine: 'budget accounts close "Old Savings" --yes' },
  ],
  mutates: true,
  async run(context, { account }) {
    const {
      workspace: { api, costsRequests },
      user: { requireConfirmation, showsInfo, info, warn },
      invocation: { assumesYes, isDryRun },
    } = context
    await requireConfirmation(`Close ${account.name}?`, () => describeClosing(context, account))
    // On a remote service, counting may take more requests than closing, and --yes has confirmed already.
    if (assumesYes && !costsRequests && showsInfo()) info(await describeReconciling(api, account.id))
    const closed = (await api.updateAccount({ account_id: account.id, body: { closed: true } })).account
    // In a dry run the confirmation has shown the balance. docs/spec.md#a21
    if ((assumesYes || !isDryRun) && !isZero(closed.balance))
      warn(`${closed.name} has a balance of ${groupThousands(closed.balance)} that still counts`)
    return closed
  },
  view: defineAccountChangeView((account) => `Closed ${account.name}`),
})

async function describeReconciling(api: BudgetApi, id: string): Promise<string> {
  let cleared = 0
  for await (const page of paginateTransactions(api, { account_id: id, status: 'cleared' }))
    cleared += page.length
  return `${pluralize(cleared, 'cleared transaction becomes', 'cleared transactions become')} reconciled`
}

async function describeClosing(
  context: WorkspaceContext,
  { id: account_id, name }: { id: string; name: string },
): Promise<string> {
  const { balance } = (await context.workspace.api.getAccount({ account_id })).account
  const { cleared, ...extent } = await totalAccount(context.workspace.api, { account_id })
  const rows = pluralize(cleared, 'cleared transaction becomes', 'cleared transactions become')
  const holding = `Its balance of ${groupThousands(balance)} still counts; move it to another account first`
  return [
    `${name}: ${describeTotals(extent)}${cleared === 0 ? '' : `; ${rows} reconciled`}`,
    ...(isZero(balance) ? [] : [holding]),
    ...describeRequestCost(context, 1),
  ].join('\n')
}
