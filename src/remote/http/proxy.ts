/**
 * Finds the proxy for a service in the environment variables, and opens connections through it by a tunnel. The proxy
 * sees the address of the service and none of the content.
 * @see docs/http-client.md#row-36
 */

import type { buildConnector, Dispatcher, Pool } from 'undici'
import { UserError } from '../../contract/errors.ts'
import { isLoopback } from '../../contract/remote-address.ts'
import { classifyError, createTunnelError, describeNetworkError } from './classify-error.ts'

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

interface TlsOptions {
  timeout: number
  rejectUnauthorized: true
  ca?: string
}

/** The options of connections, direct or through a tunnel. */
export type PoolOptions = Omit<Pool.Options, 'connect'> & { connect: TlsOptions }

/** Opens connections through a proxy; hosts in NO_PROXY are reached directly. */
export async function openProxyDispatcher(
  proxy: ProxySettings,
  { connect, ...options }: PoolOptions,
): Promise<Dispatcher> {
  const [{ default: connectThrough }, { default: EnvHttpProxyAgent }, { default: UndiciPool }] =
    await Promise.all([
      import('undici/lib/api/api-connect.js'),
      import('undici/lib/dispatcher/env-http-proxy-agent.js'),
      import('undici/lib/dispatcher/pool.js'),
    ])
  const { timeout, rejectUnauthorized } = connect
  return new EnvHttpProxyAgent({
    ...options,
    connect,
    // All three are set, because undici reads a missing one from the environment.
    httpProxy: '',
    httpsProxy: proxy.url.href,
    noProxy: proxy.bypass,
    requestTls: connect,
    proxyTls: { timeout, rejectUnauthorized },
    // Only undici's main module gives its pools this method.
    clientFactory: (origin, poolOptions) =>
      Object.assign(new UndiciPool(origin, { ...poolOptions, headersTimeout: timeout }), {
        connect: connectThrough,
      }),
    factory: (origin, poolOptions: Pool.Options) =>
      new UndiciPool(origin, {
        ...poolOptions,
        ...(typeof poolOptions.connect === 'function' && {
          connect: connectThroughProxy(poolOptions.connect, proxy),
        }),
      }),
  })
}

/**
 * Without a tunnel nothing was sent. A service that is not the expected one, and a bug of ours, keep their
 * error.
 */
const connectThroughProxy =
  (connect: buildConnector.connector, { displayUrl }: ProxySettings): buildConnector.connector =>
  (options, callback) =>
    connect(options, (...[error, socket]) => {
      if (!error) return callback(null, socket)
      const failureClass = classifyError(error)
      if (!failureClass || failureClass === 'untrusted') return callback(error, null)
      const status = /\((\d{3})\)/.exec(error.message)?.[1]
      const reason = status === undefined ? describeNetworkError(error) : `it responds with HTTP ${status}`
      callback(createTunnelError(`the proxy ${displayUrl} failed: ${reason}`, error), null)
    })
