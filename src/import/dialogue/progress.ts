/**
 * Reports the progress of an import: rows, requests and the remaining time.
 * @see docs/import.md#7-exactly-once-without-an-idempotency-key
 */

import type { WorkspaceContext } from '../../command/context.ts'
import type { ImportPreview } from '../plan/preview-import.ts'

/** Returns a callback that reports the progress after each request. */
export function createProgressCallback(
  { invocation: { now }, user: { reportProgress }, workspace: { costsRequests } }: WorkspaceContext,
  { plan }: ImportPreview,
) {
  const began = now()
  return ({ rows, of, requests }: { rows: number; of: number; requests: number }): void => {
    const remainingMs = rows === 0 ? 0 : ((now() - began) / rows) * (of - rows)
    const spent = costsRequests ? `, ${requests} of ${plan.requests} requests` : ''
    reportProgress({
      done: rows,
      of,
      what: `rows imported${spent}, about ${formatDuration(remainingMs)} left`,
    })
  }
}

const formatDuration = (milliseconds: number): string => {
  const seconds = Math.ceil(milliseconds / 1000)
  return seconds < 60 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`
}
