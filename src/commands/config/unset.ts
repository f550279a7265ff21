import { standalone } from '../../command/define.ts'
import { settingCard } from '../../render/settings.ts'
import { settingName, settingNamed } from './shared/settings.ts'

export const unset = standalone({
  name: 'config unset',
  summary: 'Give a setting its usual value',
  arguments: { name: settingName },
  examples: [{ when: 'Back to this machine', type: 'budget config unset default_profile' }],
  changes: true,
  async run({ settings }, { name }) {
    const setting = settingNamed(name)
    await setting.write(await settings(), setting.usual)
    return { name, value: setting.usual }
  },
  show: settingCard,
})
