import { standalone } from '../../command/define.ts'
import { isLocal } from '../../config/profiles.ts'
import { readBaseUrl } from '../../contract/remote-address.ts'
import { type KeyStatus, keyStatus } from '../../render/settings.ts'

export const status = standalone({
  name: 'auth status',
  summary: 'Say which profile is used, and where its key comes from',
  examples: [{ when: 'Which service, which key', type: 'budget auth status' }],
  async run({ settings }): Promise<KeyStatus> {
    const its = await settings()
    const { name, profile } = its.meant()
    if (isLocal(profile)) {
      const workspace_id = profile.workspace ?? null
      return { profile: name, kind: 'local', origin: null, workspace_id, source: null, key: null }
    }
    const { origin } = readBaseUrl(profile.base_url)
    const found = its.keyFor(profile)
    return {
      profile: name,
      kind: 'remote',
      origin,
      workspace_id: profile.workspace_id,
      source: found?.source ?? null,
      key: found ? `***${found.key.slice(-4)}` : null,
    }
  },
  show: keyStatus,
})
