import type { BudgetApi } from '../../contract/api.ts'
import { transactionPages } from '../../contract/pages.ts'
import { isZero } from '../../money/money.ts'
import { accountChange } from '../../render/accounts.ts'
import { command } from '../command.ts'
import { account } from '../entries.ts'

export const close = command({
  name: 'accounts close',
  summary: 'Close an account; its cleared transactions become reconciled',
  arguments: { account: account('The account to close') },
  examples: [{ when: 'An account you left', type: 'budget accounts close "Old Savings" --yes' }],
  changes: true,
  async run({ api, confirm, yes, isLocal, isHeard, note }, { account }) {
    const about = () => consequences(api, account.id)
    await confirm(`Close ${account.name}?`, about)
    // Elsewhere counting may take more requests than closing does, for one who has said yes already.
    if (yes && isLocal && isHeard()) note(await about())
    return (await api.updateAccount({ account_id: account.id, body: { closed: true } })).account
  },
  show: accountChange((account) =>
    isZero(account.balance)
      ? `Closed ${account.name}`
      : `Closed ${account.name}; the ${account.balance} on it keeps counting`,
  ),
})

async function consequences(api: BudgetApi, id: string): Promise<string> {
  const { balance } = (await api.getAccount({ account_id: id })).account
  let cleared = 0
  for await (const page of transactionPages(api, { account_id: id, status: 'cleared' }))
    cleared += page.length
  const rows = `${cleared === 1 ? '1 cleared transaction becomes' : `${cleared} cleared transactions become`} reconciled`
  // spec A21
  return isZero(balance)
    ? rows
    : `${rows}, and the ${balance} on it keeps counting: move it to another account first`
}
