/** Runs the official conformance suite on the transport, with the fixture that the suite asks for, and on the packed program. */

import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type RequestListener, request as sendRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { describe, expect, it } from 'vitest'
import { answerAsProduct, createStreamedAnswers } from '../mcp/conformance/serve-fixture.ts'
import { isBuilt } from './install.ts'
import { runProgram, serveProgram } from './installed-harness.ts'

const suite = resolve('node_modules/@modelcontextprotocol/conformance/dist/index.js')
// The suite does not start on Node 20.
const [node = ''] = (process.env['BUDGET_TEST_NODES'] ?? '').split(':').filter((path) => path !== '')

/** Returns how many scenarios a revision requires, which of them fail, and which of all pass a check and fail none. */
async function judge(listener: RequestListener, revision: string) {
  const server = createServer(listener)
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo // it listens on TCP
  const child = spawn(node, [
    suite,
    'server',
    '--url',
    `http://127.0.0.1:${port}/mcp`,
    '--requirements',
    revision,
  ])
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (said: string) => (output += said))
  await new Promise((done) => child.on('close', done))
  server.closeAllConnections()
  server.close()
  const [summary = '', unscored = ''] = (output.split('=== SUMMARY ===')[1] ?? '').split('\nNot scored')
  const lines = [...summary.matchAll(/^\S+ ([\w-]+): (\d+) passed, (\d+) failed/gm)]
  const names = lines.map(([, name = '']) => name)
  const failed = lines.filter(([, , good, bad]) => good === '0' || bad !== '0').map(([, name]) => name)
  const scored = names.filter((name) => !unscored.includes(` ${name} (`))
  return {
    scored: scored.length,
    failed: scored.filter((name) => failed.includes(name)),
    passed: names.filter((name) => !failed.includes(name)),
  }
}

// What the program passes in both revisions.
const both = ['tools-list', 'resources-list', 'prompts-list', 'dns-rebinding-protection']

describe.skipIf(!isBuilt || node === '')('The conformance suite, on the first of BUDGET_TEST_NODES', () => {
  it.each([
    ['2026-07-28', 37, ['server-stateless']],
    [
      '2025-11-25',
      30,
      [
        'tools-call-sampling',
        'tools-call-elicitation',
        'elicitation-sep1034-defaults',
        'server-sse-multiple-streams',
        'elicitation-sep1330-enums',
      ],
    ],
  ])(
    'passes for %s, and without streams and sessions all but what needs them',
    async (revision, scored, failed) => {
      expect(await judge(getRequestListener(createStreamedAnswers()), revision)).toMatchObject({
        scored,
        failed: [],
      })
      expect(await judge(getRequestListener(answerAsProduct), revision)).toMatchObject({ scored, failed })
    },
  )

  it('passes on the installed program where it needs no fixture', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'budget-conformance-'))
    const run = async (...args: string[]) =>
      JSON.parse((await runProgram({ args: [...args, '--json'], folder })).stdout)
    const { id } = await run('workspaces', 'create', 'Home', '--currency', 'USD')
    const { port, close } = await serveProgram(folder, { flags: ['--mcp'] })
    const path = `/v1/workspaces/${id}/mcp`
    // A key may ask so often within an hour; each run has its own.
    const judgeProgram = async (revision: string) => {
      const { key } = await run('keys', 'create')
      return judge((request, response) => {
        const headers = { ...request.headers, authorization: `Bearer ${key}` }
        const sent = sendRequest({ port, path, method: request.method, headers }, (answer) => {
          response.writeHead(answer.statusCode ?? 500, answer.headers)
          answer.pipe(response)
        })
        request.pipe(sent)
      }, revision)
    }
    const { passed: modern } = await judgeProgram('2026-07-28')
    expect(modern).toEqual(
      expect.arrayContaining([
        ...both,
        'server-sse-multiple-streams',
        'sep-2164-resource-not-found',
        'caching',
        'http-header-validation',
        'input-required-result-unsupported-methods',
      ]),
    )
    const { passed: legacy } = await judgeProgram('2025-11-25')
    expect(legacy).toEqual(expect.arrayContaining([...both, 'server-initialize', 'ping']))
    await close()
    rmSync(folder, { recursive: true, force: true })
  })
})
