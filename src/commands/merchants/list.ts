/** `budget merchants list`: lists the merchants. */

import { merchantListView } from '../../cleanup/merchants-view.ts'
import { defineCommand } from '../../command/define.ts'
import { booleanFlag } from '../../command/option-spec.ts'
import { textOption } from '../../command/options.ts'
import type { BudgetApi } from '../../contract/api.ts'
import { toNameKey } from '../../contract/normalize-name.ts'
import { paginateTransactions } from '../../contract/paginate.ts'

export const list = defineCommand({
  name: 'merchants list',
  summary: 'List the merchants by name',
  flags: {
    search: textOption('Only names that contain this text', 'TEXT'),
    unused: booleanFlag('Only merchants without transactions; reads all transactions'),
  },
  examples: [
    { when: 'All merchants', commandLine: 'budget merchants' },
    { when: 'Merchants you could delete', commandLine: 'budget merchants list --unused --format ids' },
    { when: 'All spellings of one shop', commandLine: 'budget merchants list --search amazon' },
  ],
  async run({ workspace: { api } }, { search, unused }) {
    const { merchants } = await api.listMerchants({})
    const used = unused ? await listUsedMerchantIds(api) : undefined
    return merchants
      .filter(({ name }) => search === undefined || toNameKey(name).includes(toNameKey(search)))
      .filter(({ id }) => !used?.has(id))
  },
  view: merchantListView,
})

async function listUsedMerchantIds(api: BudgetApi): Promise<Set<string>> {
  const used = new Set<string>()
  for await (const page of paginateTransactions(api)) {
    for (const { merchant_id } of page) if (merchant_id !== null) used.add(merchant_id)
  }
  return used
}
