/** The names a shell may offer: asked live, because only the workspace knows them; of a service elsewhere as last read. */

import { isSeenNameKind, readSeenNames } from '../command/name-cache.ts'
import type { NameIndex } from '../command/resolve-name.ts'
import type { WorkspaceCache } from '../contract/ports/rate-limit.ts'

// A name with control characters could act on the shell's line instead of standing in it. reliability 85
const CONTROL_CHARACTERS = /[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}\ufeff]/u

/** The names of a kind, one per line: `account`, `category`, `group` or `merchant`. `kept` is what is known of a service elsewhere. */
export async function listSuggestions(
  names: NameIndex,
  [kind = '']: readonly string[],
  kept: WorkspaceCache | undefined,
): Promise<string> {
  const found = ((await nameReaders[kind]?.(names).catch(() => readFallbackNames(kind, kept))) ?? []).filter(
    (name) => !CONTROL_CHARACTERS.test(name),
  )
  return found.map((name) => `${name}\n`).join('')
}

/** Asking the service would cost a request: what listings have shown is offered instead. */
const readFallbackNames = (kind: string, kept: WorkspaceCache | undefined): string[] =>
  kept && isSeenNameKind(kind) ? readSeenNames(kept, kind) : []

const toNames = (things: readonly { name: string }[]): string[] => things.map(({ name }) => name)

const nameReaders: Readonly<Record<string, (names: NameIndex) => Promise<string[]>>> = {
  account: async (names) => toNames((await names.accounts()).filter(({ closed }) => !closed)),
  closed_account: async (names) => toNames((await names.accounts()).filter(({ closed }) => closed)),
  archived_category: async (names) => toNames((await names.categories()).filter(({ archived }) => archived)),
  merchant: async (names) => toNames(await names.merchants()),
  group: async (names) => toNames(await names.groups()),
  category: async (names) => toNames((await names.categories()).filter(({ archived }) => !archived)),
}
