/** Creates the context of a workspace command: API, names, history and the recording of a remote dry run. */

import type { CommandWorkspace, WorkspaceContext } from '../command/context.ts'
import { type CachedMeanings, withCheckedNames } from '../command/names/check-cached-names.ts'
import { knowsSchedules, withNameCache } from '../command/names/name-cache.ts'
import { createNameIndex, type NameIndex } from '../command/names/resolve-name.ts'
import type { ParseContext } from '../command/option-spec.ts'
import type { Connection } from '../command/runtime.ts'
import type { BudgetApi } from '../contract/api.ts'
import type { Invocation } from './invocation.ts'
import { abortableApi } from './request-policy.ts'

/** Returns the context of a workspace command: the invocation's context with the connection added. */
export async function createWorkspaceContext(
  invocation: Invocation,
  connection: Connection,
  openCommandRunner: CommandWorkspace['openCommandRunner'],
): Promise<WorkspaceContext> {
  const { globals, plannedChanges, transaction, context, promptFor, keepMeaning } = invocation
  const { workspace_id, isLocal, nameCache } = connection
  const cachedApi = nameCache ? withNameCache(connection.api, nameCache) : connection.api
  const { today, signal } = context.invocation
  const onRequest = globals.verbose ? context.user.info : undefined
  const connectedApi = abortableApi(cachedApi, { signal, onRequest })
  const recordedApi = transaction.wrapApi(await recordRemoteDryRun(connectedApi, invocation, connection))
  const meanings: CachedMeanings | undefined = nameCache && new Map()
  const api = meanings ? withCheckedNames(recordedApi, meanings) : recordedApi
  const references = connection.references()
  const history = () => transaction.wrapHistory(connection.history())
  const reserveRequests = (requests: number): void =>
    plannedChanges ? undefined : connection.reserveRequests?.(requests)
  const names = createNameIndex(api, {
    cache: globals.refresh ? undefined : nameCache,
    getCurrency: connection.getCurrency,
    keepMeaning,
    meanings,
    profileFlag: async () => (await context.computer.settings()).profileFlag,
  })
  return {
    ...context,
    user: {
      ...context.user,
      promptFor: (option) => promptFor(option, { today, names, references, history }),
    },
    workspace: {
      api,
      workspace_id,
      costsRequests: !isLocal,
      isShared: !isLocal,
      rollsBack: isLocal,
      undoesImports: isLocal,
      names,
      hasSchedules: (kind = 'any') =>
        connection.hasSchedules?.(kind) ?? (kind === 'any' && knowsSchedules(nameCache)),
      references,
      admin: isLocal ? transaction.wrapAdmin(connection.workspaceAdmin()) : undefined,
      history,
      openImportStore: async () => transaction.wrapImportStore(await connection.openImportStore()),
      ...createSources(invocation, connection, { api, names, reserveRequests }),
      openReviewDrafts: async (import_id) => connection.openReviewDrafts(import_id),
      openDrafts: async () => connection.openDrafts(),
      keepMeaning,
      openCommandRunner,
      afterCommit: (work) => void invocation.commitActions.push(work),
      countResentWrites: () => connection.countResentWrites?.() ?? 0,
      reserveRequests,
      findHttpResponse: (outcome) => connection.findHttpResponse?.(outcome),
    },
  }
}

/** Returns what opens the sources of reports, exports and archives. */
function createSources(
  { globals, context }: Invocation,
  connection: Connection,
  { api, names, reserveRequests }: Pick<CommandWorkspace, 'api' | 'names' | 'reserveRequests'>,
): Pick<
  CommandWorkspace,
  'openReconciliations' | 'openReportSource' | 'openExportSource' | 'openArchiveSource'
> {
  const { signal, today } = context.invocation
  const openReconciliations = async () => connection.openReconciliations()
  const openReportSource = async () =>
    connection.openReportSource({
      api,
      getCurrency: names.currency,
      today,
      refreshes: globals.refresh,
      reserveRequests,
      signal,
    })
  return {
    openReconciliations,
    openReportSource,
    openExportSource: async (decimals) => connection.openExportSource({ api, decimals, signal }),
    async openArchiveSource() {
      const local = connection.openArchiveSource?.()
      if (local) return local
      const { createRequestedArchive } = await import('../remote/requested-archive.ts')
      const { workspace_id } = connection
      const workspace = { api, names, workspace_id, openReportSource, openReconciliations }
      return createRequestedArchive({ workspace, invocation: { signal, today } })
    },
  }
}

/** Returns the same API; in a dry run of a remote profile it records each write and sends none. */
async function recordRemoteDryRun(
  api: BudgetApi,
  { plannedChanges }: Pick<Invocation, 'plannedChanges'>,
  { isLocal, nameCache }: Pick<Connection, 'isLocal' | 'nameCache'>,
): Promise<BudgetApi> {
  if (!plannedChanges || isLocal) return api
  const { recordWrites } = await import('../remote/dry-run/recording-api.ts')
  const { predictErrors } = await import('../remote/dry-run/predict-errors.ts')
  return recordWrites(api, plannedChanges, predictErrors(nameCache))
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
  schedules: rejectNameLookup,
  currency: rejectNameLookup,
  resolvedNames: async () => new Map(),
}

/** What a standalone command finds names and transactions with. Every lookup throws. */
export const emptyLookups: Omit<ParseContext, 'today'> = {
  names: emptyNameIndex,
  references: { shorten: rejectNameLookup, find: rejectNameLookup },
  history: rejectNameLookup,
}
