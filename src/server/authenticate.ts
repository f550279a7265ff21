/** Asserts where a request comes from, whose API key it has, and what the key may do. @see docs/spec.md#d01 */

import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { isPermitted, type KeyLevel, operationNeeds } from '../contract/access.ts'
import type { OperationName } from '../contract/api.ts'
import { ApiError, notFound } from '../contract/errors.ts'
import type { ApiKey, Workspace } from '../contract/ports/local-service.ts'
import type { Admission, ServedWorkspaces } from '../contract/ports/served-workspaces.ts'

/**
 * Returns the key of an Authorization header, with the workspace that the request asks for.
 * @throws ApiError `unauthorized` if it is missing, unknown or revoked
 */
export async function authenticateKey(
  authorization: string | undefined,
  served: ServedWorkspaces,
  workspace_id: string,
): Promise<Admission> {
  const [, text] = /^bearer +(\S+)$/i.exec(authorization ?? '') ?? []
  const admission = text === undefined ? undefined : await served.admit(text, workspace_id)
  // The message is always the same, so that guessing keys teaches nothing. docs/spec.md#r4
  if (!admission) throw new ApiError('unauthorized', 'a valid API key is needed')
  return admission
}

/**
 * Asserts that a key may use an operation in a workspace.
 * @throws ApiError `not_found` or `forbidden`
 */
export function assertAuthorized(admission: Admission, name: OperationName): void {
  const { key } = assertOpen(admission)
  if (!isPermitted(key.can, operationNeeds[name])) throw new ApiError('forbidden', refusals[key.can])
}

/** Returns the key and its workspace. @throws ApiError `not_found`, and `forbidden` for an archived workspace */
export function assertOpen({ key, workspace }: Admission): { key: ApiKey; workspace: Workspace } {
  if (!workspace) throw notFound('workspace')
  if (workspace.archived) throw new ApiError('forbidden', 'workspace is archived')
  return { key, workspace }
}

const refusals: Readonly<Record<KeyLevel, string>> = {
  read: 'the key is read-only',
  add: 'the key may add transactions, and see names and what is available',
  write: 'the key may not do this',
}

const loopbackNames = ['localhost', '127.0.0.1', '[::1]']

/** Asserts that no web page made the request. @throws ApiError forbidden otherwise */
export function assertNoOrigin(request: IncomingMessage): void {
  if (request.headers.origin !== undefined)
    throw new ApiError('forbidden', 'requests from web pages are not allowed')
}

/** True for the origin of a page that this computer serves itself. */
export function isLoopbackOrigin(origin: string | undefined): boolean {
  const [, hostname] = /^https?:\/\/([^/:]+|\[[^\]]+\])(?::\d+)?$/.exec(origin ?? '') ?? []
  return hostname !== undefined && loopbackNames.includes(hostname)
}

/**
 * Asserts that a request is for this server: also under the name at which a proxy offers it.
 * @throws ApiError forbidden otherwise
 */
export function assertOwnHost(request: IncomingMessage, host: string, public_host: string | undefined): void {
  const name = request.headers.host ?? ''
  if (name.toLowerCase() === public_host) return
  const hostname = parseHostname(name)
  if (!isOwnHost(hostname, host))
    throw new ApiError('forbidden', `this server does not accept requests for ${JSON.stringify(hostname)}`)
}

/** Returns the name in a Host header, without the port. */
const parseHostname = (header: string): string => header.toLowerCase().replace(/:\d*$/, '')

function isOwnHost(hostname: string, host: string): boolean {
  if (loopbackNames.includes(hostname)) return true
  const address = hostname.replace(/^\[(.*)\]$/, '$1')
  if (address === host.toLowerCase()) return true
  // A server on all interfaces has many addresses; a rebound name is never a bare address.
  return (host === '0.0.0.0' || host === '::') && isIP(address) !== 0
}
