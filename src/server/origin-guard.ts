/**
 * Rejects requests that a web page made a browser send.
 * A page can reach a server on this machine by a form or by DNS rebinding; such a request carries an `Origin`,
 * or a `Host` that is not ours.
 * @see docs/reliability.md#row-87
 */

import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { ApiError } from '../contract/errors.ts'

const loopbackNames = ['localhost', '127.0.0.1', '[::1]']

/**
 * Asserts that no web page made the request of a server listening on `host`.
 * @throws ApiError forbidden otherwise
 */
export function assertAllowedOrigin(request: IncomingMessage, host: string): void {
  if (request.headers.origin !== undefined)
    throw new ApiError('forbidden', 'requests from web pages are not allowed')
  const hostname = parseHostname(request.headers.host ?? '')
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
