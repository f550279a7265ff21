/** Finds the proxy for a service in the environment variables. @see docs/http-client.md#row-36 */

import { UserError } from '../../contract/errors.ts'
import { isLoopback } from '../../contract/remote-address.ts'

/** The environment variables of the process. */
export type Environment = Readonly<Record<string, string | undefined>>

/** The proxy for a service. */
export interface ProxySettings {
  url: URL
  /** The hosts that are reached directly, in the format of NO_PROXY. */
  bypass: string
  /** The address without credentials, for messages. */
  displayUrl: string
  /** Texts that would reveal its password. */
  secrets: string[]
}

/** Returns the proxy for a service; undefined for a service without TLS, which is on this machine. */
export function resolveProxy(base: URL, env: Environment): ProxySettings | undefined {
  const name = env['https_proxy'] ? 'https_proxy' : 'HTTPS_PROXY'
  const text = env[name]
  if (!text || base.protocol !== 'https:' || isLoopback(base.hostname)) return undefined
  const address = text.includes('://') ? text : `http://${text}`
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') {
    // The value is not shown: it may hold a password.
    const hint = `Use ${name}=http://proxy.example.com:3128`
    throw new UserError('invalid', `The value of ${name} is not a valid proxy address`, { hint })
  }
  const bypass = env['no_proxy'] || env['NO_PROXY'] || ''
  return { url, bypass, displayUrl: url.origin, secrets: listProxySecrets(url) }
}

// A shorter text is no secret, and masking it would garble every message.
const MIN_SECRET_LENGTH = 4

function listProxySecrets({ username, password }: URL): string[] {
  const plain = decodeURIComponent(password)
  const credentials = Buffer.from(`${decodeURIComponent(username)}:${plain}`).toString('base64')
  return [password, plain, credentials].filter((text) => plain !== '' && text.length >= MIN_SECRET_LENGTH)
}
