/**
 * The same service, which listens to the person's interruption and tells what it is asked.
 * @see docs/cli.md#global-flags
 */

import { type BudgetApi, operationNames, operations } from '../contract/api.ts'
import type { RawRequest } from '../contract/operation.ts'

interface CallObserver {
  signal: AbortSignal
  /** Called before every request with its method and path. */
  say: ((text: string) => void) | undefined
}

export function abortableApi(api: BudgetApi, { signal, say }: CallObserver): BudgetApi {
  const methods = operationNames.map((name) => {
    const { method, path } = operations[name]
    // Each method takes its own kind of request; passing it on unread needs no knowledge of which.
    const call = api[name] as (request: RawRequest, signal: AbortSignal) => Promise<unknown>
    return [
      name,
      (request: RawRequest, own = signal) => {
        signal.throwIfAborted()
        say?.(`${method} ${path.replace(/\{(\w+)\}/g, (_, key: string) => String(request[key]))}`)
        return call(request, own)
      },
    ]
  })
  return Object.fromEntries(methods) as BudgetApi // one method for every operation name
}
