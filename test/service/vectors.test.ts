/** The hand-written sequences beside the service's document, both ways. */

import { describe, expect, test } from 'vitest'
import { ways } from './describe-both-ways.ts'
import { replay, vectors } from './replay.ts'

describe.each(ways)('$name', ({ open }) => {
  test.skipIf(vectors.length === 0)('the sequences are at hand, in shared/ beside this checkout', () => {
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
