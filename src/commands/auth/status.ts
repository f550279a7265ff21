/** `budget auth status`: shows the profile in use and where its API key comes from. */

import { defineStandaloneCommand } from '../../command/define.ts'
import { isLocalProfile } from '../../config/profiles.ts'
import { parseBaseUrl } from '../../contract/remote-address.ts'
import { type KeyStatus, keyStatusView } from '../../setup/profiles-view.ts'

export const status = defineStandaloneCommand({
  name: 'auth status',
  summary: 'Show the profile in use and where its API key comes from',
  examples: [{ when: 'Which service and which key', commandLine: 'budget auth status' }],
  async run({ computer: { settings } }): Promise<KeyStatus> {
    const userConfig = await settings()
    const { name, profile } = userConfig.selectProfile()
    if (isLocalProfile(profile)) {
      const workspace_id = profile.workspace ?? null
      return { profile: name, kind: 'local', origin: null, workspace_id, source: null, key: null }
    }
    const { origin } = parseBaseUrl(profile.base_url)
    const storedKey = userConfig.resolveKey(profile)
    return {
      profile: name,
      kind: 'remote',
      origin,
      workspace_id: profile.workspace_id,
      source: storedKey?.source ?? null,
      key: storedKey ? `***${storedKey.key.slice(-4)}` : null,
    }
  },
  view: keyStatusView,
})
