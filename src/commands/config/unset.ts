/** `budget config unset`: removes a setting. */

import { defineStandaloneCommand } from '../../command/define.ts'
import { findSetting, settingNameOption, settingView } from '../../setup/settings.ts'

export const unset = defineStandaloneCommand({
  name: 'config unset',
  summary: 'Reset a setting to its default',
  arguments: { name: settingNameOption },
  examples: [{ when: 'Back to the local profile', commandLine: 'budget config unset default_profile' }],
  mutates: true,
  async run({ computer: { settings } }, { name }) {
    const setting = findSetting(name)
    await setting.save(await settings(), setting.defaultValue)
    return { name, value: setting.defaultValue }
  },
  view: settingView,
})
