/**
 * Makes a changing command one transaction of a local workspace: what it read is still true when it writes.
 * @see docs/reliability.md#r3
 */

import type { Connection, Runtime } from '../command/runtime.ts'
import { type BudgetApi, operationNames } from '../contract/api.ts'
import { UserError } from '../contract/errors.ts'
import type { RawRequest } from '../contract/operation.ts'
import type { DatabaseTransaction, WorkspaceAdmin } from '../contract/ports/local-service.ts'

/** The transaction of one command; it begins with the command's first look at the workspace. */
export interface CommandTransaction {
  /** The same service, whose first call begins the transaction. */
  wrapApi(api: BudgetApi): BudgetApi
  wrapAdmin(admin: WorkspaceAdmin): WorkspaceAdmin
  /** The same surroundings, which let others write while a person or a pipe is waited for. */
  wrapRuntime(surroundings: Runtime): Runtime
  /** Runs the command: keeps all it wrote, or takes all of it back when it fails. */
  run<Result>(command: () => Promise<Result>): Promise<Result>
}

type LockableConnection = Pick<Connection, 'beginTransaction' | 'changeCounter'>

/** No transaction: every request stands for itself. */
const noTransaction: CommandTransaction = {
  wrapApi: (api) => api,
  wrapAdmin: (admin) => admin,
  wrapRuntime: (surroundings) => surroundings,
  run: (command) => command(),
}

/** The transaction of an atomic command on this workspace; where nothing can be held together there is none. */
export function createCommandTransaction(
  { beginTransaction, changeCounter }: LockableConnection,
  isAtomic: boolean,
): CommandTransaction {
  if (!isAtomic || !beginTransaction || !changeCounter) return noTransaction
  let held: DatabaseTransaction | undefined
  let isRunning = false
  const begin = (): void => {
    if (isRunning) held ??= beginTransaction()
  }
  const end = (how: 'commit' | 'rollback'): void => {
    const ended = held
    held = undefined
    ended?.[how]()
  }
  /** Whatever was read before is read again by whoever runs the command again. */
  async function pause<Result>(wait: () => Promise<Result>): Promise<Result> {
    if (!held || !changeCounter) return wait()
    const before = changeCounter()
    end('commit')
    const result = await wait()
    begin()
    if (changeCounter() !== before) throw changedMeanwhileError()
    return result
  }
  return {
    wrapApi: (api) => beginOnApiCall(api, begin),
    wrapAdmin: (admin) => beginOnAdminCall(admin, begin),
    wrapRuntime: (surroundings) => pauseDuringPrompts(surroundings, pause),
    async run(command) {
      isRunning = true
      try {
        const result = await command()
        end('commit')
        return result
      } catch (error) {
        end('rollback')
        throw error
      } finally {
        isRunning = false
      }
    },
  }
}

const changedMeanwhileError = (): UserError =>
  new UserError('conflict', 'The budget was changed while you were asked; nothing was done', {
    hint: 'Run the command again',
  })

function beginOnApiCall(api: BudgetApi, begin: () => void): BudgetApi {
  const methods = operationNames.map((name) => {
    // Each method takes its own kind of request; passing it on unread needs no knowledge of which.
    const call = api[name] as (request: RawRequest, signal?: AbortSignal) => Promise<unknown>
    return [
      name,
      (request: RawRequest, signal?: AbortSignal) => {
        begin()
        return call(request, signal)
      },
    ]
  })
  return Object.fromEntries(methods) as BudgetApi // one method for every operation name
}

function beginOnAdminCall(admin: WorkspaceAdmin, begin: () => void): WorkspaceAdmin {
  const parts = Object.entries(admin).map(([name, part]: [string, unknown]) => [
    name,
    typeof part === 'function'
      ? (...given: unknown[]): unknown => {
          begin()
          return part(...given)
        }
      : part,
  ])
  return Object.fromEntries(parts) as WorkspaceAdmin // the same parts under the same names
}

type PauseWhile = <Result>(wait: () => Promise<Result>) => Promise<Result>

const pauseDuringPrompts = (surroundings: Runtime, pause: PauseWhile): Runtime => ({
  ...surroundings,
  confirm: (question) => pause(() => surroundings.confirm(question)),
  input: (question, options) => pause(() => surroundings.input(question, options)),
  select: (question, choices) => pause(() => surroundings.select(question, choices)),
  files: { ...surroundings.files, read: (path) => pause(() => surroundings.files.read(path)) },
})
