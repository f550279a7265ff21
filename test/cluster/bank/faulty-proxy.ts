/** A proxy between a machine and the database that cuts connections at chosen moments. */

import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** What happens to the next entry that a machine appends. */
export type EntryFault = 'cut-before' | 'cut-after' | 'half-reply' | 'delay'

/** A running proxy. */
export interface FaultyProxy {
  port: number
  /** The port of the server behind it. */
  setTarget(port: number): void
  /** Cuts every connection now. */
  cutAll(): void
  /** Prepares a fault for the next entry; undefined takes it back. */
  setFault(fault: EntryFault | undefined): void
  close(): void
}

const DELAY_MILLISECONDS = 300
const APPEND = 'INSERT INTO budget_log'

/** Starts a proxy. */
export async function startProxy(target: number): Promise<FaultyProxy> {
  let targetPort = target
  let fault: EntryFault | undefined
  const sockets = new Set<Socket>()
  const keep = (socket: Socket): Socket => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => socket.destroy())
    return socket
  }
  const server = createServer((client) => {
    keep(client)
    const upstream = keep(connect(targetPort, '127.0.0.1'))
    let replyFault: 'cut-after' | 'half-reply' | undefined
    const cut = (): void => {
      client.destroy()
      upstream.destroy()
    }
    client.on('data', (bytes) => {
      const met = fault !== undefined && bytes.includes(APPEND) ? fault : undefined
      if (met) fault = undefined
      if (met === 'cut-before') return cut()
      if (met === 'delay') {
        setTimeout(() => upstream.write(bytes), DELAY_MILLISECONDS)
        return undefined
      }
      replyFault = met
      return upstream.write(bytes)
    })
    upstream.on('data', (bytes) => {
      if (replyFault === undefined) return client.write(bytes)
      if (replyFault === 'half-reply') client.write(bytes.subarray(0, bytes.length / 2))
      return setTimeout(cut, 5)
    })
    client.on('close', () => upstream.destroy())
    upstream.on('close', () => client.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  return {
    port: (server.address() as AddressInfo).port, // it listens on a port, not on a pipe
    setTarget: (port) => void (targetPort = port),
    cutAll() {
      for (const socket of sockets) socket.destroy()
    },
    setFault: (next) => void (fault = next),
    close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
