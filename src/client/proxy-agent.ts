/**
 * Connections through a proxy, which sees where they lead and nothing of what is said.
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

/** What connections are opened with, in a pool of their own or through a tunnel. */
export type PoolOptions = Omit<Pool.Options, 'connect'> & { connect: TlsOptions }

/** Opens it; hosts the proxy is not for are reached without. */
export async function openProxyDispatcher(
  proxy: ProxySettings,
  { connect, ...options }: PoolOptions,
): Promise<Dispatcher> {
  const [{ default: connectThrough }, { default: EnvHttpProxyAgent }, { default: PoolOf }] =
    await Promise.all([
      import('undici/lib/api/api-connect.js'),
      import('undici/lib/dispatcher/env-http-proxy-agent.js'),
      import('undici/lib/dispatcher/pool.js'),
    ])
  const { timeout, rejectUnauthorized } = connect
  return new EnvHttpProxyAgent({
    ...options,
    connect,
    // All three, for what is left out is looked for in the environment of the process.
    httpProxy: '',
    httpsProxy: proxy.url.href,
    noProxy: proxy.bypass,
    requestTls: connect,
    proxyTls: { timeout, rejectUnauthorized },
    // Only the whole of undici gives its pools this method.
    clientFactory: (origin, given) =>
      Object.assign(new PoolOf(origin, { ...given, headersTimeout: timeout }), { connect: connectThrough }),
    factory: (origin, given: Pool.Options) =>
      new PoolOf(origin, {
        ...given,
        ...(typeof given.connect === 'function' && { connect: connectThroughProxy(given.connect, proxy) }),
      }),
  })
}

/** As long as there is no tunnel, nothing was sent; a service that is not who it should be is told as it is, and so is our bug. */
const connectThroughProxy =
  (connect: buildConnector.connector, { displayUrl }: ProxySettings): buildConnector.connector =>
  (options, callback) =>
    connect(options, (...[error, socket]) => {
      if (!error) return callback(null, socket)
      const found = classifyError(error)
      if (!found || found === 'untrusted') return callback(error, null)
      const status = /\((\d{3})\)/.exec(error.message)?.[1]
      const why = status === undefined ? describeNetworkError(error) : `it answers with HTTP ${status}`
      callback(createTunnelError(`the proxy ${displayUrl} is no help: ${why}`, error), null)
    })
