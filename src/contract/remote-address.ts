/**
 * A service on another machine: where it may be, and what a key to it looks like.
 * @see docs/reliability.md#scheme
 * @see docs/http-client.md#row-41
 */

import { UserError } from './errors.ts'

const LOOPBACK_HOST = /^(localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

/** Is this the parsed host name of the machine we run on? */
export const isLoopback = (hostname: string): boolean => LOOPBACK_HOST.test(hostname)

/** The address of a service as a person typed it; throws a Mistake unless keys and money are safe on the way there. */
export function parseBaseUrl(text: string): URL {
  if (!URL.canParse(text))
    throw baseUrlError('is not an address; it looks like https://budget.example.com', text)
  const url = new URL(text)
  // The parsed address is shown, not the text, which may hold a password.
  if (url.username || url.password)
    throw baseUrlError('holds a user name; keys are given to `budget auth login`', url.host)
  if (url.search || url.hash) throw baseUrlError('must end before "?" and "#"', url.host)
  // Both reach this machine under a name that hides it.
  if (url.hostname === '0.0.0.0' || url.hostname.startsWith('[::ffff:'))
    throw baseUrlError('is no address of a service', url.host)
  if (url.protocol === 'https:') return url
  if (url.protocol === 'http:' && isLoopback(url.hostname)) return url
  throw baseUrlError('is not safe for keys; use https://', url.origin === 'null' ? url.protocol : url.origin)
}

/** The same address in one spelling, without a slash at its end: journals are kept by it. */
export const normalizeBaseUrl = (text: string): string => parseBaseUrl(text).href.replace(/\/+$/, '')

const baseUrlError = (why: string, shown: string): UserError =>
  new UserError('value', `The base URL ${JSON.stringify(shown)} ${why}`, { field: 'base_url' })

/** Throws a Mistake for a text that cannot be a key: it must survive in an HTTP header. It is never shown. */
export function assertApiKeyFormat(key: string): void {
  if (/^[\x21-\x7e]{8,512}$/.test(key)) return
  throw new UserError('value', 'The API key must be 8 to 512 visible ASCII characters without blanks', {
    field: 'key',
  })
}

/** The certificates of a PEM file; throws a Mistake for a file that holds none. */
export function parseCertificates(bytes: Uint8Array, path: string): string {
  const text = new TextDecoder().decode(bytes)
  if (/-----BEGIN CERTIFICATE-----[\sA-Za-z0-9+/=]+-----END CERTIFICATE-----/.test(text)) return text
  const hint = 'A PEM file is meant, with "-----BEGIN CERTIFICATE-----" in it'
  throw new UserError('value', `There is no certificate in "${path}"`, { field: 'ca_file', hint })
}

/**
 * Can this text be an id? Ids become parts of addresses, where dots and slashes would lead elsewhere.
 * @see docs/http-client.md#row-42
 */
export const isValidId = (text: string): boolean =>
  /^[A-Za-z0-9_.:~-]{1,128}$/.test(text) && !/^\.+$/.test(text)
