/** The proxy between this machine and a service, as the environment names it. @see docs/http-client.md#row-36 */

import { UserError } from '../contract/errors.ts'
import { isLoopback } from '../contract/remote-address.ts'

export type Environment = Readonly<Record<string, string | undefined>>

export interface ProxySettings {
  url: URL
  /** The hosts it is not for, as NO_PROXY lists them. */
  bypass: string
  /** Its address as it may be shown. */
  displayUrl: string
  /** Texts that give its password away. */
  secrets: string[]
}

/** The proxy on the way to a service; none to one that is reached without TLS, which is on this machine. */
export function resolveProxy(base: URL, env: Environment): ProxySettings | undefined {
  const name = env['https_proxy'] ? 'https_proxy' : 'HTTPS_PROXY'
  const text = env[name]
  if (!text || base.protocol !== 'https:' || isLoopback(base.hostname)) return undefined
  const address = text.includes('://') ? text : `http://${text}`
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') {
    // The value is not shown: it may hold a password.
    const hint = `Write ${name}=http://proxy.example.com:3128`
    throw new UserError('value', `The value of ${name} is not the address of a proxy`, { hint })
  }
  const bypass = env['no_proxy'] || env['NO_PROXY'] || ''
  return { url, bypass, displayUrl: url.origin, secrets: listProxySecrets(url) }
}

// A shorter text is no secret, and hiding it would spoil every message.
const MIN_SECRET_LENGTH = 4

function listProxySecrets({ username, password }: URL): string[] {
  const plain = decodeURIComponent(password)
  const credentials = Buffer.from(`${decodeURIComponent(username)}:${plain}`).toString('base64')
  return [password, plain, credentials].filter((text) => plain !== '' && text.length >= MIN_SECRET_LENGTH)
}
