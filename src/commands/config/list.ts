/** `budget config list`: lists the settings. */

import { defineStandaloneCommand } from '../../command/define.ts'
import { listSettings, settingListView } from '../../setup/settings.ts'

export const list = defineStandaloneCommand({
  name: 'config list',
  summary: 'List the settings',
  examples: [{ when: 'Your settings', commandLine: 'budget config list' }],
  run: async ({ computer: { settings } }) => listSettings(await settings()),
  view: settingListView,
})
