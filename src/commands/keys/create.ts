/** `budget keys create`: creates an API key for the local workspaces. */

import { defineStandaloneCommand } from '../../command/define.ts'
import { booleanFlag } from '../../command/option-spec.ts'
import { enumOption, textOption } from '../../command/options.ts'
import { keyLevels } from '../../contract/access.ts'
import { databaseFlags, openManagedWorkspaces } from '../../setup/database-flags.ts'
import { keyNameOption } from '../../setup/key-name.ts'
import { createdKeyView } from '../../setup/keys-view.ts'

export const create = defineStandaloneCommand({
  name: 'keys create',
  summary: 'Create an API key for the local workspaces',
  flags: {
    can: enumOption('What the key may do', 'LEVEL', keyLevels),
    readOnly: booleanFlag('The same as --can read'),
    name: keyNameOption('A name for the key'),
    workspace: textOption('The only workspace that the key may use', 'WORKSPACE'),
    ...databaseFlags,
  },
  examples: [
    { when: 'Before budget serve', commandLine: 'budget keys create --name phone' },
    { when: 'For a dashboard', commandLine: 'budget keys create --can read --workspace Home --name kitchen' },
    { when: 'For a shortcut that adds', commandLine: 'budget keys create --can add --name shortcut' },
  ],
  mutates: true,
  hasSecretOutput: true,
  async run({ computer }, { can = 'write', readOnly, name, workspace, ...flags }) {
    const all = await openManagedWorkspaces(computer, flags)
    const workspace_id = workspace === undefined ? null : (await all.findWorkspace(workspace)).id
    const {
      used_at: _used,
      revoked_at: _revoked,
      ...created
    } = await all.createKey({
      name: name ?? null,
      can: readOnly ? 'read' : can,
      workspace_id,
    })
    return created
  },
  view: createdKeyView,
})
