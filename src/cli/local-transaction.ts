/**
 * Runs a mutating command as one transaction of a local workspace, so that its reads stay valid. A dry run is the
 * same transaction, rolled back.
 * @see docs/reliability.md#r3
 */

import type { Connection, Runtime } from '../command/runtime.ts'
import { type BudgetApi, isWriteOperation, type OperationName, wrapApi } from '../contract/api.ts'
import { UserError } from '../contract/errors.ts'
import type { Change, History } from '../contract/ports/history.ts'
import type { ImportStore } from '../contract/ports/import-journal.ts'
import type { DatabaseTransaction } from '../contract/ports/local-service.ts'
import type { WorkspaceAdmin } from '../contract/ports/workspace-admin.ts'

type TransactionalConnection = Partial<
  Pick<Connection, 'api' | 'beginTransaction' | 'changeCounter' | 'pendingChanges'>
>

/** The database transaction of one command. It alone commits or rolls back what the command writes. */
export interface CommandTransaction {
  /** Makes the transaction use this connection. Nothing is held before that, nor on a remote profile. */
  attach(connection: TransactionalConnection): void
  /** Returns the same API, whose first call begins the transaction. */
  wrapApi(api: BudgetApi): BudgetApi
  /** Returns the same admin API, whose first call begins the transaction. */
  wrapAdmin(admin: WorkspaceAdmin): WorkspaceAdmin
  /** Returns the same history; planning an undo begins the transaction. */
  wrapHistory(history: History): History
  /** Returns the same import store, whose writes are part of the transaction. */
  wrapImportStore(imports: ImportStore): ImportStore
  /** Returns the same runtime, which releases the database while it waits for the user or for stdin. */
  wrapRuntime(runtime: Runtime): Runtime
  /** Runs the command and commits what it wrote; rolls all of it back when the command fails. */
  run<Result>(command: () => Promise<Result>): Promise<Result>
}

/** Returns the transaction for a command that needs none: each request is committed on its own. */
export const createNoTransaction = (): CommandTransaction => ({
  attach: () => undefined,
  wrapApi: (api) => api,
  wrapAdmin: (admin) => admin,
  wrapHistory: (history) => history,
  wrapImportStore: (imports) => imports,
  wrapRuntime: (runtime) => runtime,
  run: (command) => command(),
})

interface TransactionState {
  connection: TransactionalConnection
  transaction: DatabaseTransaction | undefined
  isRunning: boolean
}

/** Returns the transaction of an atomic command. */
export function createCommandTransaction(): CommandTransaction {
  const state: TransactionState = { connection: {}, transaction: undefined, isRunning: false }
  const beginOnce = () => begin(state)
  return {
    attach(connection) {
      state.connection = connection
    },
    wrapApi: (api) => beginOnApiCall(api, beginOnce),
    wrapAdmin: (admin) => beginOnAdminCall(admin, beginOnce),
    wrapHistory: (history) => beginOnUndo(history, beginOnce),
    wrapImportStore: (imports) => imports,
    wrapRuntime: (runtime) =>
      pauseDuringPrompts(runtime, {
        pauseWhile: (wait) => pause(state, wait),
        release: () => end(state, 'commit'),
      }),
    run: (command) => runInTransaction(state, command),
  }
}

/**
 * Returns the transaction of a dry run: the command really writes, then everything is rolled back.
 * @param addChanges receives what the command changed, before it is rolled back.
 */
export function createDryRunTransaction(addChanges: (changes: Change[]) => void): CommandTransaction {
  const state: TransactionState = { connection: {}, transaction: undefined, isRunning: false }
  const beginOnce = () => begin(state)
  return {
    attach(connection) {
      state.connection = connection
    },
    // It begins with the first write, so that it holds nothing while it prompts for what the write needs.
    wrapApi: (api) =>
      beginOnApiCall(api, (name) => {
        if (isWriteOperation(name)) beginOnce()
      }),
    wrapAdmin: (admin) => beginOnAdminCall(admin, beginOnce),
    // The plan of an undo is rolled back by itself.
    wrapHistory: (history) => history,
    // A batch must not be committed on its own.
    wrapImportStore: (imports) => ({ ...imports, groupCommit: (work) => work() }),
    wrapRuntime: (runtime) => runtime,
    async run(command) {
      state.isRunning = true
      try {
        const result = await command()
        addChanges(await rollBackChanges(state))
        return result
      } finally {
        end(state, 'rollback')
        state.isRunning = false
      }
    },
  }
}

/**
 * Returns the transaction of a preview: what the command writes is rolled back, and not even listed.
 * @param look reads what the command did, before it is rolled back
 */
