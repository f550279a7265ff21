/** `budget serve`: serves the local workspaces over HTTP. */

import { defineStandaloneCommand } from '../command/define.ts'
import { booleanFlag, withDefault } from '../command/option-spec.ts'
import { integerOption, textOption } from '../command/options.ts'
import { isLoopback } from '../contract/remote-address.ts'
import { emptyView } from '../output/view.ts'

export const serve = defineStandaloneCommand({
  name: 'serve',
  summary: 'Serve the local workspaces over HTTP',
  flags: {
    port: withDefault(integerOption('The port to listen on; 0 picks a free one', 0, 65535), '8787'),
    host: withDefault(textOption('The address to listen on', 'ADDRESS'), '127.0.0.1'),
    rateLimit: withDefault(integerOption('Requests per key and window', 1), '200'),
    rateWindow: withDefault(integerOption('Seconds per window', 1), '3600'),
    log: booleanFlag('Log each request to stderr'),
  },
  examples: [
    { when: 'For programs on this computer', commandLine: 'budget serve' },
    {
      when: 'On another port, with a higher limit',
      commandLine: 'budget serve --port 9000 --rate-limit 10000',
    },
  ],
  async run(
    { computer: { openLocalWorkspaces, serve }, invocation: { signal, print }, user: { warn } },
    { host, port, rateLimit, rateWindow, log },
  ) {
    const options = { host, port, rate_limit: rateLimit, rate_window: rateWindow, log }
    const listening = await serve(await openLocalWorkspaces(), options)
    if (!isLoopback(host.includes(':') ? `[${host}]` : host.toLowerCase())) warn(overTheNetwork(host))
    print(`listening on ${listening.url}\n`)
    await ended(signal)
    await listening.close()
    return {}
  },
  view: emptyView,
})

const overTheNetwork = (host: string): string =>
  `${host} is reachable over the network, and plain HTTP exposes the key and all amounts: use a TLS proxy, or 127.0.0.1 with an SSH tunnel`

const ended = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
