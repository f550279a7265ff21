/** Tests assistants with the packed program and the official client: over stdio and HTTP, in both revisions. */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { installProgram, isBuilt, programPath } from './install.ts'
import { environmentIn, runProgram, serveProgram, startProgram } from './installed-harness.ts'

const eras = [
  ['2025-11-25', 'legacy'],
  ['2026-07-28', { pin: '2026-07-28' }],
] as const

let folder: string
const run = (...args: string[]) => runProgram({ args, folder })
async function runJson(...args: string[]): Promise<never> {
  const { stdout, stderr, code } = await run(...args, '--json')
  expect({ args, code, stderr }).toMatchObject({ code: 0 })
  return JSON.parse(stdout) as never // each test knows what its command prints
}

const readContent = (result: object) =>
  (result as { structuredContent: Record<string, unknown> }).structuredContent

describe.skipIf(!isBuilt)('budget mcp, installed', () => {
  beforeAll(() => void installProgram(), 120_000)
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'budget-mcp-'))
    await run('workspaces', 'create', 'Home', '--currency', 'USD')
    await run('accounts', 'add', 'Checking', '--type', 'banking_checking', '--balance', '1000')
    await run('groups', 'add', 'Everyday')
    for (const name of ['Fun', 'Groceries']) await run('categories', 'add', name, '--group', 'Everyday')
    await run('month', 'assign', 'Groceries=300')
    await run('spend', '45', 'Cinema', 'Fun')
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  describe.each(eras)('%s', (_, mode) => {
    it('reads, drafts and asks over stdio; what was agreed is applied once', async () => {
      const forms: string[] = []
      const client = new Client(
        { name: 'official', version: '1' },
        { capabilities: { elicitation: { form: {} } }, versionNegotiation: { mode } },
      )
      client.setRequestHandler('elicitation/create', ({ params }) => {
        forms.push(params.message)
        return { action: 'accept', content: { apply: true } }
      })
      await client.connect(
        new StdioClientTransport({
          command: process.execPath,
          args: [programPath(installProgram()), 'mcp', '--allow', 'ask'],
          env: environmentIn(folder),
        }),
      )
      const overview = readContent(await client.callTool({ name: 'overview', arguments: {} }))
      expect(overview['ready_to_assign']).toBe((await runJson('status'))['ready_to_assign'])
      const changes = [{ do: 'cover', categories: ['Fun'], from: ['Groceries'] }]
      const draft = readContent(await client.callTool({ name: 'draft_changes', arguments: { changes } }))
      expect(draft).toMatchObject({ draft: 1, rows: 2 })
      const applied = readContent(await client.callTool({ name: 'apply_draft', arguments: { draft: 1 } }))
      expect(readContent(await client.callTool({ name: 'apply_draft', arguments: { draft: 1 } }))).toEqual(
        applied,
      )
      expect(forms).toHaveLength(1)
      await client.close()
      const [entry] = (await runJson('history')) as { id: number; actor: string }[]
      expect(entry).toMatchObject({ id: applied['history'], actor: 'assistant official' })
      expect(await run('undo', '--yes')).toMatchObject({ code: 0 })
    })

    it('reads and drafts over HTTP by what the key may do', async () => {
      const [{ id }] = (await runJson('workspaces')) as [{ id: string }]
      const keys: string[] = []
      for (const level of ['write', 'read', 'add'])
        keys.push(((await runJson('keys', 'create', '--can', level)) as { key: string }).key)
      const server = await serveProgram(folder, { flags: ['--mcp'] })
      const url = new URL(`http://127.0.0.1:${server.port}/v1/workspaces/${id}/mcp`)
      const counts: number[] = []
      for (const key of keys) {
        const client = new Client({ name: 'official', version: '1' }, { versionNegotiation: { mode } })
        const requestInit = { headers: { Authorization: `Bearer ${key}` } }
        try {
          await client.connect(new StreamableHTTPClientTransport(url, { requestInit }))
          counts.push((await client.listTools()).tools.length)
          await client.close()
        } catch {
          counts.push(0)
        }
      }
      expect(counts).toEqual([10, 6, 0])
      await server.close()
    })
  })

  it('does nothing for other sites, other names and revoked keys', async () => {
    const [{ id }] = (await runJson('workspaces')) as [{ id: string }]
    const { key, id: keyId } = (await runJson('keys', 'create')) as { key: string; id: string }
    const server = await serveProgram(folder, { flags: ['--mcp'] })
    const list = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }
    const post = async (headers: Record<string, string>, message: unknown = list): Promise<number> => {
      const body = JSON.stringify(message)
      const { status } = await fetch(`http://127.0.0.1:${server.port}/v1/workspaces/${id}/mcp`, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          Accept: 'application/json, text/event-stream',
          Authorization: `Bearer ${key}`,
          ...headers,
        },
        body,
      })
      return status
    }
    expect(await post({})).toBe(200)
    // Many calls would count as one request.
    expect(await post({}, [list, list])).toBe(400)
    expect(await post({}, { ...list, params: { long: 'x'.repeat(1024 * 1024) } })).toBe(413)
    expect(await post({ Origin: 'http://localhost:6274' })).toBe(200)
    for (const origin of [
      'https://evil.example',
      'null',
      'http://localhost.evil.example',
      'http://127.0.0.1@evil.example',
    ])
      expect({ origin, status: await post({ Origin: origin }) }).toEqual({ origin, status: 403 })
    expect(await post({ Authorization: 'Bearer nothing' })).toBe(401)
    await run('keys', 'revoke', keyId, '--yes')
    expect(await post({})).toBe(401)
    await server.close()
  })

  it('writes nothing but the protocol to stdout, and survives nonsense', async () => {
    const before = await runJson('history')
    const nested = '['.repeat(20_000)
    const lines = [
      'nonsense',
      nested,
      JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'initialize',
        params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'x', version: '1' } },
      }),
      JSON.stringify({
        jsonrpc: '2.0',
        id: 2,
        method: 'tools/call',
        params: { name: 'draft_changes', arguments: { changes: nested } },
      }),
    ]
    for (const last of ['', 'x'.repeat(11_000_000)]) {
      const child = startProgram({ args: ['mcp'], folder })
      let stdout = ''
      const ended = new Promise((resolve) => child.on('close', resolve))
      child.stdin?.on('error', () => undefined)
      child.stdout?.setEncoding('utf8').on('data', (text: string) => {
        stdout += text
        if (stdout.includes('"id":2')) child.stdin?.end(last)
      })
      child.stdin?.write(`${lines.join('\n')}\n`)
      await ended
      const messages = stdout.split('\n').filter((line) => line !== '')
      expect(messages.length).toBeGreaterThan(1)
      for (const message of messages) expect(JSON.parse(message)).toMatchObject({ jsonrpc: '2.0' })
    }
    expect(await runJson('history')).toEqual(before)
    expect(await runJson('drafts')).toEqual([])
  })
})
