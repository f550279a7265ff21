/** `budget keys create`: creates an API key for the local workspaces. */

import { defineStandaloneCommand } from '../../command/define.ts'
import { booleanFlag } from '../../command/option-spec.ts'
import { nameOption, textOption } from '../../command/options.ts'
import { databaseFlags, openManagedWorkspaces } from '../../setup/database-flags.ts'
import { createdKeyView } from '../../setup/keys-view.ts'

export const create = defineStandaloneCommand({
  name: 'keys create',
  summary: 'Create an API key for the local workspaces',
  flags: {
    readOnly: booleanFlag('The key cannot change anything'),
    name: nameOption('A name for the key'),
    for: textOption('With a database: the only workspace that the key may use', 'WORKSPACE'),
    ...databaseFlags,
  },
  examples: [
    { when: 'Before budget serve', commandLine: 'budget keys create --name phone' },
    { when: 'For a dashboard', commandLine: 'budget keys create --read-only --name kitchen' },
  ],
  mutates: true,
  hasSecretOutput: true,
  async run({ computer }, { readOnly, name, for: workspace, ...flags }) {
    const all = await openManagedWorkspaces(computer, flags)
    const workspace_id = workspace === undefined ? null : (await all.findWorkspace(workspace)).id
    const created = await all.createKey({ name: name ?? null, read_only: readOnly, workspace_id })
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
