/** `budget workspaces create`: creates a workspace. */

import { defineStandaloneCommand } from '../../command/define.ts'
import { nameOption, textOption } from '../../command/options.ts'
import { UserError } from '../../contract/errors.ts'
import { isCurrencyCode } from '../../money/currency.ts'
import { defineWorkspaceChangeView } from '../../setup/workspaces-view.ts'

export const create = defineStandaloneCommand({
  name: 'workspaces create',
  summary: 'Create a local workspace',
  arguments: { name: nameOption('The name') },
  flags: { currency: textOption("The currency, such as USD; your country's by default", 'CODE') },
  examples: [
    { when: 'A separate budget for the club', commandLine: 'budget workspaces create Club --currency EUR' },
  ],
  mutates: true,
  async run({ computer: { openLocalWorkspaces, inferCurrency } }, { name, currency = inferCurrency() }) {
    if (!isCurrencyCode(currency)) {
      const hint = 'Use three capital letters, such as USD'
      throw new UserError('invalid', `"${currency}" is not a currency`, { field: 'currency', hint })
    }
    return (await openLocalWorkspaces()).createWorkspace({ name, currency })
  },
  view: defineWorkspaceChangeView(({ name, currency, id }) => `Created ${name} in ${currency} (${id})`),
})
