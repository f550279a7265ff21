/** `budget history show`: shows everything that one entry changed. */

import { defineCommand } from '../../command/define.ts'
import { ApiError, UserError } from '../../contract/errors.ts'
import { entryOption } from '../../history/entry-option.ts'
import { historyEntryView, toShownEntry } from '../../history/history-view.ts'

export const show = defineCommand({
  name: 'history show',
  summary: 'Show everything an entry changed, before and after',
  arguments: { entry: entryOption('The number in budget history') },
  examples: [{ when: 'What a command did', commandLine: 'budget history show 42' }],
  async run({ workspace: { history, names }, invocation: { now } }, { entry }) {
    const details = await history()
      .get(entry)
      .catch((error: unknown) => {
        if (!(error instanceof ApiError) || error.name !== 'not_found') throw error
        throw new UserError('not_found', `The history has no entry ${entry}`, {
          hint: 'budget history lists the entries',
        })
      })
    return toShownEntry(details, { now: now(), names: await names.resolvedNames() })
  },
  view: historyEntryView,
})
