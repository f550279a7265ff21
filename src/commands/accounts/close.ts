import type { BudgetApi } from '../../contract/api.ts'
import { transactionPages } from '../../contract/pages.ts'
import { isZero } from '../../money/money.ts'
import { accountChange } from '../../render/accounts.ts'
import { grouped } from '../../render/amounts.ts'
import { command } from '../command.ts'
import { account } from '../entries.ts'

export const close = command({
  name: 'accounts close',
  summary: 'Close an account; its cleared transactions become reconciled',
  arguments: { account: account('The account to close') },
  examples: [{ when: 'An account you left', type: 'budget accounts close "Old Savings" --yes' }],
  changes: true,
  async run({ api, confirm, yes, isLocal, isHeard, note, warn }, { account }) {
    await confirm(`Close ${account.name}?`, () => consequences(api, account.id))
    // Elsewhere counting may take more requests than closing does, for one who has said yes already.
    if (yes && isLocal && isHeard()) note(await reconciling(api, account.id))
    const closed = (await api.updateAccount({ account_id: account.id, body: { closed: true } })).account
    // spec A21
    if (!isZero(closed.balance))
      warn(`${closed.name} still holds ${grouped(closed.balance)}, which keeps counting`)
    return closed
  },
  show: accountChange((account) => `Closed ${account.name}`),
})

async function reconciling(api: BudgetApi, id: string): Promise<string> {
  let cleared = 0
  for await (const page of transactionPages(api, { account_id: id, status: 'cleared' }))
    cleared += page.length
  return `${cleared === 1 ? '1 cleared transaction becomes' : `${cleared} cleared transactions become`} reconciled`
}

async function consequences(api: BudgetApi, id: string): Promise<string> {
  const { balance } = (await api.getAccount({ account_id: id })).account
  const rows = await reconciling(api, id)
  return isZero(balance)
    ? rows
    : `${rows}, and the ${grouped(balance)} on it keeps counting: move it to another account first`
}
