/** Authenticates the API key of a request, and asserts what the key may do. @see docs/spec.md#d01 */

import { ApiError, notFound } from '../contract/errors.ts'
import type { Operation } from '../contract/operation.ts'
import type { ApiKey, Workspaces } from '../contract/ports/local-service.ts'

/** What a server needs of the workspaces: to find and open them, and to find keys. */
export type ServedWorkspaces = Pick<Workspaces, 'getWorkspace' | 'open' | 'importStore' | 'findApiKey'>

/**
 * Returns the key of an Authorization header.
 * @throws ApiError `unauthorized` if it is missing, unknown or revoked
 */
export function authenticateKey(authorization: string | undefined, served: ServedWorkspaces): ApiKey {
  const [, text] = /^bearer +(\S+)$/i.exec(authorization ?? '') ?? []
  const key = text === undefined ? undefined : served.findApiKey(text)
  // The message is always the same, so that guessing keys teaches nothing. docs/spec.md#r4
  if (!key) throw new ApiError('unauthorized', 'a valid API key is needed')
  return key
}

/**
 * Asserts that a key may use an operation in a workspace.
 * @throws ApiError `not_found` or `forbidden`
 */
export function assertAuthorized(
  key: ApiKey,
  served: ServedWorkspaces,
  { id, operation }: { id: string; operation: Operation },
): void {
  const workspace = served.getWorkspace(id)
  if (!workspace) throw notFound('workspace')
  if (workspace.archived) throw new ApiError('forbidden', 'workspace is archived')
  if (key.read_only && operation.method !== 'GET') throw new ApiError('forbidden', 'the key is read-only')
}
