/** `budget layouts show`: prints a saved layout. */

import { defineStandaloneCommand } from '../../command/define.ts'
import { textOption } from '../../command/options.ts'
import { findLayout, toLayoutOutput } from '../../import/load-layouts.ts'
import { layoutView } from '../../import/views/layouts-view.ts'

export const show = defineStandaloneCommand({
  name: 'layouts show',
  summary: 'Show a layout: how its files are read, and its rules',
  arguments: { name: textOption('The layout', 'NAME') },
  examples: [
    { when: 'Find the file to add rules to', commandLine: 'budget layouts show checking --fields path' },
  ],
  run: async ({ computer: { settings } }, { name }) => toLayoutOutput(findLayout(await settings(), name)),
  view: layoutView,
})
