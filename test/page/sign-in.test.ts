/** Tests that a device signs in with a code or a key, what its cookie is, and when it ends. */

import { describe, expect, it } from 'vitest'
import { withPage } from './page-harness.ts'

describe('a code', () => {
  it('signs a device in once', async () => {
    await withPage(async ({ workspaces, workspaceId, openBrowser, reports }) => {
      const { code } = workspaces.devices.pair({ name: 'phone', can: 'add', workspace_id: workspaceId })
      const browser = openBrowser()
      expect((await browser.get('/')).headers['location']).toBe('/sign-in')
      await browser.get('/sign-in')
      const answer = await browser.post('/sign-in', { code: code.toLowerCase().replace('-', ' ') })
      expect([answer.status, answer.headers['location']]).toEqual([303, '/'])
      const { text } = await browser.get('/devices')
      expect(text).toMatch(/phone<.*may add, used 2026-11-20, this device/)
      const other = openBrowser()
      await other.get('/sign-in')
      const refused = await other.post('/sign-in', { code })
      expect(refused.status).toBe(403)
      expect(other.cookies.has('budget')).toBe(false)
      expect(reports).toEqual([])
    })
  })
})
