import { standalone } from '../../command/define.ts'
import { plain } from '../../command/options.ts'
import { layoutChange } from '../../render/layouts.ts'
import { fileNamed } from './shared/find-layout.ts'

export const remove = standalone({
  name: 'layouts delete',
  summary: 'Forget a layout; the next file of its kind is looked at anew',
  arguments: { name: plain('The layout', 'NAME') },
  examples: [{ when: 'It was confirmed by mistake', type: 'budget layouts delete checking --yes' }],
  changes: true,
  async run({ settings, confirm }, { name }) {
    const its = await settings()
    const { path } = fileNamed(its, name)
    await confirm(`Delete the layout ${name} with its rules?`)
    its.removeLayout(name)
    return { name, path }
  },
  show: layoutChange('Deleted'),
})
