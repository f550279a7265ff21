/** Tests malformed HTTP, foreign origins and oversized bodies. */

import { connect } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { UserError } from '../../src/contract/errors.ts'
import { admitLocally } from '../../src/server/admit-locally.ts'
import { startServer } from '../../src/server/server.ts'
import { measureLoad } from '../support/machine-load.ts'
import { refusal, toStatusAndBody, withServer } from '../support/running-server.ts'

/** Sends text over a bare connection and returns everything until it closes. */
function bare(port: number, text: string, { end = true } = {}): Promise<string> {
  return new Promise((resolve) => {
    let heard = ''
    const socket = connect(port, '127.0.0.1', () => (end ? socket.end(text) : socket.write(text)))
    socket.on('data', (bytes) => (heard += bytes))
    socket.on('error', () => {})
    socket.on('close', () => resolve(heard))
  })
}

const get = (root: string, key: string, host: string): string =>
  `GET ${root}/accounts HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${key}\r\nConnection: close\r\n\r\n`

// docs/reliability.md#row-87
describe('a web page', () => {
  test('is refused by its Origin, even with a key', async () => {
    await withServer(async ({ send, root, log }) => {
      const answer = await send('GET', `${root}/accounts`, { headers: { origin: 'http://localhost:8787' } })
      expect(toStatusAndBody(answer)).toEqual(
        refusal(403, 'forbidden', 'requests from web pages are not allowed'),
      )
      expect(answer.headers.get('access-control-allow-origin')).toBeNull()
      expect(log).toMatchObject([{ status: 403, key_id: null }])
    })
  })

  test.each([
    'evil.example',
    'evil.example:80',
    '127.0.0.1.evil.example',
    'localhost.evil.example',
    '0.0.0.0',
    '',
  ])('that got here by the name %j is refused', async (host) => {
    await withServer(async ({ server, root, key }) => {
      expect(await bare(server.port, get(root, key, host))).toMatch(/^HTTP\/1\.1 40[03] /)
    })
  })

  test.each(['localhost', 'LOCALHOST:1234', '127.0.0.1', '127.0.0.1:8787', '[::1]:8787'])(
    'is not who asks for %s',
    async (host) => {
      await withServer(async ({ server, root, key }) => {
        expect(await bare(server.port, get(root, key, host))).toMatch(/^HTTP\/1\.1 200 /)
      })
    },
  )

  test('cannot use a server that listens everywhere, where bare addresses are ours and names are not', async () => {
    await withServer(
      async ({ server, root, key }) => {
        expect(await bare(server.port, get(root, key, '192.168.1.5:80'))).toMatch(/^HTTP\/1\.1 200 /)
        expect(await bare(server.port, get(root, key, 'evil.example'))).toMatch(/^HTTP\/1\.1 403 /)
      },
      { host: '0.0.0.0' },
    )
  })
})

// docs/reliability.md#row-88
describe('a slow client', () => {
  const patience = { header: 200, request: 400 }

  test('that never ends its headers is hung up on', async () => {
    await withServer(
      async ({ server }) => {
        expect(await bare(server.port, 'GET / HTTP/1.1\r\nHost: localhost\r\nX-', { end: false })).toMatch(
          /^HTTP\/1\.1 408 /,
        )
      },
      { timeouts: patience },
    )
  })

  test('that never ends its body is hung up on, and nothing was done', async () => {
    await withServer(
      async ({ server, root, key, send }) => {
        const head = `POST ${root}/merchants HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${key}\r\n`
        const body = 'Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{"name":'
        expect(await bare(server.port, head + body, { end: false })).not.toMatch(/ 20\d /)
        expect((await send('GET', `${root}/merchants`)).body).toEqual({ data: { merchants: [] } })
      },
      { timeouts: patience },
    )
  })

  test('does not hold up others', async () => {
    await withServer(
      async ({ server, root, send }) => {
        const slow = Array.from({ length: 40 }, () => bare(server.port, 'GET / HTTP/1.1\r\n', { end: false }))
        const started = performance.now()
        expect((await send('GET', `${root}/accounts`)).status).toBe(200)
        expect(performance.now() - started).toBeLessThan(1000 * measureLoad())
        await Promise.all(slow)
      },
      { timeouts: patience },
    )
  })
})

