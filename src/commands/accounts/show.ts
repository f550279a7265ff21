/** `budget accounts show`: shows one account. */

import { accountView, withReconciledDate } from '../../accounts/accounts-view.ts'
import { defineCommand } from '../../command/define.ts'
import { accountOption } from '../../command/options.ts'
import { readLastReconciliations } from '../../reconcile/reconciled-dates.ts'
import { reportFutureRows } from '../../transactions/future-rows.ts'

export const show = defineCommand({
  name: 'accounts show',
  summary: 'Show one account',
  arguments: { account: accountOption('The account to show') },
  examples: [{ when: 'All fields of an account', commandLine: 'budget accounts show Checking' }],
  async run(context, { account }) {
    const shown = (await context.workspace.api.getAccount({ account_id: account.id })).account
    await reportFutureRows(context, { account_id: account.id })
    return withReconciledDate(shown, (await readLastReconciliations(context)).get(account.id)?.date)
  },
  view: accountView,
})
