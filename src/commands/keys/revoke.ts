/** `budget keys revoke`: revokes an API key. */

import { defineStandaloneCommand } from '../../command/define.ts'
import { textOption } from '../../command/options.ts'
import { findKey, revokedKeyView } from '../../setup/keys-view.ts'

export const revoke = defineStandaloneCommand({
  name: 'keys revoke',
  summary: 'Revoke an API key',
  arguments: { key: textOption('The key, by name or id', 'KEY') },
  examples: [{ when: 'You lost your phone', commandLine: 'budget keys revoke phone' }],
  mutates: true,
  async run({ computer: { openLocalWorkspaces } }, { key }) {
    const keys = await openLocalWorkspaces()
    return keys.revokeKey(findKey(keys.listKeys(), key).id)
  },
  view: revokedKeyView,
})
