import { nameKey } from '../../contract/names.ts'
import { merchantList } from '../../render/merchants.ts'
import { command } from '../command.ts'
import { plain } from '../entries.ts'

export const list = command({
  name: 'merchants list',
  summary: 'List the merchants by name',
  flags: { search: plain('Only names with this in them', 'TEXT') },
  examples: [
    { when: 'Everyone you paid', type: 'budget merchants' },
    { when: 'All spellings of one shop', type: 'budget merchants list --search amazon' },
  ],
  async run({ api }, { search }) {
    const { merchants } = await api.listMerchants({})
    return search === undefined
      ? merchants
      : merchants.filter((merchant) => nameKey(merchant.name).includes(nameKey(search)))
  },
  show: merchantList,
})
