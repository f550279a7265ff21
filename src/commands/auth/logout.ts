import { logout as logoutSheet } from '../../render/settings.ts'
import { standalone } from '../command.ts'
import { remoteMeant } from './remote.ts'

export const logout = standalone({
  name: 'auth logout',
  summary: "Forget the key for a profile's service",
  examples: [{ when: 'On a machine that is given away', type: 'budget auth logout --profile work' }],
  changes: true,
  async run({ settings }) {
    const its = await settings()
    const { origin } = remoteMeant(its)
    const removed = its.keyFor(origin)?.source === 'credentials.json'
    if (removed) await its.removeKey(origin)
    return { origin, removed }
  },
  show: logoutSheet,
})
