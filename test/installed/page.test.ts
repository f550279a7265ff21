/** The page of the installed program: a code of one process signs in at another, and a third one ends the device. */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createBrowser, sendTo } from '../page/page-harness.ts'
import { isBuilt } from './install.ts'
import { runProgram, serveProgram } from './installed-harness.ts'

let folder: string
let server: Awaited<ReturnType<typeof serveProgram>>

async function budget(...args: string[]): Promise<string> {
  const { stdout, stderr, code } = await runProgram({ args, folder })
  if (code !== 0) throw new Error(`budget ${args.join(' ')} ends with ${code}: ${stderr}`)
  return stdout
}

/** Starts the server; returns a browser of its page at `host`. */
async function serve(flags: string[], host?: string, origin = `http://${host}`) {
  server = await serveProgram(folder, { flags })
  const own = host ?? `127.0.0.1:${server.port}`
  return createBrowser(
    (sent) => sendTo(server.port, own, sent),
    host === undefined ? `http://${own}` : origin,
  )
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'budget-page-'))
  await budget('accounts', 'add', 'Checking', '--type', 'banking_checking')
})
afterEach(async () => {
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

describe.skipIf(!isBuilt)('the page', () => {
  it('lets a device in by a code, and out at once when another process ends it', async () => {
    const browser = await serve([])
    const { code }: { code: string } = JSON.parse(await budget('keys', 'pair', '--can', 'add', '--json'))
    await browser.get('/sign-in')
    expect((await browser.post('/sign-in', { code })).status).toBe(303)
    expect((await browser.get('/devices')).text).toMatch(/phone<.*may add/)
    const listed: { kind: string; name: string; can: string }[] = JSON.parse(await budget('keys', '--json'))
    expect(listed).toMatchObject([{ kind: 'device', name: 'phone', can: 'add' }])
    expect(await budget('keys', 'revoke', 'phone')).toContain('dev_')
    const after = await browser.get('/devices')
    expect([after.status, after.headers['location']]).toEqual([303, '/sign-in'])
  })

  it('is where --public-url says, with a cookie for https alone, and nowhere else', async () => {
    const browser = await serve(
      ['--public-url', 'https://budget.example'],
      'budget.example',
      'https://budget.example',
    )
    const { code }: { code: string } = JSON.parse(await budget('keys', 'pair', '--json'))
    await browser.get('/sign-in')
    await browser.post('/sign-in', { code })
    expect([...browser.cookies.keys()]).toEqual(['__Host-budget'])
    expect((await browser.get('/devices', { host: `127.0.0.1:${server.port}` })).status).toBe(403)
  })

  it('is not there with --no-page', async () => {
    const browser = await serve(['--no-page'])
    const { status, text } = await browser.get('/')
    expect([status, JSON.parse(text)]).toMatchObject([401, { error: { name: 'unauthorized' } }])
  })

  it.each([['--no-page'], []])('lets the API be where --public-url says %j', async (...flags) => {
    const browser = await serve(
      [...flags, '--public-url', 'https://budget.example'],
      'budget.example',
      'https://budget.example',
    )
    expect((await browser.get('/v1/workspaces/x/accounts')).status).toBe(401)
    expect((await browser.get('/v1/workspaces/x/accounts', { host: 'evil.example' })).status).toBe(403)
  })
})
