/**
 * Breaks the connection between a client and a real server at points that a test chooses.
 * @see docs/reliability.md#test-plan
 * @see docs/reliability.md#t1
 */

import { request as httpRequest } from 'node:http'
import { type AddressInfo, createServer, type Socket } from 'node:net'

/** The faults; from `lost` on, the request reaches the server. */
export const faults = [
  'reset on accept',
  'reset after the headers',
  'reset after the body',
  'bad gateway',
  'never an answer',
  'late',
  'lost',
  'lost politely',
  'cut in the headers',
  'cut in the body',
  'only headers',
  'gateway fails afterwards',
  'service fails afterwards',
  'answered too late',
  'not HTTP',
  'one byte at a time',
] as const
/** Causes a wait of more than a second, so it is not among the others. */
export const rateLimitFault = 'too many requests'
/** A fault of one request. */
export type Fault = (typeof faults)[number] | typeof rateLimitFault

/** A proxy with planned faults. */
export interface FaultProxy {
  url: string
  /** The faults of the next requests in order; `undefined` forwards the request. */
  plan: (Fault | undefined)[]
  /** The number of requests received. */
  requests: () => number
  /** Resolves when all forwarded requests have been answered. */
  quiet: () => Promise<void>
  close: () => void
}

interface Upstream {
  port: number
  /** True to drop the headers by which the server detects repeated or late writes. */
  hideKeys: boolean
  /** True to pass the proxy's own address on as the Host, as a page needs it. @default false */
  keepHost?: boolean
  lateness: number
}

interface Parsed {
  method: string
  path: string
  headers: Record<string, string>
  body: Buffer
  length: number
}

/** Starts a proxy in front of a server. */
export async function openFaultProxy(upstream: Upstream): Promise<FaultProxy> {
  const plan: (Fault | undefined)[] = []
  const sockets = new Set<Socket>()
  const underWay = new Set<Promise<unknown>>()
  let requests = 0
  const forward = (parsed: Parsed): Promise<string> => {
    const answer = forwarded(parsed, upstream)
    underWay.add(answer)
    void answer.finally(() => underWay.delete(answer))
    return answer
  }
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
    let received = Buffer.alloc(0)
    let isOver = false
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk])
      if (isOver) return
      const early = plan[0]
      if (
        early === 'reset on accept' ||
        (early === 'reset after the headers' && received.includes('\r\n\r\n'))
      ) {
        isOver = true
        plan.shift()
        requests++
        socket.resetAndDestroy()
        return
      }
      const parsed = parse(received)
      if (!parsed) return
      received = received.subarray(parsed.length)
      requests++
      void answer(socket, plan.shift(), { parsed, forward, lateness: upstream.lateness })
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // It listens on a port.
  return {
    url: `http://127.0.0.1:${port}`,
    plan,
    requests: () => requests,
    async quiet() {
      while (underWay.size > 0) await Promise.allSettled(underWay)
    },
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

function parse(received: Buffer): Parsed | undefined {
  const end = received.indexOf('\r\n\r\n')
  if (end < 0) return undefined
  const [first = '', ...lines] = received.subarray(0, end).toString('latin1').split('\r\n')
  const headers = Object.fromEntries(
    lines.map((line) => {
      const [name = '', value = ''] = line.split(/: ?(.*)/s)
      return [name.toLowerCase(), value]
    }),
  )
  const size = Number(headers['content-length'] ?? 0)
  if (received.length < end + 4 + size) return undefined
  const [method = '', path = ''] = first.split(' ')
  const body = received.subarray(end + 4, end + 4 + size)
  return { method, path, headers, body, length: end + 4 + size }
}

/** Returns the real server's response as text. */
function forwarded(
  { method, path, headers, body }: Parsed,
  { port, hideKeys, keepHost = false }: Upstream,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const sent = httpRequest({
      host: '127.0.0.1',
      port,
      method,
      path,
      headers: keepHost ? headers : { ...headers, host: `127.0.0.1:${port}` },
    })
    sent.on('error', reject)
    sent.on('response', async (response) => {
      const parts: Buffer[] = []
      for await (const part of response) parts.push(part)
      const content = Buffer.concat(parts).toString()
      const kept = Object.entries(response.headers).filter(
        ([name]) => !/^(connection|keep-alive|transfer-encoding|content-length)$/.test(name),
      )
      const lines = kept
        .filter(([name]) => !hideKeys || !/^(idempotency-key-lifetime|transactions-as-of)$/.test(name))
        .flatMap(([name, value]) => [value].flat().map((one) => `${name}: ${one ?? ''}\r\n`))
      const length = `content-length: ${Buffer.byteLength(content)}\r\n`
      resolve(`HTTP/1.1 ${response.statusCode} Answer\r\n${lines.join('')}${length}\r\n${content}`)
    })
    sent.end(body)
  })
}

interface Means {
  parsed: Parsed
  forward: (parsed: Parsed) => Promise<string>
  lateness: number
}

const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds)
  })

async function answer(socket: Socket, fault: Fault | undefined, { parsed, forward, lateness }: Means) {
  if (fault === 'reset after the body') return socket.resetAndDestroy()
  if (fault === 'bad gateway') return socket.write('HTTP/1.1 502 Bad\r\ncontent-length: 4\r\n\r\nhtml')
  if (fault === rateLimitFault)
    return socket.write('HTTP/1.1 429 Wait\r\nretry-after: 0\r\ncontent-length: 2\r\n\r\n{}')
  if (fault === 'never an answer') return undefined
  if (fault === 'late') {
    socket.resetAndDestroy()
    const held = pause(lateness).then(() => forward(parsed))
    return held.catch(() => undefined)
  }
  const text = await forward(parsed).catch(() => '')
  const bodyAt = text.indexOf('\r\n\r\n') + 4
  switch (fault) {
    case 'lost':
      return socket.resetAndDestroy()
    case 'lost politely':
      return socket.end()
    case 'cut in the headers':
      return socket.end(text.slice(0, 20))
    case 'cut in the body':
      return socket.end(text.slice(0, bodyAt + 10))
    case 'only headers':
      return socket.end(text.slice(0, bodyAt))
    case 'gateway fails afterwards':
      return socket.write('HTTP/1.1 504 Gone\r\ncontent-length: 4\r\n\r\nhtml')
    case 'service fails afterwards':
      return socket.write('HTTP/1.1 500 No\r\ncontent-length: 2\r\n\r\n{}')
    case 'answered too late':
      await pause(lateness * 2)
      return socket.end(text)
    case 'not HTTP':
      return socket.end('SSH-2.0-OpenSSH\r\n')
    case 'one byte at a time':
      for (const character of text) socket.write(character)
      return undefined
    default:
      return socket.write(text)
  }
}
