import { layoutCard } from '../../render/layouts.ts'
import { standalone } from '../command.ts'
import { plain } from '../entries.ts'
import { layoutNamed, shownLayout } from './known.ts'

export const show = standalone({
  name: 'layouts show',
  summary: 'Show a layout: how its files are read, and its rules',
  arguments: { name: plain('The layout', 'NAME') },
  examples: [{ when: 'The file to add rules to', type: 'budget layouts show checking --fields path' }],
  run: async ({ settings }, { name }) => shownLayout(layoutNamed(await settings(), name)),
  show: layoutCard,
})
