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
export function limitConnections(server: Server, most: number): ConnectionLimit {
  // The number of running requests by connection; the connection idle for longest comes first.
  const answering = new Map<Socket, number>()
  let isEnding = false

  const longestSilent = (): Socket | undefined => {
    for (const [socket, requests] of answering) if (requests === 0) return socket
    return undefined
  }
  const change = (socket: Socket, by: 1 | -1): void => {
    const requests = answering.get(socket)
    if (requests === undefined) return // the connection is closed
    answering.delete(socket)
    answering.set(socket, requests + by)
    if (isEnding && requests + by === 0) socket.destroySoon()
  }

  server.on('connection', (socket: Socket) => {
    // When every connection is busy, the new one is closed.
    const leaving = answering.size < most ? undefined : (longestSilent() ?? socket)
    leaving?.destroy()
    if (leaving) answering.delete(leaving)
    if (leaving === socket) return
    answering.set(socket, 0)
    socket.once('close', () => answering.delete(socket))
  })
  server.on('request', ({ socket }, response) => {
    change(socket, 1)
    response.once('close', () => change(socket, -1))
  })

  return {
    closeIdle() {
      isEnding = true
      for (const [socket, requests] of answering) if (requests === 0) socket.destroy()
    },
  }
}
