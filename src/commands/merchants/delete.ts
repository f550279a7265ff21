import { command } from '../../command/define.ts'
import { merchant } from '../../command/options.ts'
import { Mistake } from '../../contract/errors.ts'
import { type Deleted, deletion } from '../../render/deleted.ts'
import { describeExtent, measureMerchants, priceLines } from '../shared/affected-transactions.ts'

type DeletedMerchant = Deleted & { moved_transaction_count?: number | undefined }

export const remove = command({
  name: 'merchants delete',
  summary: 'Delete a merchant',
  arguments: { merchant: merchant('The merchant to delete') },
  flags: { moveTo: merchant('The merchant that takes its transactions') },
  examples: [{ when: 'A name nobody needs', type: 'budget merchants delete "Test Shop" --yes' }],
  changes: true,
  async run(world, { merchant, moveTo }) {
    if (moveTo?.id === merchant.id) throw new Mistake('usage', `${merchant.name} cannot move to itself`)
    await world.confirm(`Delete ${merchant.name}?`, async () => {
      const extentOf = await measureMerchants(world.api, [merchant.id])
      const what = `${merchant.name}: ${describeExtent(extentOf(merchant.id))}`
      const then = moveTo === undefined ? 'they lose their payee' : `they move to ${moveTo.name}`
      const line = extentOf(merchant.id).count === 0 ? what : `${what}; ${then}`
      return [line, ...priceLines(world, 1)].join('\n')
    })
    const query = moveTo === undefined ? {} : { query: { move_to_merchant_id: moveTo.id } }
    return world.api.deleteMerchant({ merchant_id: merchant.id, ...query })
  },
  show: deletion(
    ({ id, moved_transaction_count: moved }: DeletedMerchant) =>
      `Deleted the merchant ${id}; transactions moved: ${moved ?? 'unknown'}`,
  ),
})
