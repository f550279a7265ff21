import { command } from '../../command/define.ts'
import { merchant } from '../../command/options.ts'
import { merchantCard } from '../../render/merchants.ts'

export const show = command({
  name: 'merchants show',
  summary: 'Show one merchant',
  arguments: { merchant: merchant('The merchant to show') },
  examples: [{ when: 'One merchant in full', type: 'budget merchants show Amazon' }],
  run: async ({ api }, { merchant }) => (await api.getMerchant({ merchant_id: merchant.id })).merchant,
  show: merchantCard,
})
