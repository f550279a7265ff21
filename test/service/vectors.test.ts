/** Tests the call sequences of vectors.json, in process and over HTTP. */

import { describe, expect, test } from 'vitest'
import { serviceKinds } from './describe-both-ways.ts'
import { replay, vectors } from './replay.ts'

describe.each(serviceKinds)('$name', ({ open }) => {
  test('vectors.json holds the call sequences of the specification', () => {
    expect(vectors.length).toBeGreaterThan(70)
  })

  test.each(vectors)('$id $title', async ({ currency = 'USD', today = '2026-11-20', steps }) => {
    const { raw, workspaces, workspaceId, close } = await open({ currency, now: () => Date.parse(today) })
    try {
      expect(await replay({ ...workspaces.admin(workspaceId), raw }, steps)).toEqual([])
    } finally {
      await close()
    }
  })
})
