/** `budget demo`: creates a sample budget in a temporary directory. */

import { defineStandaloneCommand } from '../command/define.ts'
import { createDemo } from '../demo/create-demo.ts'
import { demoView } from '../demo/demo-view.ts'

export const demo = defineStandaloneCommand({
  name: 'demo',
  summary: 'Create a sample budget in a temporary folder',
  examples: [{ when: 'Look around without your own data', commandLine: 'budget demo' }],
  mutates: true,
  run: createDemo,
  view: demoView,
})
