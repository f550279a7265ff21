/** `budget accounts delete`: deletes an account that has no transactions. */

import { defineCommand } from '../../command/define.ts'
import { accountOption } from '../../command/options.ts'
import { ApiError, UserError } from '../../contract/errors.ts'
import { type DeletionResult, deletionView } from '../../output/deleted.ts'
import {
  describeRequestCost,
  describeTotals,
  totalAccount,
} from '../../transactions/affected-transactions.ts'

export const remove = defineCommand({
  name: 'accounts delete',
  summary: 'Delete an account that has no transactions',
  arguments: { account: accountOption('The account to delete') },
  examples: [{ when: 'An account created by mistake', commandLine: 'budget accounts delete Chekcing --yes' }],
  mutates: true,
  async run(context, { account }): Promise<DeletionResult> {
    const {
      workspace: { api },
      user: { requireConfirmation },
    } = context
    await requireConfirmation(`Delete ${account.name}?`, async () => {
      const extent = await totalAccount(api, { account_id: account.id })
      const question = `${account.name}: ${describeTotals(extent)}`
      const refused = 'an account with transactions cannot be deleted, only closed'
      return [
        extent.count === 0 ? question : `${question}; ${refused}`,
        ...describeRequestCost(context, 1),
      ].join('\n')
    })
    try {
      return { ...(await api.deleteAccount({ account_id: account.id })), name: account.name }
    } catch (error) {
      if (!(error instanceof ApiError) || error.name !== 'bad_request') throw error
      const hint = `To keep its history, close it: budget accounts close "${account.name}"`
      throw new UserError('invalid', `${account.name} cannot be deleted: ${error.detail}`, { hint })
    }
  },
  view: deletionView,
})
