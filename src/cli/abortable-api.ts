/** Makes API calls abortable by Ctrl-C and logs them. @see docs/cli.md#global-flags */

import { type BudgetApi, operationNames, operations } from '../contract/api.ts'
import type { RawRequest } from '../contract/operation.ts'

interface CallOptions {
  /** Aborts every call that has no signal of its own. */
  signal: AbortSignal
  /** Called before each request with its method and path. */
  onRequest?: ((text: string) => void) | undefined
}

/** Returns the same API; each call fails with the abort reason once `signal` is aborted. */
export function abortableApi(api: BudgetApi, { signal, onRequest }: CallOptions): BudgetApi {
  const methods = operationNames.map((name) => {
    const { method, path } = operations[name]
    // The methods take different requests; the cast lets this wrapper pass any of them on.
    const call = api[name] as (request: RawRequest, signal: AbortSignal) => Promise<unknown>
    return [
      name,
      (request: RawRequest, callSignal = signal) => {
        signal.throwIfAborted()
        onRequest?.(`${method} ${path.replace(/\{(\w+)\}/g, (_, key: string) => String(request[key]))}`)
        return call(request, callSignal)
      },
    ]
  })
  return Object.fromEntries(methods) as BudgetApi // one method for every operation name
}
