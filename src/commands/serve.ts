/** `budget serve`: serves the local workspaces over HTTP. */

import { defineStandaloneCommand } from '../command/define.ts'
import { booleanFlag, withDefault } from '../command/option-spec.ts'
import { integerOption, textOption } from '../command/options.ts'
import { isLoopback } from '../contract/remote-address.ts'
import { emptyView } from '../render/view.ts'

export const serve = defineStandaloneCommand({
  name: 'serve',
  summary: 'Serve the workspaces of this machine over HTTP',
  flags: {
    port: withDefault(integerOption('The port to listen on; 0 takes a free one', 0, 65535), '8787'),
    host: withDefault(textOption('The address to listen on', 'ADDRESS'), '127.0.0.1'),
    rateLimit: withDefault(integerOption('Requests a key may make in a window', 1), '200'),
    rateWindow: withDefault(integerOption('How many seconds a window lasts', 1), '3600'),
    log: booleanFlag('A line on stderr for every request'),
  },
  examples: [
    { when: 'For programs on this machine', commandLine: 'budget serve' },
    { when: 'On another port, with more room', commandLine: 'budget serve --port 9000 --rate-limit 10000' },
  ],
  async run({ openLocalWorkspaces, serve, signal, print, warn }, { host, port, rateLimit, rateWindow, log }) {
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
  `${host} can be reached over the network, and plain HTTP lets everybody there read the key and every amount: put a proxy with TLS in front, or use 127.0.0.1 and an SSH tunnel`

const ended = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
