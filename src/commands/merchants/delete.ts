/** `budget merchants delete`: deletes a merchant. */

import { defineCommand } from '../../command/define.ts'
import { withFields } from '../../command/option-spec.ts'
import { merchantOption } from '../../command/options.ts'
import { UserError } from '../../contract/errors.ts'
import { type DeletionResult, deletionView } from '../../output/deleted.ts'
import {
  describeRequestCost,
  describeTotals,
  totalByMerchant,
} from '../../transactions/affected-transactions.ts'

export const remove = defineCommand({
  name: 'merchants delete',
  summary: 'Delete a merchant',
  arguments: { merchant: merchantOption('The merchant to delete') },
  flags: {
    moveTo: withFields(merchantOption('The merchant that gets its transactions'), 'move_to_merchant_id'),
  },
  examples: [
    { when: 'A merchant you no longer need', commandLine: 'budget merchants delete "Test Shop" --yes' },
  ],
  mutates: true,
  async run(context, { merchant, moveTo }): Promise<DeletionResult> {
    if (moveTo?.id === merchant.id) throw new UserError('usage', `Cannot move ${merchant.name} to itself`)
    await context.user.requireConfirmation(`Delete ${merchant.name}?`, async () => {
      const getTotals = await totalByMerchant(context.workspace.api, [merchant.id])
      const question = `${merchant.name}: ${describeTotals(getTotals(merchant.id))}`
      const consequence = moveTo === undefined ? 'they lose their merchant' : `they move to ${moveTo.name}`
      const line = getTotals(merchant.id).count === 0 ? question : `${question}; ${consequence}`
      return [line, ...describeRequestCost(context, 1)].join('\n')
    })
    const query = moveTo === undefined ? {} : { query: { move_to_merchant_id: moveTo.id } }
    const reply = await context.workspace.api.deleteMerchant({ merchant_id: merchant.id, ...query })
    return { ...reply, name: merchant.name, ...(moveTo && { into: { id: moveTo.id, name: moveTo.name } }) }
  },
  view: deletionView,
})
