/** `budget keys create`: creates an API key for the local workspaces. */

import { defineStandaloneCommand } from '../../command/define.ts'
import { booleanFlag } from '../../command/option-spec.ts'
import { nameOption } from '../../command/options.ts'
import { createdKeyView } from '../../render/keys.ts'

export const create = defineStandaloneCommand({
  name: 'keys create',
  summary: 'Make a key that opens the workspaces of this machine over HTTP',
  flags: {
    readOnly: booleanFlag('The key reads only'),
    name: nameOption('What it is for'),
  },
  examples: [
    { when: 'Before budget serve', commandLine: 'budget keys create --name phone' },
    { when: 'For a screen on the wall', commandLine: 'budget keys create --read-only --name kitchen' },
  ],
  mutates: true,
  hasSecretOutput: true,
  async run({ openLocalWorkspaces }, { readOnly, name }) {
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
