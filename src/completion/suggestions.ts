/** The names a shell may offer: asked live, because only the workspace knows them; of a service elsewhere as last read. */

import { isShownKind, namesShown } from '../command/name-cache.ts'
import type { Names } from '../command/resolve-name.ts'
import type { Kept } from '../contract/ports/rate-limit.ts'

// A name with control characters could act on the shell's line instead of standing in it. reliability 85
const STEERING = /[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}\ufeff]/u

/** The names of a kind, one per line: `account`, `category`, `group` or `merchant`. `kept` is what is known of a service elsewhere. */
export async function suggestions(
  names: Names,
  [kind = '']: readonly string[],
  kept: Kept | undefined,
): Promise<string> {
  const found = ((await readers[kind]?.(names).catch(() => shown(kind, kept))) ?? []).filter(
    (name) => !STEERING.test(name),
  )
  return found.map((name) => `${name}\n`).join('')
}

/** Asking the service would cost a request: what listings have shown is offered instead. */
const shown = (kind: string, kept: Kept | undefined): string[] =>
  kept && isShownKind(kind) ? namesShown(kept, kind) : []

const namesOf = (things: readonly { name: string }[]): string[] => things.map(({ name }) => name)

const readers: Readonly<Record<string, (names: Names) => Promise<string[]>>> = {
  account: async (names) => namesOf((await names.accounts()).filter(({ closed }) => !closed)),
  closed_account: async (names) => namesOf((await names.accounts()).filter(({ closed }) => closed)),
  archived_category: async (names) => namesOf((await names.categories()).filter(({ archived }) => archived)),
  merchant: async (names) => namesOf(await names.merchants()),
  group: async (names) => namesOf(await names.groups()),
  category: async (names) => namesOf((await names.categories()).filter(({ archived }) => !archived)),
}
