/**
 * Keeps web pages out. A browser on this machine can be talked into calling a server here, by a form on any page or by a
 * name that suddenly points at 127.0.0.1; such calls carry an `Origin`, or a `Host` that is not ours.
 * @see docs/reliability.md#row-87
 */

import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { ApiError } from '../contract/errors.ts'

const loopbackNames = ['localhost', '127.0.0.1', '[::1]']

/** Throws forbidden for a request a web page may have made of a server listening on `host`. */
export function assertAllowedOrigin(request: IncomingMessage, host: string): void {
  if (request.headers.origin !== undefined)
    throw new ApiError('forbidden', 'requests of web pages are not served')
  const asked = parseHostname(request.headers.host ?? '')
  if (!isOwnHost(asked, host))
    throw new ApiError('forbidden', `this server does not answer for ${JSON.stringify(asked)}`)
}

/** The name in a Host header, without the port. */
const parseHostname = (header: string): string => header.toLowerCase().replace(/:\d*$/, '')

function isOwnHost(asked: string, host: string): boolean {
  if (loopbackNames.includes(asked)) return true
  const address = asked.replace(/^\[(.*)\]$/, '$1')
  if (address === host.toLowerCase()) return true
  // Listening everywhere, the server has many addresses. A rebound name is never a bare address.
  return (host === '0.0.0.0' || host === '::') && isIP(address) !== 0
}
