/** Tests that wrong keys all get the same answer and do not delay requests with the right one. */

import { connect } from 'node:net'
import { describe, expect, test } from 'vitest'
import { measureLoad } from '../support/machine-load.ts'
import { refusal, toStatusAndBody, withServer } from '../support/running-server.ts'

/** How many wrong keys are tried; more take longer. */
const KEYS = Math.max(1000, Number(process.env['BUDGET_ROUNDS'] ?? 0))
// Below the number of connections at which the server closes waiting ones.
const AT_ONCE = 20

// docs/reliability.md#row-89, docs/reliability.md#t19
test('a thousand wrong keys all get the same answer, and requests with the right key stay fast', async () => {
  await withServer(
    async ({ send, root, key }) => {
      const answers = new Set<string>()
      const waits: number[] = []
      for (let at = 0; at < KEYS; at += AT_ONCE) {
        const wrong = Array.from({ length: AT_ONCE }, async (_, one) => {
          // Half of the wrong keys share all but the last character with the right one.
          const guess = one % 2 === 0 ? `${key.slice(0, -1)}${one % 10}` : `bgt_${at + one}${'x'.repeat(20)}`
          if (guess === key) return
          answers.add(JSON.stringify(toStatusAndBody(await send('GET', `${root}/accounts`, { key: guess }))))
        })
        const started = performance.now()
        const right = send('GET', `${root}/accounts`).then(({ status }) => {
          waits.push(performance.now() - started)
          expect(status).toBe(200)
        })
        await Promise.all([...wrong, right])
      }
      expect([...answers]).toEqual([
        JSON.stringify(refusal(401, 'unauthorized', 'a valid API key is needed')),
      ])
      expect(waits.toSorted((a, b) => a - b)[Math.floor(waits.length / 2)]).toBeLessThan(500 * measureLoad())
    },
    { rate_limit: 1_000_000 },
  )
})

/** Sends text over a plain TCP connection and returns the statuses of all answers. */
function readStatuses(port: number, text: string): Promise<string[]> {
  return new Promise((resolve) => {
    let heard = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(text))
    socket.setTimeout(1500, () => socket.destroy())
    socket.on('data', (bytes) => (heard += bytes.toString('latin1')))
    socket.on('error', () => undefined)
    socket.on('close', () =>
      resolve(Array.from(heard.matchAll(/HTTP\/1\.1 (\d{3})/g), ([, one = '']) => one)),
    )
  })
}

// If a proxy and the server disagree on where a request ends, the rest would be read as another request.
describe('a request whose end is written in two ways', () => {
  const body = '{"name":"Smuggled"}'
  const heads: [string, string][] = [
    ['a length and chunks', `Content-Length: ${body.length}\r\nTransfer-Encoding: chunked`],
    ['chunks and a length', `Transfer-Encoding: chunked\r\nContent-Length: ${body.length}`],
    ['two lengths', `Content-Length: ${body.length}\r\nContent-Length: 0`],
    ['a length with a sign', `Content-Length: +${body.length}`],
    ['a length in hexadecimal', 'Content-Length: 0x13'],
    ['chunks under a blank', `Transfer-Encoding : chunked`],
    ['chunks of another name', 'Transfer-Encoding: xchunked'],
    ['chunks twice', 'Transfer-Encoding: chunked\r\nTransfer-Encoding: identity'],
    ['a folded header', `Content-Length:\r\n ${body.length}`],
  ]

  test.each(heads)('%s, is refused, and the request behind it is not answered', async (_, head) => {
    await withServer(async ({ server, root, key, send }) => {
      const post = `POST ${root}/merchants HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\n${head}\r\n\r\n${body}`
      const behind = `GET ${root}/accounts HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${key}\r\n\r\n`
      const statuses = await readStatuses(server.port, post + behind)
      expect(statuses.filter((status) => status.startsWith('2'))).toEqual([])
      const { body: listed } = await send('GET', `${root}/merchants`)
      expect(listed).toEqual({ data: { merchants: [] } })
    })
  })
})
