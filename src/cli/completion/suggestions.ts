/**
 * Lists the names that a shell completes. They come from the workspace, or from the cache of a remote one.
 */

import { isSeenNameKind, readSeenNames } from '../../command/names/name-cache.ts'
import type { NameIndex } from '../../command/names/resolve-name.ts'
import type { WorkspaceCache } from '../../contract/ports/remote-caches.ts'

// A name with control characters could execute something on the command line of the shell.
const CONTROL_CHARACTERS = /[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}\ufeff]/u

/** What suggestions are read from. */
interface SuggestionSources {
  names: NameIndex
  cache: WorkspaceCache | undefined
  /** Lists the newest entries of the history with what they did. */
  listEntries: () => Promise<{ id: number; description: string }[]>
}

/**
 * Returns the names of a kind, one per line: `account`, `category`, `group` or `merchant`, or the numbers of
 * `history_entry`; empty for other kinds.
 */
export async function listSuggestions(
  [kind = '']: readonly string[],
  { names, cache, listEntries }: SuggestionSources,
): Promise<string> {
  if (kind === 'history_entry')
    // Shells show what is behind the tab beside the number.
    return (await listEntries()).map(({ id, description }) => `${id}\t${description}\n`).join('')
  const suggestions = (
    (await nameReaders[kind]?.(names).catch(() => readFallbackNames(kind, cache))) ?? []
  ).filter((name) => !CONTROL_CHARACTERS.test(name))
  return suggestions.map((name) => `${name}\n`).join('')
}

/** Returns cached names, because a request per key press would exhaust the rate limit. */
const readFallbackNames = (kind: string, cache: WorkspaceCache | undefined): string[] =>
  cache && isSeenNameKind(kind) ? readSeenNames(cache, kind) : []

const toNames = (entities: readonly { name: string }[]): string[] => entities.map(({ name }) => name)

const nameReaders: Readonly<Record<string, (names: NameIndex) => Promise<string[]>>> = {
  account: async (names) => toNames((await names.accounts()).filter(({ closed }) => !closed)),
  closed_account: async (names) => toNames((await names.accounts()).filter(({ closed }) => closed)),
  archived_category: async (names) => toNames((await names.categories()).filter(({ archived }) => archived)),
  merchant: async (names) => toNames(await names.merchants()),
  schedule: async (names) => toNames(await names.schedules()),
  group: async (names) => toNames(await names.groups()),
  category: async (names) => toNames((await names.categories()).filter(({ archived }) => !archived)),
}
