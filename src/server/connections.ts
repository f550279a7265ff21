/**
 * Limits the open connections of a server: a new one closes the one that has been idle longest.
 * @see docs/reliability.md#r5
 * @see docs/reliability.md#r6
 */

import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/** The connections of a server. */
export interface ConnectionLimit {
  /** Closes the idle connections; the others close after their response. */
  closeIdle(): void
}

/** Limits how many connections may be open at once. */
export function limitConnections(server: Server, max: number): ConnectionLimit {
  // The number of running requests by connection; the connection idle for longest comes first.
  const running = new Map<Socket, number>()
  let isEnding = false

  const findIdle = (): Socket | undefined => {
    for (const [socket, requests] of running) if (requests === 0) return socket
    return undefined
  }
  const change = (socket: Socket, by: 1 | -1): void => {
    const requests = running.get(socket)
    if (requests === undefined) return // the connection is closed
    running.delete(socket)
    running.set(socket, requests + by)
    if (isEnding && requests + by === 0) socket.destroySoon()
  }

  server.on('connection', (socket: Socket) => {
    // When every connection is busy, the new one is closed.
    const closing = running.size < max ? undefined : (findIdle() ?? socket)
    closing?.destroy()
    if (closing) running.delete(closing)
    if (closing === socket) return
    running.set(socket, 0)
    socket.once('close', () => running.delete(socket))
  })
  server.on('request', ({ socket }, response) => {
    change(socket, 1)
    response.once('close', () => change(socket, -1))
  })

  return {
    closeIdle() {
      isEnding = true
      for (const [socket, requests] of running) if (requests === 0) socket.destroy()
    },
  }
}
