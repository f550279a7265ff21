/** `budget layouts delete`: deletes a saved layout. */

import { defineStandaloneCommand } from '../../command/define.ts'
import { textOption } from '../../command/options.ts'
import { findLayoutFile } from '../../import/load-layouts.ts'
import { defineLayoutChangeView } from '../../import/views/layouts-view.ts'

export const remove = defineStandaloneCommand({
  name: 'layouts delete',
  summary: 'Delete a layout; the next file like it needs your confirmation',
  arguments: { name: textOption('The layout', 'NAME') },
  examples: [
    { when: 'Delete a layout confirmed by mistake', commandLine: 'budget layouts delete checking --yes' },
  ],
  mutates: true,
  async run({ computer: { settings }, user: { requireConfirmation } }, { name }) {
    const userConfig = await settings()
    const { path } = findLayoutFile(userConfig, name)
    await requireConfirmation(`Delete the layout ${name} with its rules?`)
    userConfig.removeLayout(name)
    return { name, path }
  },
  view: defineLayoutChangeView('Deleted'),
})
