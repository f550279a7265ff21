/** A load balancer: each connection goes to a machine that accepts it. */

import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A running balancer. */
export interface Balancer {
  port: number
  close(): void
}

const CHECK_MILLISECONDS = 100

/**
 * Starts a balancer for machines on these ports, which asks them whether they are ready.
 * @param redirects a connection that one machine refuses goes to the next one
 */
export async function startBalancer(all: readonly number[], redirects = true): Promise<Balancer> {
  let turn = 0
  let ports = all
  const checks = setInterval(() => void check(), CHECK_MILLISECONDS)
  const check = async (): Promise<void> => {
    const answers = await Promise.all(all.map(async (port) => ((await isReady(port)) ? [port] : [])))
    const ready = answers.flat()
    ports = ready.length > 0 ? ready : all
  }
  const sockets = new Set<Socket>()
  const keep = (socket: Socket): void => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  }
  const forward = (client: Socket, tries: number): void => {
    const upstream = connect(ports[turn++ % ports.length] ?? 0, '127.0.0.1')
    keep(upstream)
    upstream.once('connect', () => {
      client.pipe(upstream).pipe(client)
      client.once('close', () => upstream.destroy())
      upstream.once('close', () => client.destroy())
    })
    upstream.on('error', () => {
      if (redirects && !upstream.connecting && upstream.bytesRead === 0 && tries < ports.length)
        forward(client, tries + 1)
      else client.destroy()
    })
  }
  const server = createServer((client) => {
    keep(client)
    client.on('error', () => client.destroy())
    forward(client, 1)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  return {
    port: (server.address() as AddressInfo).port, // it listens on a port, not on a pipe
    close() {
      clearInterval(checks)
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

async function isReady(port: number): Promise<boolean> {
  try {
    return (await fetch(`http://127.0.0.1:${port}/readyz`, { headers: { connection: 'close' } })).ok
  } catch {
    return false
  }
}
