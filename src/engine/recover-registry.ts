/**
 * Takes workspaces into a registry that does not know them: one that was lost, and is made anew beside their files.
 * @see docs/reliability.md#r7
 */

import { StorageError } from '../contract/errors.ts'
import { toNameKey } from '../contract/normalize-name.ts'
import { listWorkspaceFiles } from '../store/workspace-files.ts'
import type { openRegistry } from '../store/workspace-registry.ts'
import { openWorkspaceStore } from '../store/workspace-store.ts'

/** Registers the workspaces of a folder where the registry knows none. Their names were only there: the oldest is Home. */
export function registerFoundWorkspaces(registry: ReturnType<typeof openRegistry>, folder: string): void {
  if (registry.list().length > 0) return
  const found = listWorkspaceFiles(folder)
  if (found.length === 0) return
  registry.write(() => {
    // Another process may have made its first workspace meanwhile.
    if (registry.list().length > 0) return
    for (const [at, { id, file, created_at }] of found.entries()) {
      const name = at === 0 ? 'Home' : `Home ${at + 1}`
      registry.insert({ id, name, key: toNameKey(name), currency: readCurrency(file), created_at })
    }
  })
}

/** Until a copy of it is restored, nobody can tell what a damaged file counts in. */
const FALLBACK_CURRENCY = 'USD'

function readCurrency(file: string): string {
  try {
    const store = openWorkspaceStore(file)
    const { currency } = store.settings
    store.close()
    return currency
  } catch (error) {
    if (error instanceof StorageError) return FALLBACK_CURRENCY
    throw error
  }
}
