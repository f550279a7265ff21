import { standalone } from '../../command/define.ts'
import { plain } from '../../command/options.ts'
import { settingCard } from '../../render/settings.ts'
import { settingName, settingNamed } from './shared/settings.ts'

export const set = standalone({
  name: 'config set',
  summary: 'Change a setting',
  arguments: { name: settingName, value: plain('Its value', 'VALUE') },
  examples: [
    { when: 'Another everyday budget', type: 'budget config set default_profile work' },
    {
      when: 'Where you pay from, so that it need not be typed',
      type: 'budget config set default_account Checking',
    },
  ],
  changes: true,
  async run({ settings }, { name, value }) {
    const its = await settings()
    const setting = settingNamed(name)
    setting.check(its, value)
    await setting.write(its, value)
    return { name, value }
  },
  show: settingCard,
})
