/**
 * Keeps the connections of a server few: whoever says nothing goes first.
 * @see docs/reliability.md#r5
 * @see docs/reliability.md#r6
 */

import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/** The open connections of a server. */
export interface ConnectionLimit {
  /** Closes those nobody is answered on; the others close once they are answered. */
  closeIdle(): void
}

/** Lets no more than so many connections be open at once. */
export function limitConnections(server: Server, most: number): ConnectionLimit {
  // How many requests are being answered on each; the longest silent one comes first.
  const answering = new Map<Socket, number>()
  let isEnding = false

  const longestSilent = (): Socket | undefined => {
    for (const [socket, requests] of answering) if (requests === 0) return socket
    return undefined
  }
  const change = (socket: Socket, by: 1 | -1): void => {
    const requests = answering.get(socket)
    if (requests === undefined) return // it is closed already
    answering.delete(socket)
    answering.set(socket, requests + by)
    if (isEnding && requests + by === 0) socket.destroySoon()
  }

  server.on('connection', (socket: Socket) => {
    // The new one is the last to go: it had no time to say anything.
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
