/** `budget keys revoke`: revokes an API key. */

import { defineStandaloneCommand } from '../../command/define.ts'
import { textOption } from '../../command/options.ts'
import { databaseFlags, openManagedWorkspaces } from '../../setup/database-flags.ts'
import { findKey, revokedKeyView } from '../../setup/keys-view.ts'

export const revoke = defineStandaloneCommand({
  name: 'keys revoke',
  summary: 'Revoke an API key',
  arguments: { key: textOption('The key, by name or id', 'KEY') },
  flags: databaseFlags,
  examples: [{ when: 'You lost your phone', commandLine: 'budget keys revoke phone' }],
  mutates: true,
  async run({ computer }, { key, ...flags }) {
    const keys = await openManagedWorkspaces(computer, flags)
    return keys.revokeKey(findKey(await keys.listKeys(), key).id)
  },
  view: revokedKeyView,
})
