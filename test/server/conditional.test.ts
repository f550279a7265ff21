/** Tests If-Match on assignments. */

import { describe, expect, test } from 'vitest'
import { refusal, toStatusAndBody, withServer } from '../support/running-server.ts'

// docs/reliability.md#r3
describe('an assignment with If-Match', () => {
  test('is made when the category is as it was read, and tells its new tag', async () => {
    await withServer(async ({ send, root }) => {
      const path = await categoryPath({ send, root })
      const answer = await send('PATCH', path, assigning('5', { 'if-match': '"0.00/0.00"' }))
      expect([answer.status, answer.headers.get('etag')]).toEqual([200, '"5.00/5.00"'])
    })
  })

  test('is refused, and leaves all as it is, when the category has changed', async () => {
    await withServer(async ({ send, root }) => {
      const path = await categoryPath({ send, root })
      await send('PATCH', path, assigning('5'))
      const late = await send('PATCH', path, assigning('7', { 'if-match': '"0.00/0.00"' }))
      expect(toStatusAndBody(late)).toEqual(
        refusal(412, 'precondition_failed', 'the category has changed since it was read'),
      )
      const again = await send('PATCH', path, assigning('9', { 'if-match': '"5.00/5.00"' }))
      expect([again.status, again.headers.get('etag')]).toEqual([200, '"9.00/9.00"'])
    })
  })

  test('is offered by every answer', async () => {
    await withServer(async ({ send, root }) => {
      expect((await send('GET', `${root}/accounts`)).headers.get('conditional-writes')).toBe('months')
    })
  })
})

const assigning = (assigned: string, headers: Record<string, string> = {}) => ({
  body: JSON.stringify({ assigned }),
  headers,
})

async function categoryPath({ send, root }: any): Promise<string> {
  const group = await send('POST', `${root}/category_groups`, { body: JSON.stringify({ name: 'Daily' }) })
  const group_id = group.body.data.category_group?.id ?? group.body.data.id
  const made = await send('POST', `${root}/categories`, { body: JSON.stringify({ name: 'Food', group_id }) })
  return `${root}/months/2026-11/categories/${made.body.data.category?.id ?? made.body.data.id}`
}
