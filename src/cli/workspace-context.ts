/** Creates the context of a workspace command: API, names and dry-run recording. */

import type { WorkspaceContext } from '../command/context.ts'
import { recordWrites } from '../command/dry-run/recording-api.ts'
import {
  createDryRunAdmin,
  createWriteSimulator,
  openDryRunImportStore,
  type UndoableWrites,
} from '../command/dry-run/undoable-writes.ts'
import { withNameCache } from '../command/name-cache.ts'
import { createNameIndex, type NameIndex } from '../command/resolve-name.ts'
import type { Connection } from '../command/runtime.ts'
import { abortableApi } from './abortable-api.ts'
import type { Invocation } from './invocation.ts'

/** Returns the context of a workspace command: the invocation's context with the connection added. */
export function createWorkspaceContext(
  invocation: Invocation,
  connection: Connection,
  undoableWrites: UndoableWrites,
): WorkspaceContext {
  const { globals, plannedWrites, transaction, context, promptFor } = invocation
  const { workspace_id, isLocal, nameCache } = connection
  const cachedApi = nameCache ? withNameCache(connection.api, nameCache) : connection.api
  const onRequest = globals.verbose ? context.info : undefined
  const connectedApi = abortableApi(cachedApi, { signal: context.signal, onRequest })
  const api = plannedWrites
    ? recordWrites(connectedApi, plannedWrites, createWriteSimulator(connection, undoableWrites))
    : transaction.wrapApi(connectedApi)
  const names = createNameIndex(api, globals.refresh ? undefined : nameCache)
  return {
    ...context,
    api,
    workspace_id,
    isLocal,
    names,
    promptFor: (option) => promptFor(option, { today: context.today, names }),
    workspaceAdmin: () => transaction.wrapAdmin(createDryRunAdmin(connection, invocation, undoableWrites)),
    openImportStore: () => openDryRunImportStore(connection, invocation),
    countResentWrites: () => connection.countResentWrites?.() ?? 0,
    reserveRequests: (requests) => (plannedWrites ? undefined : connection.reserveRequests?.(requests)),
    findHttpResponse: (outcome) => connection.findHttpResponse?.(outcome),
  }
}

// A standalone command has no option that names something of a workspace; if one has, that is a bug.
const rejectNameLookup = (): never => {
  throw new Error('A standalone command asked for a name in a workspace')
}

/** The name index of a command without a workspace. Every lookup throws. */
export const emptyNameIndex: NameIndex = {
  accounts: rejectNameLookup,
  groups: rejectNameLookup,
  categories: rejectNameLookup,
  merchants: rejectNameLookup,
  currency: rejectNameLookup,
  resolvedNames: async () => new Map(),
}
