import { Mistake } from '../../contract/errors.ts'
import { type Merge, type Merged, merge as mergeSheet } from '../../render/merchants.ts'
import { command, needed, some } from '../command.ts'
import { merchant } from '../entries.ts'

export const merge = command({
  name: 'merchants merge',
  summary: 'Fold merchants into another',
  arguments: { merchants: some(merchant('The merchants that go away')) },
  flags: { into: needed(merchant('The merchant that takes their transactions')) },
  examples: [{ when: 'Two spellings of one shop', type: 'budget merchants merge AMZN --into Amazon --yes' }],
  changes: true,
  patient: true,
  async run({ api, confirm, price }, { merchants, into }): Promise<Merge> {
    const leaving = [...new Map(merchants.map((merchant) => [merchant.id, merchant])).values()]
    if (leaving.some(({ id }) => id === into.id)) {
      throw new Mistake('usage', `${into.name} cannot be folded into itself`)
    }
    await confirm(`Fold ${leaving.map(({ name }) => name).join(', ')} into ${into.name}?`)
    price(leaving.length)
    const merged: Merged[] = []
    for (const { id, name } of leaving) {
      const query = { move_to_merchant_id: into.id }
      const { moved_transaction_count } = await api.deleteMerchant({ merchant_id: id, query })
      merged.push({ id, name, moved_transaction_count: moved_transaction_count ?? null })
    }
    return { into: { id: into.id, name: into.name }, merged }
  },
  show: mergeSheet,
})
