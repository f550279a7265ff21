/** Tests the rate limit of each key. */

import { expect, test } from 'vitest'
import { refusal, toStatusAndBody, withServer } from '../support/running-server.ts'

// docs/spec.md#r1, docs/spec.md#r2, docs/spec.md#r3, docs/spec.md#call-sequences
test('the 201st request of an hour is refused until the hour is over', async () => {
  const started = Date.UTC(2026, 10, 20, 12)
  let time = started
  await withServer(
    async ({ send, workspaces, root }) => {
      const month = (key?: string) => send('GET', `${root}/months/2025-01`, key === undefined ? {} : { key })
      for (let count = 0; count < 200; count++) {
        time = started + count * 3000
        expect((await month()).status).toBe(200)
        if (count % 50 === 0) expect((await month('bgt_wrong')).status).toBe(401) // a wrong key is not counted
      }
      time = started + 600_000
      const refused = await month()
      expect(toStatusAndBody(refused)).toEqual(
        refusal(429, 'rate_limit_exceeded', 'more than 200 requests in 3600 seconds'),
      )
      expect(refused.headers.get('retry-after')).toBe('3000')
      time = started + 3_599_200
      expect((await month()).headers.get('retry-after')).toBe('1')
      const { key: second } = workspaces.createKey({ name: null, can: 'read', workspace_id: null })
      expect((await month(second)).status).toBe(200)
      time = started + 3_600_000
      expect((await month()).status).toBe(200)
    },
    { now: () => time },
  )
})

test('refused requests count as well, and the limit comes before the endpoint', async () => {
  await withServer(
    async ({ send, root }) => {
      expect((await send('GET', '/nowhere')).status).toBe(404)
      expect((await send('POST', `${root}/merchants`, { body: '{' })).status).toBe(400)
      expect((await send('GET', '/nowhere')).status).toBe(429)
      expect((await send('GET', '/nowhere', { key: null })).status).toBe(401)
    },
    { rate_limit: 2 },
  )
})

// docs/reliability.md#r13
test('a clock that is set back makes nobody wait longer than a window', async () => {
  const started = Date.UTC(2026, 10, 20, 12)
  let time = started
  await withServer(
    async ({ send, root }) => {
      const month = () => send('GET', `${root}/months/2025-01`)
      for (let count = 0; count < 2; count++) expect((await month()).status).toBe(200)
      expect((await month()).headers.get('retry-after')).toBe('3600')
      time = started - 30 * 86_400_000
      expect(Number((await month()).headers.get('retry-after') ?? 0)).toBeLessThanOrEqual(3600)
      for (let count = 0; count < 2; count++) await month()
      expect(Number((await month()).headers.get('retry-after'))).toBeLessThanOrEqual(3600)
    },
    { now: () => time, rate_limit: 2 },
  )
})

test('windows are measured on a clock nobody sets, where there is one', async () => {
  let elapsed = 0
  let time = Date.UTC(2026, 10, 20, 12)
  await withServer(
    async ({ send, root }) => {
      const month = async () => {
        const { status, headers } = await send('GET', `${root}/months/2025-01`)
        return [status, headers.get('retry-after')]
      }
      expect(await month()).toEqual([200, null])
      time += 365 * 86_400_000
      elapsed = 600_000
      expect(await month()).toEqual([429, '3000'])
      time -= 365 * 86_400_000
      elapsed = 3_600_000
      expect(await month()).toEqual([200, null])
    },
    { now: () => time, elapsed: () => elapsed, rate_limit: 1 },
  )
})
