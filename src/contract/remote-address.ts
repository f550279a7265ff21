/**
 * Validates the address, the key, the certificates and the ids of a remote service.
 * @see docs/reliability.md#scheme
 * @see docs/http-client.md#row-41
 */

import { UserError } from './errors.ts'

const LOOPBACK_HOST = /^(localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

/** True if the host name of a parsed URL is this machine. */
export const isLoopback = (hostname: string): boolean => LOOPBACK_HOST.test(hostname)

/**
 * Parses the address of a service.
 * @throws UserError unless the connection is safe for keys: https, or http to this machine
 */
export function parseBaseUrl(text: string): URL {
  if (!URL.canParse(text)) throw baseUrlError('is not a URL; use one like https://budget.example.com', text)
  const url = new URL(text)
  // The message shows the parsed host: the text may hold a password.
  if (url.username || url.password)
    throw baseUrlError('contains a user name; use `budget auth login` for the key', url.host)
  if (url.search || url.hash) throw baseUrlError('must not contain "?" or "#"', url.host)
  // Both reach this machine under a name that hides it.
  if (url.hostname === '0.0.0.0' || url.hostname.startsWith('[::ffff:'))
    throw baseUrlError('is not the address of a service', url.host)
  if (url.protocol === 'https:') return url
  if (url.protocol === 'http:' && isLoopback(url.hostname)) return url
  throw baseUrlError('is not secure; use https://', url.origin === 'null' ? url.protocol : url.origin)
}

/** Returns the canonical form of an address, without a trailing slash; it identifies a service in journals. */
export const normalizeBaseUrl = (text: string): string => parseBaseUrl(text).href.replace(/\/+$/, '')

const baseUrlError = (reason: string, displayed: string): UserError =>
  new UserError('invalid', `The base URL ${JSON.stringify(displayed)} ${reason}`, { field: 'base_url' })

/**
 * Checks the form of a key, which must fit in an HTTP header; the message does not show it.
 * @throws UserError
 */
export function assertApiKeyFormat(key: string): void {
  if (/^[\x21-\x7e]{8,512}$/.test(key)) return
  throw new UserError('invalid', 'The API key must be 8 to 512 visible ASCII characters without spaces', {
    field: 'key',
  })
}

/**
 * Returns the certificates of a PEM file.
 * @throws UserError when there are none
 */
export function parseCertificates(bytes: Uint8Array, path: string): string {
  const text = new TextDecoder().decode(bytes)
  if (/-----BEGIN CERTIFICATE-----[\sA-Za-z0-9+/=]+-----END CERTIFICATE-----/.test(text)) return text
  const hint = 'Use a PEM file, which contains "-----BEGIN CERTIFICATE-----"'
  throw new UserError('invalid', `No certificate found in "${path}"`, { field: 'ca_file', hint })
}

/**
 * True if the text can be an id. Ids become parts of URLs, where dots and slashes would change the path.
 * @see docs/http-client.md#row-42
 */
export const isValidId = (text: string): boolean =>
  /^[A-Za-z0-9_.:~-]{1,128}$/.test(text) && !/^\.+$/.test(text)
