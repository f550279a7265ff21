import { expect, test } from 'vitest'
import { refusal, said, serving } from './serving.ts'

// spec R1 R2 R3, H01
test('the 201st request of an hour is refused until the hour is over', async () => {
  const started = Date.UTC(2026, 10, 20, 12)
  let time = started
  await serving(
    async ({ send, workspaces, root }) => {
      const month = (key?: string) => send('GET', `${root}/months/2025-01`, key === undefined ? {} : { key })
      for (let count = 0; count < 200; count++) {
        time = started + count * 3000
        expect((await month()).status).toBe(200)
        if (count % 50 === 0) expect((await month('bgt_wrong')).status).toBe(401) // not counted
      }
      time = started + 600_000
      const refused = await month()
      expect(said(refused)).toEqual(
        refusal(429, 'rate_limit_exceeded', 'more than 200 requests in 3600 seconds'),
      )
      expect(refused.headers.get('retry-after')).toBe('3000')
      time = started + 3_599_200
      expect((await month()).headers.get('retry-after')).toBe('1')
      const { key: second } = workspaces.createKey({ name: null, read_only: true })
      expect((await month(second)).status).toBe(200)
      time = started + 3_600_000
      expect((await month()).status).toBe(200)
    },
    { now: () => time },
  )
})

test('refused requests count as well, and the limit comes before the endpoint', async () => {
  await serving(
    async ({ send, root }) => {
      expect((await send('GET', '/nowhere')).status).toBe(404)
      expect((await send('POST', `${root}/merchants`, { body: '{' })).status).toBe(400)
      expect((await send('GET', '/nowhere')).status).toBe(429)
      expect((await send('GET', '/nowhere', { key: null })).status).toBe(401)
    },
    { rate_limit: 2 },
  )
})
