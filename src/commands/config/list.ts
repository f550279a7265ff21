import { standalone } from '../../command/define.ts'
import { settingList } from '../../render/settings.ts'
import { allSettings } from './shared/settings.ts'

export const list = standalone({
  name: 'config list',
  summary: 'List the settings',
  examples: [{ when: 'What is set', type: 'budget config list' }],
  run: async ({ settings }) => allSettings(await settings()),
  show: settingList,
})
