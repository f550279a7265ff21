/** `budget config get`: prints a setting. */

import { defineStandaloneCommand } from '../../command/define.ts'
import { findSetting, settingNameOption, settingValueView } from '../../setup/settings.ts'

export const get = defineStandaloneCommand({
  name: 'config get',
  summary: 'Print one setting',
  arguments: { name: settingNameOption },
  examples: [{ when: 'In a script', commandLine: 'budget config get default_profile' }],
  run: async ({ computer: { settings } }, { name }) => ({
    name,
    value: findSetting(name).read(await settings()),
  }),
  view: settingValueView,
})
