/**
 * Recovers a write whose answer was lost: finds out, by operation, whether it was applied.
 * @see docs/http-client.md#retries
 */

import { isWriteOperation, type OperationName } from '../../../contract/api.ts'
import { ApiError, NetworkError } from '../../../contract/errors.ts'
import { apiWrites } from '../../writes/api-writes.ts'
import type { RecoveryContext, RecoveryResult } from './recovery-context.ts'

/** Finds out what became of a request; `unknown` also when the service cannot be asked. A read is never applied. */
export async function recoverWrite(name: OperationName, context: RecoveryContext): Promise<RecoveryResult> {
  if (!isWriteOperation(name)) return 'not_applied'
  if (context.signal?.aborted) return 'unknown'
  if (context.hasIdempotencyKey) return 'retry'
  try {
    return await apiWrites[name].recover(context)
  } catch (error) {
    if (error instanceof ApiError || error instanceof NetworkError || context.signal?.aborted)
      return 'unknown'
    throw error
  }
}

/** Returns the reply of an earlier attempt that alone explains this error; undefined when the error has another cause. */
export const explainRefusal = async (
  name: OperationName,
  error: Error,
  context: Pick<RecoveryContext, 'api' | 'request'>,
): Promise<unknown> =>
  error instanceof ApiError && isWriteOperation(name)
    ? apiWrites[name].explainRefusal(error, context)
    : undefined
