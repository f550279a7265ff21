import { command } from '../../command/define.ts'
import { name } from '../../command/options.ts'
import { merchantChange } from '../../render/merchants.ts'

export const add = command({
  name: 'merchants add',
  summary: 'Add a merchant',
  arguments: { name: name('What to call it') },
  examples: [{ when: 'A shop before the first purchase', type: 'budget merchants add "Corner Bakery"' }],
  changes: true,
  run: async ({ api }, { name }) => (await api.createMerchant({ body: { name } })).merchant,
  show: merchantChange((merchant) => `Added ${merchant.name} (${merchant.id})`),
})
