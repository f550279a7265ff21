/** `budget history`: lists what was changed, newest first. */

import { defineCommand } from '../../command/define.ts'
import { dateOption, integerOption } from '../../command/options.ts'
import type { History, HistoryEntry } from '../../contract/ports/history.ts'
import { changedThingOption } from '../../history/entry-option.ts'
import { type EntrySubject, historyListView, toListedEntries } from '../../history/history-view.ts'
import { findOriginal } from '../../history/select-entry.ts'

const DEFAULT_LIMIT = 50

export const list = defineCommand({
  name: 'history list',
  summary: 'List the changes, newest first',
  flags: {
    limit: integerOption(`List at most this many entries (${DEFAULT_LIMIT} by default)`, 1),
    since: dateOption('Only changes made on this date or later'),
    of: changedThingOption('Only changes to this account, category, merchant or transaction'),
  },
  examples: [
    { when: 'The latest changes', commandLine: 'budget history' },
    {
      when: "What happened to this week's groceries",
      commandLine: 'budget history --of Groceries --since mon',
    },
  ],
  async run(
    { workspace: { history }, invocation: { now }, user: { info } },
    { limit = DEFAULT_LIMIT, since, of },
  ) {
    const entries = await history().list({
      limit,
      ...(since !== undefined && { since: toTimestamp(since) }),
      ...(of && { entity: of }),
    })
    if (entries.length === 0)
      info(since === undefined ? 'Nothing has been changed yet' : `No changes since ${since}`)
    return toListedEntries(entries, { now: now(), subjects: await findSubjects(history(), entries) })
  },
  view: historyListView,
})

/** Returns the changes that undos and redos are about, by the ids of the undos. */
async function findSubjects(
  history: History,
  entries: readonly HistoryEntry[],
): Promise<Map<number, EntrySubject>> {
  if (entries.every(({ undoes }) => undoes === null)) return new Map()
  // The originals may be older than what is listed; one list is faster than a lookup for each.
  const all = await history.list({})
  const loaded = { ...history, list: async () => all }
  const undos = entries.filter(({ undoes }) => undoes !== null)
  const found = await Promise.all(
    // An original that is kept no longer cannot be named.
    undos.map((entry) => findOriginal(loaded, entry).catch(() => undefined)),
  )
  return new Map(undos.flatMap(({ id }, at) => (found[at] ? [[id, found[at]] as const] : [])))
}

/** Returns the timestamp of the beginning of a local date. */
const toTimestamp = (date: string): string => new Date(`${date}T00:00:00`).toISOString()
