/** Makes a changing command one transaction of a local workspace: what it read is still true when it writes. */ // reliability.md R3

import type { Opened, Surroundings } from '../command/runtime.ts'
import { type BudgetApi, operationNames } from '../contract/api.ts'
import { Mistake } from '../contract/errors.ts'
import type { RawRequest } from '../contract/operation.ts'
import type { Hold, WorkspaceAdmin } from '../contract/ports/local-service.ts'

/** The transaction of one command; it begins with the command's first look at the workspace. */
export interface Transaction {
  /** The same service, whose first call begins the transaction. */
  covering(api: BudgetApi): BudgetApi
  coveringAdmin(admin: WorkspaceAdmin): WorkspaceAdmin
  /** The same surroundings, which let others write while a person or a pipe is waited for. */
  pausing(surroundings: Surroundings): Surroundings
  /** Runs the command: keeps all it wrote, or takes all of it back when it fails. */
  run<Result>(command: () => Promise<Result>): Promise<Result>
}

type Workspace = Pick<Opened, 'hold' | 'edition'>

/** No transaction: every request stands for itself. */
const separate: Transaction = {
  covering: (api) => api,
  coveringAdmin: (admin) => admin,
  pausing: (surroundings) => surroundings,
  run: (command) => command(),
}

/** The transaction of an atomic command on this workspace; where nothing can be held together there is none. */
export function transactionOn({ hold, edition }: Workspace, isAtomic: boolean): Transaction {
  if (!isAtomic || !hold || !edition) return separate
  let held: Hold | undefined
  let isRunning = false
  const begin = (): void => {
    if (isRunning) held ??= hold()
  }
  const end = (how: 'keep' | 'takeBack'): void => {
    const ended = held
    held = undefined
    ended?.[how]()
  }
  /** Whatever was read before is read again by whoever runs the command again. */
  async function pause<Result>(wait: () => Promise<Result>): Promise<Result> {
    if (!held || !edition) return wait()
    const before = edition()
    end('keep')
    const result = await wait()
    begin()
    if (edition() !== before) throw changedMeanwhile()
    return result
  }
  return {
    covering: (api) => beginning(api, begin),
    coveringAdmin: (admin) => beginningAdmin(admin, begin),
    pausing: (surroundings) => pausing(surroundings, pause),
    async run(command) {
      isRunning = true
      try {
        const result = await command()
        end('keep')
        return result
      } catch (error) {
        end('takeBack')
        throw error
      } finally {
        isRunning = false
      }
    },
  }
}

const changedMeanwhile = (): Mistake =>
  new Mistake('conflict', 'The budget was changed while you were asked; nothing was done', {
    hint: 'Run the command again',
  })

function beginning(api: BudgetApi, begin: () => void): BudgetApi {
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

function beginningAdmin(admin: WorkspaceAdmin, begin: () => void): WorkspaceAdmin {
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

type Pause = <Result>(wait: () => Promise<Result>) => Promise<Result>

const pausing = (surroundings: Surroundings, pause: Pause): Surroundings => ({
  ...surroundings,
  ask: (question) => pause(() => surroundings.ask(question)),
  type: (question, options) => pause(() => surroundings.type(question, options)),
  choose: (question, choices) => pause(() => surroundings.choose(question, choices)),
  files: { ...surroundings.files, read: (path) => pause(() => surroundings.files.read(path)) },
})
