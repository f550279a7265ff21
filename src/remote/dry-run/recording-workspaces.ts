/**
 * Records changes of local workspaces and API keys in a dry run and makes none of them.
 * @see docs/cli.md#json
 */

import { nameTakenError, notFound } from '../../contract/errors.ts'
import { toNameKey } from '../../contract/normalize-name.ts'
import type { ApiKey, Workspace, Workspaces } from '../../contract/ports/local-service.ts'
import { createLocalChange, NEW_ID, type PlannedChange } from '../../contract/ports/planned-change.ts'

/** Returns the local workspaces for a dry run: reads pass through, changes are added to `plannedChanges`. */
export function recordWorkspaceWrites(workspaces: Workspaces, plannedChanges: PlannedChange[]): Workspaces {
  const created_at = ''
  const createWorkspace = (draft: { name: string; currency: string }): Workspace => {
    const key = toNameKey(draft.name)
    if (workspaces.listWorkspaces().some(({ name }) => toNameKey(name) === key))
      throw nameTakenError('workspace')
    plannedChanges.push(createLocalChange('workspace', { id: NEW_ID, after: draft }))
    return { id: NEW_ID, archived: false, created_at, ...draft }
  }
  const { update, remove } = recordChanges(workspaces, plannedChanges)
  // Members are listed one by one, not spread, so that a new member does not compile until its dry run is
  // decided.
  return {
    listWorkspaces: workspaces.listWorkspaces,
    getWorkspace: workspaces.getWorkspace,
    isUnused: workspaces.isUnused,
    changeCounter: workspaces.changeCounter,
    previewRestore: workspaces.previewRestore,
    summarize: workspaces.summarize,
    listKeys: workspaces.listKeys,
    findApiKey: workspaces.findApiKey,
    close: workspaces.close,
    open: rejectInDryRun('open'),
    getCurrency: rejectInDryRun('getCurrency'),
    history: rejectInDryRun('history'),
    references: rejectInDryRun('references'),
    exportSource: rejectInDryRun('exportSource'),
    archiveSource: rejectInDryRun('archiveSource'),
    reportSource: rejectInDryRun('reportSource'),
    recordCommand: rejectInDryRun('recordCommand'),
    recordedEntry: rejectInDryRun('recordedEntry'),
    admin: rejectInDryRun('admin'),
    beginTransaction: rejectInDryRun('beginTransaction'),
    importStore: rejectInDryRun('importStore'),
    restore: rejectInDryRun('restore'),
    updateUnused: update,
    rename: (id, name) => update(id, { name }),
    delete: remove,
    createWorkspace,
    createFilledWorkspace: ({ name, content: { currency } }) => createWorkspace({ name, currency }),
    setArchived: (id, archived) => update(id, { archived }),
    createKey(draft): ApiKey & { key: string } {
      plannedChanges.push(createLocalChange('key', { id: NEW_ID, after: draft }))
      return { id: NEW_ID, created_at, revoked_at: null, ...draft, key: '' }
    },
    revokeKey(id): ApiKey {
      const before = workspaces.listKeys().find((key) => key.id === id)
      if (!before) throw notFound('key')
      plannedChanges.push(createLocalChange('key', { id, before }))
      return before
    },
  }
}

/** Returns what records the changes of a workspace that exists. */
function recordChanges(workspaces: Workspaces, plannedChanges: PlannedChange[]) {
  const getWorkspace = (id: string): Workspace => {
    const workspace = workspaces.getWorkspace(id)
    if (workspace) return workspace
    throw notFound('workspace')
  }
  return {
    update(id: string, change: Partial<Workspace>): Workspace {
      const before = getWorkspace(id)
      const after = { ...before, ...change }
      plannedChanges.push(createLocalChange('workspace', { id, before, after }))
      return after
    },
    remove(id: string): Workspace {
      const before = getWorkspace(id)
      plannedChanges.push(createLocalChange('workspace', { id, before }))
      return before
    },
  }
}

/**
 * Returns a member that throws: it writes to a workspace without recording, and no command calls it in a dry
 * run.
 */
const rejectInDryRun = (name: keyof Workspaces) => (): never => {
  throw new Error(`A dry run reached for ${name} of the workspaces`)
}
