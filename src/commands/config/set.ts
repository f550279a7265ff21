import { settingCard } from '../../render/settings.ts'
import { standalone } from '../command.ts'
import { plain } from '../entries.ts'
import { settingNamed } from './settings.ts'

export const set = standalone({
  name: 'config set',
  summary: 'Change a setting',
  arguments: { name: plain('The setting', 'SETTING'), value: plain('Its value', 'VALUE') },
  examples: [{ when: 'Another everyday budget', type: 'budget config set default_profile work' }],
  changes: true,
  previews: true,
  async run({ settings, dryRun }, { name, value }) {
    const its = await settings()
    const setting = settingNamed(name)
    setting.check(its, value)
    if (!dryRun) await setting.write(its, value)
    return { name, value }
  },
  show: settingCard,
})
