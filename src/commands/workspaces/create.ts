import { needed, standalone } from '../../command/define.ts'
import { name, plain } from '../../command/options.ts'
import { Mistake } from '../../contract/errors.ts'
import { isCurrency } from '../../money/currency.ts'
import { workspaceChange } from '../../render/workspaces.ts'

export const create = standalone({
  name: 'workspaces create',
  summary: 'Create a workspace on this machine',
  arguments: { name: name('What to call it') },
  flags: { currency: needed(plain('The currency of all its amounts, such as USD', 'CODE')) },
  examples: [
    { when: 'A budget of its own for the club', type: 'budget workspaces create Club --currency EUR' },
  ],
  changes: true,
  async run({ workspaces }, { name, currency }) {
    if (!isCurrency(currency)) {
      const hint = 'Write three capital letters, such as USD'
      throw new Mistake('value', `"${currency}" is not a currency`, { field: 'currency', hint })
    }
    return (await workspaces()).createWorkspace({ name, currency })
  },
  show: workspaceChange(({ name, currency, id }) => `Created ${name} in ${currency} (${id})`),
})
