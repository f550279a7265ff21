/**
 * Says how an invocation calls the API: how long a request waits, and what aborts it.
 * @see docs/http-client.md#wait-or-fail
 */

import type { RequestPolicy, Runtime } from '../command/runtime.ts'
import { type BudgetApi, operations, wrapApi } from '../contract/api.ts'
import { sanitizeLine } from '../output/sanitize.ts'
import type { GlobalOptions } from './global-flags.ts'
import { createProgressReporter, DEFAULT_MAX_WAIT_SECONDS, LONG_WORK_MAX_WAIT_SECONDS } from './progress.ts'

/** Returns how the remote service is called; `isLongWork` raises the default of --max-wait. */
export function createRequestPolicy(
  { stderr, env, signal }: Pick<Runtime, 'stderr' | 'env' | 'signal'>,
  globals: GlobalOptions,
  isLongWork = false,
): RequestPolicy {
  const logsTrace = globals.debug || Boolean(env['BUDGET_DEBUG'])
  const { waiting, onEstimate } = createProgressReporter(stderr, globals)
  return {
    max_wait_seconds: globals.maxWait ?? (isLongWork ? LONG_WORK_MAX_WAIT_SECONDS : DEFAULT_MAX_WAIT_SECONDS),
    max_wait_of_many: globals.maxWait ?? LONG_WORK_MAX_WAIT_SECONDS,
    max_requests: globals.maxRequests,
    signal,
    waiting,
    onEstimate,
    trace: (text) => {
      if (logsTrace) stderr.write(`${sanitizeLine(text)}\n`)
    },
  }
}

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
