import { command, needed, some } from '../../command/define.ts'
import { oneOrMany } from '../../command/for-each.ts'
import { merchant } from '../../command/options.ts'
import { Mistake } from '../../contract/errors.ts'
import { type Merged, mergedList } from '../../render/merchants.ts'
import { describeExtent, measureMerchants, priceLines } from '../shared/affected-transactions.ts'

const they = (count: number): string => (count === 1 ? 'it moves' : 'they move')

type Named = Merged['into']

export const merge = command({
  name: 'merchants merge',
  summary: 'Fold merchants into another',
  arguments: { merchants: some(merchant('The merchants that go away')) },
  flags: { into: needed(merchant('The merchant that takes their transactions')) },
  examples: [{ when: 'Two spellings of one shop', type: 'budget merchants merge AMZN --into Amazon --yes' }],
  changes: true,
  patient: true,
  async run(world, { merchants, into }): Promise<Merged[]> {
    const leaving = [...new Map(merchants.map((merchant) => [merchant.id, merchant])).values()]
    if (leaving.some(({ id }) => id === into.id)) {
      throw new Mistake('usage', `${into.name} cannot be folded into itself`)
    }
    await world.confirm(`Fold ${leaving.map(({ name }) => name).join(', ')} into ${into.name}?`, async () => {
      const extentOf = await measureMerchants(
        world.api,
        leaving.map(({ id }) => id),
      )
      const lines = leaving.map(({ id, name }) => {
        const extent = extentOf(id)
        const what = `${name}: ${describeExtent(extent)}`
        return extent.count === 0 ? what : `${what}; ${they(extent.count)} to ${into.name}`
      })
      return [...lines, ...priceLines(world, leaving.length)].join('\n')
    })
    const target = { id: into.id, name: into.name }
    const fold = async ({ id, name }: Named): Promise<Merged> => {
      const query = { move_to_merchant_id: into.id }
      const { moved_transaction_count } = await world.api.deleteMerchant({ merchant_id: id, query })
      return { id, name, moved_transaction_count: moved_transaction_count ?? null, into: target }
    }
    return oneOrMany(world, leaving, fold, ({ id, name }) => ({ id, name }))
  },
  show: mergedList,
})
