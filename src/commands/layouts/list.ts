import { standalone } from '../../command/define.ts'
import { layoutList } from '../../render/layouts.ts'
import { knownLayouts, shownLayout } from './shared/find-layout.ts'

export const list = standalone({
  name: 'layouts list',
  summary: 'List how files of your banks are read, as you confirmed it',
  examples: [{ when: 'Which banks are known', type: 'budget layouts' }],
  run: async ({ settings }) => knownLayouts(await settings()).map(shownLayout),
  show: layoutList,
})
