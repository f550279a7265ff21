/** Registers the workspaces of a directory whose registry was lost. @see docs/reliability.md#r7 */

import { StorageError } from '../contract/errors.ts'
import { toNameKey } from '../contract/normalize-name.ts'
import { listWorkspaceFiles, removeUnfinishedWorkspaces } from '../store/workspace-files.ts'
import type { openRegistry } from '../store/workspace-registry.ts'
import { openWorkspaceStore } from '../store/workspace-store.ts'

/**
 * Registers the workspaces found as files, if the registry has none. Their names are lost: the oldest is Home.
 */
export function registerFoundWorkspaces(registry: ReturnType<typeof openRegistry>, folder: string): void {
  if (registry.list().length > 0) return
  if (listWorkspaceFiles(folder).length === 0) return
  registry.write(() => {
    // Another process may have created a workspace in the meantime.
    if (registry.list().length > 0) return
    // A process may have been killed while it created the first workspace.
    removeUnfinishedWorkspaces(folder, () => false)
    for (const [index, { id, file, created_at }] of listWorkspaceFiles(folder).entries()) {
      const name = index === 0 ? 'Home' : `Home ${index + 1}`
      registry.insert({ id, name, key: toNameKey(name), currency: readCurrency(file), created_at })
    }
  })
}

/** The currency of a damaged file is unknown until a backup is restored. */
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
