/** `budget merchants show`: shows one merchant. */

import { defineCommand } from '../../command/define.ts'
import { merchantOption } from '../../command/options.ts'
import { merchantView } from '../../render/merchants.ts'

export const show = defineCommand({
  name: 'merchants show',
  summary: 'Show one merchant',
  arguments: { merchant: merchantOption('The merchant to show') },
  examples: [{ when: 'All fields of a merchant', commandLine: 'budget merchants show Amazon' }],
  run: async ({ api }, { merchant }) => (await api.getMerchant({ merchant_id: merchant.id })).merchant,
  view: merchantView,
})
