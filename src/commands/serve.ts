/** `budget serve`: serves the local workspaces, or those of a database, over HTTP. */

import type { DatabaseServeOptions, ServeOptions } from '../command/context.ts'
import { defineStandaloneCommand } from '../command/define.ts'
import { booleanFlag, withDefault } from '../command/option-spec.ts'
import { integerOption, textOption } from '../command/options.ts'
import { UserError } from '../contract/errors.ts'
import { isLoopback } from '../contract/remote-address.ts'
import { emptyView } from '../output/view.ts'
import { databaseFlags, selectsDatabase } from '../setup/database-flags.ts'
import { parseDuration, parseHostAndPort, parsePublicUrl, parseSize } from '../setup/serve-options.ts'

const DATABASE_FLAGS = ['metrics', 'staleReads', 'copies'] as const

export const serve = defineStandaloneCommand({
  name: 'serve',
  summary: 'Serve the local workspaces, or those of a database, over HTTP',
  flags: {
    port: withDefault(integerOption('The port to listen on; 0 picks a free one', 0, 65535), '8787'),
    host: withDefault(textOption('The address to listen on', 'ADDRESS'), '127.0.0.1'),
    rateLimit: withDefault(integerOption('Requests per key and window', 1), '200'),
    rateWindow: withDefault(integerOption('Seconds per window', 1), '3600'),
    log: booleanFlag('Log each request to stderr'),
    publicUrl: {
      ...textOption('The https address under which a proxy offers the page and the API', 'URL'),
      parse: parsePublicUrl,
    },
    mcp: booleanFlag('Let assistants read and draft, with the same keys (MCP)'),
    noPage: booleanFlag('Serve the API alone, without the page for browsers'),
    ...databaseFlags,
    metrics: { ...textOption('Serve counters for Prometheus here', 'HOST:PORT'), parse: parseHostAndPort },
    staleReads: {
      ...textOption('While the database is away, answer reads for so long, such as 30s', 'DURATION'),
      parse: parseDuration,
    },
    copies: {
      ...textOption('Keep at most so much of the workspaces here; 1GB by default', 'SIZE'),
      parse: parseSize,
    },
  },
  examples: [
    { when: 'For programs on this computer', commandLine: 'budget serve' },
    {
      when: 'On another port, with a higher limit',
      commandLine: 'budget serve --port 9000 --rate-limit 10000',
    },
    {
      when: 'With the page for phones, behind a proxy with TLS',
      commandLine: 'budget serve --public-url https://budget.example',
    },
    {
      when: 'One of many machines; BUDGET_DATABASE_URL has the address',
      commandLine: 'budget serve --database --metrics 127.0.0.1:9090',
    },
  ],
  async run({ computer, invocation: { signal, print }, user: { warn } }, flags) {
    const { host, port, rateLimit, rateWindow, log } = flags
    const options = { host, port, rate_limit: rateLimit, rate_window: rateWindow, log }
    const isLoopbackOnly = isLoopback(host.includes(':') ? `[${host}]` : host.toLowerCase())
    const hasPage = !flags.noPage && (isLoopbackOnly || flags.publicUrl !== undefined)
    const listening = selectsDatabase(flags)
      ? await computer.serveDatabase({ ...options, ...toDatabaseOptions(flags) })
      : await computer.serve(await computer.openLocalWorkspaces(), {
          ...assertNoDatabaseFlags(flags, options),
          public_url: flags.publicUrl,
          page: hasPage ? { workspaces: await computer.openLocalWorkspaces() } : undefined,
          assistant: flags.mcp ? await computer.openLocalWorkspaces() : undefined,
        })
    if (!isLoopbackOnly) warn(overTheNetwork(host))
    print(`listening on ${listening.url}\n`)
    await ended(signal)
    await listening.close()
    return {}
  },
  view: emptyView,
})

interface DatabaseServeFlags {
  publicUrl: URL | undefined
  databaseFile: string | undefined
  metrics: { host: string; port: number } | undefined
  staleReads: number | undefined
  copies: number | undefined
}

const DEFAULT_COPIES = 1e9

/** @throws UserError for a flag that only concerns the page, which a database has not */
function toDatabaseOptions({
  publicUrl,
  databaseFile,
  metrics,
  staleReads = 0,
  copies = DEFAULT_COPIES,
}: DatabaseServeFlags): Omit<DatabaseServeOptions, keyof ServeOptions> {
  if (publicUrl)
    throw new UserError('usage', '--public-url is for the page, which --database does not have', {
      hint: 'Leave it out; the load balancer passes its own Host on',
    })
  return { database_file: databaseFile, metrics, staleSeconds: staleReads, copies }
}

/** Returns the options of a server that needs no database. @throws UserError for a flag that only concerns one */
function assertNoDatabaseFlags<Options>(flags: DatabaseServeFlags, options: Options): Options {
  if (DATABASE_FLAGS.every((name) => flags[name] === undefined)) return options
  throw new UserError('usage', '--metrics, --stale-reads and --copies need --database')
}

const overTheNetwork = (host: string): string =>
  `${host} is reachable over the network, and plain HTTP exposes the key and all amounts: use a TLS proxy, or 127.0.0.1 with an SSH tunnel`

const ended = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
