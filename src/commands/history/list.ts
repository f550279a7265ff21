/** `budget history`: lists what was changed, newest first. */

import { defineCommand } from '../../command/define.ts'
import { dateOption, integerOption } from '../../command/options.ts'
import { historyListView, toListedEntries } from '../../render/history.ts'
import { changedThingOption } from './shared/entry-option.ts'

const DEFAULT_LIMIT = 50

export const list = defineCommand({
  name: 'history list',
  summary: 'List what was changed, newest first',
  flags: {
    limit: integerOption(`The most entries to list (${DEFAULT_LIMIT} by default)`, 1),
    since: dateOption('Only changes made on this date or later'),
    of: changedThingOption('Only changes of this account, category, merchant or transaction'),
  },
  examples: [
    { when: 'What was changed last', commandLine: 'budget history' },
    {
      when: "What happened to this week's groceries",
      commandLine: 'budget history --of Groceries --since mon',
    },
  ],
  async run({ history, now }, { limit = DEFAULT_LIMIT, since, of }) {
    const entries = await history().list({
      limit,
      ...(since !== undefined && { since: toTimestamp(since) }),
      ...(of && { of }),
    })
    return toListedEntries(entries, now())
  },
  view: historyListView,
})

/** Returns the timestamp of the beginning of a local date. */
const toTimestamp = (date: string): string => new Date(`${date}T00:00:00`).toISOString()
