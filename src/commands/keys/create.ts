/** `budget keys create`: creates an API key for the local workspaces. */

import { defineStandaloneCommand } from '../../command/define.ts'
import { booleanFlag } from '../../command/option-spec.ts'
import { nameOption } from '../../command/options.ts'
import { createdKeyView } from '../../setup/keys-view.ts'

export const create = defineStandaloneCommand({
  name: 'keys create',
  summary: 'Create an API key for the local workspaces',
  flags: {
    readOnly: booleanFlag('The key cannot change anything'),
    name: nameOption('A name for the key'),
  },
  examples: [
    { when: 'Before budget serve', commandLine: 'budget keys create --name phone' },
    { when: 'For a dashboard', commandLine: 'budget keys create --read-only --name kitchen' },
  ],
  mutates: true,
  hasSecretOutput: true,
  async run({ computer: { openLocalWorkspaces } }, { readOnly, name }) {
    const created = (await openLocalWorkspaces()).createKey({ name: name ?? null, read_only: readOnly })
    return {
      id: created.id,
      name: created.name,
      read_only: created.read_only,
      created_at: created.created_at,
      key: created.key,
    }
  },
  view: createdKeyView,
})
