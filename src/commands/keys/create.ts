import { standalone, toggle } from '../../command/define.ts'
import { name } from '../../command/options.ts'
import { newKey } from '../../render/workspaces.ts'

export const create = standalone({
  name: 'keys create',
  summary: 'Make a key that opens the workspaces of this machine over HTTP',
  flags: {
    readOnly: toggle('The key reads only'),
    name: name('What it is for'),
  },
  examples: [
    { when: 'Before budget serve', type: 'budget keys create --name phone' },
    { when: 'For a screen on the wall', type: 'budget keys create --read-only --name kitchen' },
  ],
  changes: true,
  secret: true,
  async run({ workspaces }, { readOnly, name }) {
    const made = (await workspaces()).createKey({ name: name ?? null, read_only: readOnly })
    return {
      id: made.id,
      name: made.name,
      read_only: made.read_only,
      created_at: made.created_at,
      key: made.key,
    }
  },
  show: newKey,
})
