/** Connects commands to a local workspace. */

import type { Connection } from '../../command/runtime.ts'
import type { History, LocalHistory } from '../../contract/ports/history.ts'
import type { Workspaces } from '../../contract/ports/local-service.ts'

/** Returns the connection to a local workspace; closing it closes all `workspaces`; `actor` is the device whose commands it runs. */
export const connectLocal = (
  workspaces: Workspaces,
  id: string,
  drafts: Pick<Connection, 'openReviewDrafts' | 'openDrafts'>,
  actor: string | null = null,
): Connection => ({
  ...drafts,
  api: workspaces.open(id),
  workspace_id: id,
  isLocal: true,
  getCurrency: () => workspaces.getCurrency(id),
  hasSchedules: (kind) => workspaces.hasSchedules(id, kind),
  workspaceAdmin: () => workspaces.admin(id),
  beginTransaction: () => workspaces.beginTransaction(id),
  endSnapshot: () => workspaces.endSnapshot(id),
  changeCounter: () => workspaces.changeCounter(id),
  openImportStore: () => workspaces.importStore(id),
  openReconciliations: () => ({
    list: () => workspaces.admin(id).listReconciliations(),
    // Reconciling a local workspace notes it in the same write.
    note: () => undefined,
  }),
  history: () => toHistory(workspaces.history(id)),
  references: () => workspaces.references(id),
  openExportSource: () => workspaces.exportSource(id),
  openArchiveSource: () => workspaces.archiveSource(id),
  openReportSource: () => workspaces.reportSource(id),
  recordAs: (command, origin) => workspaces.recordCommand(id, command, { actor, ...origin }),
  recordedEntry: () => workspaces.recordedEntry(id),
  pendingChanges: () => workspaces.history(id).readPendingChanges(),
  close: () => workspaces.close(),
})

/** Returns the history of a local workspace in the form that a remote one has. */
const toHistory = (history: LocalHistory): History => ({
  list: async (filter) => history.list(filter),
  get: async (id) => history.get(id),
  findDraft: async (id) => history.findDraft(id),
  listCreated: async (id) => history.listCreated(id),
  listImports: async (id) => history.listImports(id),
  planUndo: async (request) => history.planUndo(request),
  undo: async (request) => history.undo(request),
})