test('two lengths of one body are refused', async () => {
  await withServer(async ({ server, root, key }) => {
    const head = `POST ${root}/merchants HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${key}\r\n`
    const lengths = 'Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'
    expect(await bare(server.port, head + lengths)).toMatch(/^HTTP\/1\.1 400 /)
  })
})

test('what goes wrong inside is told to the log and not to the client', async () => {
  const secret = new Error('secret of the house')
  await withServer(
    async ({ send, root, log, keyId }) => {
      const answer = await send('GET', `${root}/accounts`)
      expect(toStatusAndBody(answer)).toEqual(
        refusal(500, 'internal_error', 'the service could not answer this request'),
      )
      expect(log).toEqual([
        { method: 'GET', path: `${root}/accounts`, status: 500, ms: 0, key_id: keyId, error: secret },
      ])
    },
    {
      serve: (workspaces) => ({
        ...workspaces,
        open() {
          throw secret
        },
      }),
    },
  )
})

test('the log holds no key and no query', async () => {
  await withServer(async ({ send, root, log, key, keyId }) => {
    await send('GET', `${root}/transactions?limit=1`)
    await send('GET', '/nowhere', { key: null })
    expect(log).toEqual([
      { method: 'GET', path: `${root}/transactions`, status: 200, ms: 0, key_id: keyId },
      { method: 'GET', path: '/nowhere', status: 401, ms: 0, key_id: null },
    ])
    expect(JSON.stringify(log)).not.toContain(key)
  })
})

test('closing finishes the request in flight and takes no new one', async () => {
  await withServer(async ({ server, root, key }) => {
    const head = `POST ${root}/merchants HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${key}\r\n`
    const body = '{"name":"Kiosk"}'
    let tellConnected: () => void
    const connected = new Promise<void>((resolve) => {
      tellConnected = resolve
    })
    const answered = new Promise<string>((resolve) => {
      let heard = ''
      const socket = connect(server.port, '127.0.0.1', async () => {
        tellConnected()
        socket.write(`${head}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n{`)
        await setTimeout(100)
        socket.write(body.slice(1))
      })
      socket.on('data', (bytes) => (heard += bytes))
      socket.on('close', () => resolve(heard))
    })
    await connected
    await setTimeout(50)
    await server.close()
    expect(await answered).toMatch(/^HTTP\/1\.1 201 /)
    await expect(fetch(server.url)).rejects.toThrow()
  })
})

test('a port that is taken is a mistake that says so', async () => {
  await withServer(async ({ server, workspaces }) => {
    const options = { host: '127.0.0.1', port: server.port, rate_limit: 1, rate_window: 1, now: () => 0 }
    const refused = startServer(admitLocally(workspaces), options)
    await expect(refused).rejects.toThrow(UserError)
    await expect(refused).rejects.toThrow(
      `Cannot listen on 127.0.0.1:${server.port}: the address is already in use`,
    )
  })
})

test('a workspace whose file others had closed while a body was on its way is opened again', async () => {
  await withServer(
    async ({ server, workspaces, root, key }) => {
      const head = `POST ${root}/merchants HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${key}\r\nConnection: close\r\n`
      const body = '{"name":"Kiosk"}'
      const answered = new Promise<string>((resolve) => {
        let heard = ''
        const socket = connect(server.port, '127.0.0.1', () => {
          socket.write(`${head}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n{`)
          setTimeout(100).then(() => {
            const other = workspaces.createWorkspace({ name: 'Holidays', currency: 'EUR' })
            workspaces.open(other.id)
            socket.write(body.slice(1))
          }, resolve)
        })
        socket.on('data', (bytes) => (heard += bytes))
        socket.on('close', () => resolve(heard))
      })
      expect(await answered).toMatch(/^HTTP\/1\.1 201 /)
    },
    { mostOpen: 1 },
  )
})
