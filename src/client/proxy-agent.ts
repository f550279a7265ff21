/** Connections through a proxy, which sees where they lead and nothing of what is said. */ // reliability.md row 36

import type { buildConnector, Dispatcher, Pool } from 'undici'
import { classOfError, noTunnel, reasonOf } from './classify-error.ts'
import type { Proxy } from './proxy.ts'

interface Tls {
  timeout: number
  rejectUnauthorized: true
  ca?: string
}

/** What connections are opened with, in a pool of their own or through a tunnel. */
export type PoolOptions = Omit<Pool.Options, 'connect'> & { connect: Tls }

/** Opens it; hosts the proxy is not for are reached without. */
export async function openTunnel(proxy: Proxy, { connect, ...options }: PoolOptions): Promise<Dispatcher> {
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
        ...(typeof given.connect === 'function' && { connect: through(given.connect, proxy) }),
      }),
  })
}

/** As long as there is no tunnel, nothing was sent; a service that is not who it should be is told as it is, and so is our bug. */
const through =
  (connect: buildConnector.connector, { shown }: Proxy): buildConnector.connector =>
  (options, callback) =>
    connect(options, (...[error, socket]) => {
      if (!error) return callback(null, socket)
      const found = classOfError(error)
      if (!found || found === 'untrusted') return callback(error, null)
      const status = /\((\d{3})\)/.exec(error.message)?.[1]
      const why = status === undefined ? reasonOf(error) : `it answers with HTTP ${status}`
      callback(noTunnel(`the proxy ${shown} is no help: ${why}`, error), null)
    })
