import { standalone } from '../../command/define.ts'
import { settingValue } from '../../render/settings.ts'
import { settingName, settingNamed } from './shared/settings.ts'

export const get = standalone({
  name: 'config get',
  summary: 'Print one setting',
  arguments: { name: settingName },
  examples: [{ when: 'In a script', type: 'budget config get default_profile' }],
  run: async ({ settings }, { name }) => ({ name, value: settingNamed(name).read(await settings()) }),
  show: settingValue,
})
