/** Makes API calls abortable by Ctrl-C and logs them. @see docs/cli.md#global-flags */

import { type BudgetApi, operations, wrapApi } from '../contract/api.ts'

interface CallOptions {
  /** Aborts every call that has no signal of its own. */
  signal: AbortSignal
  /** Called before each request with its method and path. */
  onRequest?: ((text: string) => void) | undefined
}

/** Returns the same API; each call fails with the abort reason once `signal` is aborted. */
export const abortableApi = (api: BudgetApi, { signal, onRequest }: CallOptions): BudgetApi =>
  wrapApi(api, (name, call) => {
    const { method, path } = operations[name]
    return (request, callSignal = signal) => {
      signal.throwIfAborted()
      onRequest?.(`${method} ${path.replace(/\{(\w+)\}/g, (_, key: string) => String(request[key]))}`)
      return call(request, callSignal)
    }
  })
