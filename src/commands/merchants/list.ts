import { command, toggle } from '../../command/define.ts'
import { plain } from '../../command/options.ts'
import type { BudgetApi } from '../../contract/api.ts'
import { nameKey } from '../../contract/normalize-name.ts'
import { transactionPages } from '../../contract/paginate.ts'
import { merchantList } from '../../render/merchants.ts'

export const list = command({
  name: 'merchants list',
  summary: 'List the merchants by name',
  flags: {
    search: plain('Only names with this in them', 'TEXT'),
    unused: toggle('Only those without a transaction; reads all transactions'),
  },
  examples: [
    { when: 'Everyone you paid', type: 'budget merchants' },
    { when: 'Names nobody needs', type: 'budget merchants list --unused --format ids' },
    { when: 'All spellings of one shop', type: 'budget merchants list --search amazon' },
  ],
  async run({ api }, { search, unused }) {
    const { merchants } = await api.listMerchants({})
    const used = unused ? await usedMerchants(api) : undefined
    return merchants
      .filter(({ name }) => search === undefined || nameKey(name).includes(nameKey(search)))
      .filter(({ id }) => !used?.has(id))
  },
  show: merchantList,
})

async function usedMerchants(api: BudgetApi): Promise<Set<string>> {
  const used = new Set<string>()
  for await (const page of transactionPages(api)) {
    for (const { merchant_id } of page) if (merchant_id !== null) used.add(merchant_id)
  }
  return used
}
