/** `budget config set`: changes a setting. */

import { defineStandaloneCommand } from '../../command/define.ts'
import { textOption } from '../../command/options.ts'
import { findSetting, settingNameOption, settingView } from '../../setup/settings.ts'

export const set = defineStandaloneCommand({
  name: 'config set',
  summary: 'Change a setting',
  arguments: { name: settingNameOption, value: textOption('The value', 'VALUE') },
  examples: [
    { when: 'Change the default budget', commandLine: 'budget config set default_profile work' },
    {
      when: 'Set the account you pay from',
      commandLine: 'budget config set default_account Checking',
    },
    { when: 'Your own name for a command', commandLine: 'budget config set alias.rent "month show Rent"' },
  ],
  mutates: true,
  async run({ computer: { settings } }, { name, value }) {
    const userConfig = await settings()
    const setting = findSetting(name)
    setting.assertValid(userConfig, value)
    await setting.save(userConfig, value)
    return { name, value }
  },
  view: settingView,
})
