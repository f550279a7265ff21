import { standalone } from '../../command/define.ts'
import { plain } from '../../command/options.ts'
import { layoutCard } from '../../render/layouts.ts'
import { layoutNamed, shownLayout } from './shared/find-layout.ts'

export const show = standalone({
  name: 'layouts show',
  summary: 'Show a layout: how its files are read, and its rules',
  arguments: { name: plain('The layout', 'NAME') },
  examples: [{ when: 'The file to add rules to', type: 'budget layouts show checking --fields path' }],
  run: async ({ settings }, { name }) => shownLayout(layoutNamed(await settings(), name)),
  show: layoutCard,
})
