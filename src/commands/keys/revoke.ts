/** `budget keys revoke`: revokes an API key, or ends a device of the page. */

import { defineStandaloneCommand } from '../../command/define.ts'
import { textOption } from '../../command/options.ts'
import { formatTimestamp } from '../../money/calendar.ts'
import { findAccess, listAccesses, revokeAccess } from '../../setup/accesses.ts'
import { databaseFlags, openManagedWorkspaces } from '../../setup/database-flags.ts'
import { revokedAccessView } from '../../setup/keys-view.ts'

export const revoke = defineStandaloneCommand({
  name: 'keys revoke',
  summary: 'Revoke an API key, or end a device of the page',
  arguments: { key: textOption('The key or the device, by name or id', 'KEY') },
  flags: databaseFlags,
  examples: [{ when: 'You lost your phone', commandLine: 'budget keys revoke phone' }],
  mutates: true,
  async run({ computer, invocation }, { key, ...flags }) {
    const all = await openManagedWorkspaces(computer, flags)
    const access = findAccess(await listAccesses(all), key)
    return revokeAccess(all, access, formatTimestamp(invocation.now()))
  },
  view: revokedAccessView,
})
