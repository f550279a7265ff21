/** Tests that the API key appears nowhere: in messages, logs, files or errors. */

import { inspect } from 'node:util'
import { expect, test } from 'vitest'
import {
  canary,
  closeConnection,
  json,
  openTestClient,
  raw,
  rejection,
  respondWithError,
  withService,
} from '../../support/http-service.ts'

const forms = [canary, encodeURIComponent(canary), Buffer.from(canary).toString('base64')]
const echo = `Authorization: Bearer ${canary} ${forms.join(' ')}`

// docs/http-client.md#row-43, docs/reliability.md#t12
test.each([
  ['cuts the connection', closeConnection],
  ['is no HTTP server', raw(`${echo}\r\n`)],
  ['repeats the key in its refusal', json(400, { error: { id: '400', name: 'bad_request', detail: echo } })],
  ['repeats the key in an unknown error', json(403, { error: { name: canary, detail: echo } })],
  ['repeats the key on a page', raw(`HTTP/1.1 502 Bad\r\nContent-Length: ${echo.length}\r\n\r\n${echo}`)],
  ['repeats the key in a wrong answer', json(200, { data: { merchant: { id: 'mer_1', name: [echo] } } })],
  [
    'answers with the key where JSON should be',
    raw(`HTTP/1.1 200 OK\r\nContent-Length: ${canary.length}\r\n\r\n${canary}`),
  ],
  [
    'repeats the key where a message is cut',
    json(400, { error: { name: 'bad_request', detail: `${'.'.repeat(190)}${canary}` } }),
  ],
  ['repeats the key in a header', json(200, {}, { 'content-encoding': canary })],
  ['limits requests', respondWithError(429, canary, { 'retry-after': canary })],
  ['redirects', raw(`HTTP/1.1 302 Found\r\nLocation: /${canary}\r\nContent-Length: 0\r\n\r\n`)],
])('the key is in nothing that is thrown or told when the service %s', async (_, handler) => {
  await withService([handler], async ({ url, seen }) => {
    const { client, events } = openTestClient(url)
    const errors = [
      await rejection(client.getMerchant({ merchant_id: 'mer_1' })),
      await rejection(client.createMerchant({ body: { name: 'Kiosk' } })),
    ]
    expect(seen[0]?.authorization).toBe(`Bearer ${canary}`)
    const told = inspect([errors, errors.map(({ stack }) => stack), events], { depth: 20, showHidden: true })
    // A part of the key must not appear either.
    for (const form of [...forms, canary.slice(0, 12)]) expect(told).not.toContain(form)
  })
})
