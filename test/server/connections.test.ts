/** Tests connections that send nothing or not enough, and requests that arrive meanwhile. */

import { connect, type Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { measureLoad } from '../support/machine-load.ts'
import { withServer } from '../support/running-server.ts'

const silent = Number(process.env['SILENT_CONNECTIONS'] ?? 150)

/** Opens a connection that sends this text; `closed` resolves with how long it stayed open. */
function open(port: number, text = ''): Promise<{ socket: Socket; closed: Promise<number> }> {
  return new Promise((resolve, reject) => {
    const started = performance.now()
    const socket = connect(port, '127.0.0.1', () => {
      if (text !== '') socket.write(text)
      resolve({ socket, closed })
    })
    const closed = new Promise<number>((done) => {
      socket.once('close', () => done(performance.now() - started))
    })
    socket.on('error', () => undefined)
    socket.once('error', reject)
    socket.resume()
  })
}

const HALF_A_HEAD = 'GET / HTTP/1.1\r\nHost: localhost\r\nX-'

// docs/reliability.md#r6
describe('a connection without a whole head', () => {
  test.each([
    ['says nothing', ''],
    ['stops in the middle', HALF_A_HEAD],
  ])('that %s is closed when its time is over', async (_, text) => {
    await withServer(
      async ({ server }) => {
        const { closed } = await open(server.port, text)
        const took = await closed
        expect(took).toBeGreaterThan(150)
        expect(took).toBeLessThan(30_000)
      },
      { timeouts: { header: 200, request: 60_000 } },
    )
  })

  test('has five seconds where nothing else is said', async () => {
    await withServer(async ({ server }) => {
      const { closed } = await open(server.port, HALF_A_HEAD)
      const took = await closed
      expect(took).toBeGreaterThan(4500)
      expect(took).toBeLessThan(15_000 * measureLoad())
    })
  })
})

test(`requests are answered quickly beside ${silent} connections that say nothing`, async () => {
  await withServer(
    async ({ server, send, root }) => {
      const opened = await Promise.all(
        Array.from({ length: silent }, (_, at) => open(server.port, at % 2 === 0 ? '' : HALF_A_HEAD)),
      )
      const times: number[] = []
      for (let count = 0; count < 200; count++) {
        if (count % 4 === 0) opened.push(await open(server.port)) // more connections keep coming
        const started = performance.now()
        const { status } = await send('GET', `${root}/accounts`, { headers: { connection: 'close' } })
        times.push(performance.now() - started)
        expect(status).toBe(200)
      }
      const sorted = times.toSorted((one, other) => one - other)
      // Single requests wait for other programs of the machine; that one waits for a silent connection takes seconds.
      expect(sorted[Math.floor(sorted.length * 0.5)]).toBeLessThan(100 * measureLoad())
      expect(sorted.at(-1)).toBeLessThan(3000 * measureLoad())
      for (const { socket } of opened) socket.destroy()
    },
    { rate_limit: 10_000 },
  )
})

test('the longest silent connection makes room, and one that is answered never does', async () => {
  let answer = (): void => undefined
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await withServer(
    async ({ server, root, key }) => {
      const head = `GET ${root}/accounts HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${key}\r\n\r\n`
      const asking = await open(server.port, head)
      await setTimeout(50)
      const first = await open(server.port)
      await setTimeout(20)
      const others = await Promise.all(Array.from({ length: 62 }, () => open(server.port)))
      let isAsked = true
      void asking.closed.then(() => {
        isAsked = false
      })
      const late = await open(server.port)
      await first.closed
      expect(isAsked).toBe(true)
      answer()
      const heard = await new Promise<string>((resolve) =>
        asking.socket.once('data', (bytes) => resolve(String(bytes))),
      )
      expect(heard).toMatch(/^HTTP\/1\.1 200 /)
      for (const { socket } of [asking, late, ...others]) socket.destroy()
    },
    {
      serve: (workspaces) => ({
        ...workspaces,
        open(id) {
          const api = workspaces.open(id)
          return {
            ...api,
            listAccounts: async (request: object) => held.then(() => api.listAccounts(request)),
          }
        },
      }),
    },
  )
})

// docs/reliability.md#r5
describe('a server that is to end', () => {
  const inTime = async (closing: Promise<void>, most: number): Promise<void> => {
    const started = performance.now()
    await closing
    expect(performance.now() - started).toBeLessThan(most * measureLoad())
  }

  test('does so at once beside silent, idle and half-read connections', async () => {
    await withServer(async ({ server, root, key }) => {
      const head = `GET ${root}/accounts HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${key}\r\n\r\n`
      const opened = await Promise.all(['', HALF_A_HEAD, head].map((text) => open(server.port, text)))
      const halfOpen = await open(server.port)
      halfOpen.socket.end()
      await setTimeout(100)
      await inTime(server.close(), 500)
      await Promise.all(opened.map(({ closed }) => closed))
    })
  })

  test('waits for a request no longer than its patience', async () => {
    await withServer(
      async ({ server, root, key }) => {
        const head = `POST ${root}/merchants HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${key}\r\n`
        const { closed } = await open(
          server.port,
          `${head}Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{`,
        )
        await setTimeout(50)
        const started = performance.now()
        await inTime(server.close(), 1500)
        expect(performance.now() - started).toBeGreaterThan(250)
        await closed
      },
      { timeouts: { header: 5000, request: 30_000, end: 300 } },
    )
  })
})

describe('when every connection is taken', () => {
  test('one whose request arrives slowly is given up for another client', async () => {
    await withServer(async ({ server, key, send, root }) => {
      const slow = `POST ${root}/transactions HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{`
      const opened = await Promise.all(Array.from({ length: 64 }, () => open(server.port, slow)))
      await setTimeout(1200)
      const { status } = await send('GET', `${root}/accounts`, { headers: { connection: 'close' } })
      expect(status).toBe(200)
      for (const { socket } of opened) socket.destroy()
    })
  })

  test('those that ask on and on, and read nothing, are closed', async () => {
    await withServer(async ({ server, send, root }) => {
      const many = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(20_000)
      const opened = await Promise.all(
        Array.from({ length: 64 }, async () => {
          const { socket } = await open(server.port)
          socket.pause()
          socket.write(many)
          return socket
        }),
      )
      await setTimeout(500)
      const started = performance.now()
      const { status } = await send('GET', `${root}/accounts`, { headers: { connection: 'close' } })
      expect(status).toBe(200)
      expect(performance.now() - started).toBeLessThan(2000 * measureLoad())
      for (const socket of opened) socket.destroy()
    })
  })
})
