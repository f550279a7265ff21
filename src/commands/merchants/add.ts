import { merchantChange } from '../../render/merchants.ts'
import { command } from '../command.ts'
import { name } from '../entries.ts'

export const add = command({
  name: 'merchants add',
  summary: 'Add a merchant',
  arguments: { name: name('What to call it') },
  examples: [{ when: 'A shop before the first purchase', type: 'budget merchants add "Corner Bakery"' }],
  changes: true,
  run: async ({ api }, { name }) => (await api.createMerchant({ body: { name } })).merchant,
  show: merchantChange((merchant) => `Added ${merchant.name} (${merchant.id})`),
})
