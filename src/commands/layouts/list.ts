/** `budget layouts list`: lists the saved layouts. */

import { defineStandaloneCommand } from '../../command/define.ts'
import { layoutListView } from '../../render/layouts.ts'
import { loadLayouts, toLayoutOutput } from './shared/find-layout.ts'

export const list = defineStandaloneCommand({
  name: 'layouts list',
  summary: 'List how files of your banks are read, as you confirmed it',
  examples: [{ when: 'Which banks are known', commandLine: 'budget layouts' }],
  run: async ({ settings }) => loadLayouts(await settings()).map(toLayoutOutput),
  view: layoutListView,
})
