/** `budget layouts list`: lists the saved layouts. */

import { defineStandaloneCommand } from '../../command/define.ts'
import { loadLayouts, toLayoutOutput } from '../../import/load-layouts.ts'
import { layoutListView } from '../../import/views/layouts-view.ts'

export const list = defineStandaloneCommand({
  name: 'layouts list',
  summary: 'List the layouts of bank files',
  examples: [{ when: 'List all layouts', commandLine: 'budget layouts' }],
  run: async ({ computer: { settings } }) => loadLayouts(await settings()).map(toLayoutOutput),
  view: layoutListView,
})