export function createRollbackTransaction(look: () => Promise<void>): CommandTransaction {
  const state: TransactionState = { connection: {}, transaction: undefined, isRunning: false }
  return {
    ...createNoTransaction(),
    attach(connection) {
      state.connection = connection
    },
    wrapApi: (api) => beginOnApiCall(api, () => begin(state)),
    wrapAdmin: (admin) => beginOnAdminCall(admin, () => begin(state)),
    async run(command) {
      state.isRunning = true
      try {
        const result = await command()
        await look()
        return result
      } finally {
        end(state, 'rollback')
        state.isRunning = false
      }
    },
  }
}

/** Rolls the transaction back and returns what it had changed. */
async function rollBackChanges(state: TransactionState): Promise<Change[]> {
  const { pendingChanges, api } = state.connection
  if (!state.transaction || !pendingChanges) return []
  const changes = await pendingChanges()
  if (!api || !changes.some(({ type }) => type === 'assignment')) return changes
  const { readAvailable, addAvailable } = await import('./assignment-figures.ts')
  const after = await readAvailable(api, changes)
  end(state, 'rollback')
  return addAvailable(changes, { before: await readAvailable(api, changes), after })
}

function begin(state: TransactionState): void {
  const { beginTransaction, changeCounter } = state.connection
  if (state.isRunning && beginTransaction && changeCounter) state.transaction ??= beginTransaction()
}

function end(state: TransactionState, action: 'commit' | 'rollback'): void {
  const { transaction } = state
  state.transaction = undefined
  transaction?.[action]()
}

/**
 * Releases the database while `wait` runs.
 * @throws UserError `conflict` when another process wrote meanwhile: what the command read may be out of date.
 */
async function pause<Result>(state: TransactionState, wait: () => Promise<Result>): Promise<Result> {
  const { changeCounter } = state.connection
  if (!state.transaction || !changeCounter) return wait()
  const counterBefore = changeCounter()
  end(state, 'commit')
  const result = await wait()
  begin(state)
  if (changeCounter() !== counterBefore)
    throw new UserError(
      'conflict',
      'The budget was changed while waiting for your answer; nothing was done',
      {
        hint: 'Run the command again',
      },
    )
  return result
}

async function runInTransaction<Result>(
  state: TransactionState,
  command: () => Promise<Result>,
): Promise<Result> {
  state.isRunning = true
  try {
    const result = await command()
    end(state, 'commit')
    return result
  } catch (error) {
    end(state, 'rollback')
    throw error
  } finally {
    state.isRunning = false
  }
}

const beginOnApiCall = (api: BudgetApi, beginOnce: (name: OperationName) => void): BudgetApi =>
  wrapApi(api, (name, call) => (request, signal) => {
    beginOnce(name)
    return call(request, signal)
  })

/** An undo must do what its plan said, whatever another process writes in between. */
const beginOnUndo = (history: History, beginOnce: () => void): History => ({
  ...history,
  planUndo(request) {
    beginOnce()
    return history.planUndo(request)
  },
  undo(request) {
    beginOnce()
    return history.undo(request)
  },
})

function beginOnAdminCall(admin: WorkspaceAdmin, beginOnce: () => void): WorkspaceAdmin {
  const members = Object.entries(admin).map(([name, member]: [string, unknown]) => [
    name,
    typeof member === 'function'
      ? (...args: unknown[]): unknown => {
          beginOnce()
          return member(...args)
        }
      : member,
  ])
  return Object.fromEntries(members) as WorkspaceAdmin // the same members under the same names
}

type PauseWhile = <Result>(wait: () => Promise<Result>) => Promise<Result>

const pauseDuringPrompts = (
  runtime: Runtime,
  { pauseWhile, release }: { pauseWhile: PauseWhile; release: () => void },
): Runtime => ({
  ...runtime,
  confirm: (question) => pauseWhile(() => runtime.confirm(question)),
  input: (question, options) => pauseWhile(() => runtime.input(question, options)),
  select: (question, choices, options) => pauseWhile(() => runtime.select(question, choices, options)),
  selectMany: (question, options) => pauseWhile(() => runtime.selectMany(question, options)),
  editText(text, use) {
    release()
    return runtime.editText(text, use)
  },
  showScreen(use) {
    // A command with a screen compares what it has read with what is there now, before it writes.
    release()
    return runtime.showScreen(use)
  },
  files: {
    ...runtime.files,
    read: (path, options) => pauseWhile(() => runtime.files.read(path, options)),
  },
})
