/**
 * Opens connections through a proxy by a tunnel.
 * The proxy sees the address of the service and none of the content.
 * @see docs/http-client.md#row-36
 */

import type { buildConnector, Dispatcher, Pool } from 'undici'
import { classifyError, createTunnelError, describeNetworkError } from './classify-error.ts'
import type { ProxySettings } from './proxy.ts'

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
