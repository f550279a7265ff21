import { layoutList } from '../../render/layouts.ts'
import { standalone } from '../command.ts'
import { knownLayouts, shownLayout } from './known.ts'

export const list = standalone({
  name: 'layouts list',
  summary: 'List how files of your banks are read, as you confirmed it',
  examples: [{ when: 'Which banks are known', type: 'budget layouts' }],
  run: async ({ settings }) => knownLayouts(await settings()).map(shownLayout),
  show: layoutList,
})
