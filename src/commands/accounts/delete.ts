import { command } from '../../command/define.ts'
import { account } from '../../command/options.ts'
import { ApiError, Mistake } from '../../contract/errors.ts'
import { type Deleted, deletion } from '../../render/deleted.ts'
import { describeExtent, measureAccount, priceLines } from '../shared/affected-transactions.ts'

export const remove = command({
  name: 'accounts delete',
  summary: 'Delete an account that has no transactions',
  arguments: { account: account('The account to delete') },
  examples: [{ when: 'An account made by mistake', type: 'budget accounts delete Chekcing --yes' }],
  changes: true,
  async run(world, { account }): Promise<Deleted> {
    const { api, confirm } = world
    await confirm(`Delete ${account.name}?`, async () => {
      const extent = await measureAccount(api, { account_id: account.id })
      const what = `${account.name}: ${describeExtent(extent)}`
      const refused = 'an account with transactions cannot be deleted, but closed'
      return [extent.count === 0 ? what : `${what}; ${refused}`, ...priceLines(world, 1)].join('\n')
    })
    try {
      return await api.deleteAccount({ account_id: account.id })
    } catch (refusal) {
      if (!(refusal instanceof ApiError) || refusal.name !== 'bad_request') throw refusal
      const hint = `To keep its history: budget accounts close "${account.name}"`
      throw new Mistake('value', `${account.name} cannot be deleted: ${refusal.detail}`, { hint })
    }
  },
  show: deletion(({ id }) => `Deleted the account ${id}`),
})
