import { command, type World } from '../../command/define.ts'
import { account } from '../../command/options.ts'
import type { BudgetApi } from '../../contract/api.ts'
import { transactionPages } from '../../contract/paginate.ts'
import { isZero } from '../../money/decimal.ts'
import { accountChange } from '../../render/accounts.ts'
import { grouped } from '../../render/format-amount.ts'
import { describeExtent, measureAccount, priceLines } from '../shared/affected-transactions.ts'

export const close = command({
  name: 'accounts close',
  summary: 'Close an account; its cleared transactions become reconciled',
  arguments: { account: account('The account to close') },
  examples: [{ when: 'An account you left', type: 'budget accounts close "Old Savings" --yes' }],
  changes: true,
  async run(world, { account }) {
    const { api, confirm, yes, dryRun, isLocal, isHeard, note, warn } = world
    await confirm(`Close ${account.name}?`, () => consequences(world, account))
    // Elsewhere counting may take more requests than closing does, for one who has said yes already.
    if (yes && isLocal && isHeard()) note(await reconciling(api, account.id))
    const closed = (await api.updateAccount({ account_id: account.id, body: { closed: true } })).account
    // spec A21; a dry run that asks has told it
    if ((yes || !dryRun) && !isZero(closed.balance))
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

async function consequences(
  world: World,
  { id: account_id, name }: { id: string; name: string },
): Promise<string> {
  const { balance } = (await world.api.getAccount({ account_id })).account
  const { cleared, ...extent } = await measureAccount(world.api, { account_id })
  const rows = cleared === 1 ? '1 cleared one becomes' : `${cleared} cleared ones become`
  const holding = `The ${grouped(balance)} on it keeps counting: move it to another account first`
  return [
    `${name}: ${describeExtent(extent)}${cleared === 0 ? '' : `; ${rows} reconciled`}`,
    ...(isZero(balance) ? [] : [holding]),
    ...priceLines(world, 1),
  ].join('\n')
}
