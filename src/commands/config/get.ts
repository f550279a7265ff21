/** `budget config get`: prints a setting. */

import { defineStandaloneCommand } from '../../command/define.ts'
import { settingValueView } from '../../render/config.ts'
import { findSetting, settingNameOption } from './shared/settings.ts'

export const get = defineStandaloneCommand({
  name: 'config get',
  summary: 'Print one setting',
  arguments: { name: settingNameOption },
  examples: [{ when: 'In a script', commandLine: 'budget config get default_profile' }],
  run: async ({ settings }, { name }) => ({ name, value: findSetting(name).read(await settings()) }),
  view: settingValueView,
})
