/** Tests that several processes share the rate limit of a key. */

import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { openClient } from '../../../src/remote/http/client.ts'
import { openStateDatabase } from '../../../src/store/state-db.ts'
import { type TestServer, withServer } from '../../support/running-server.ts'

const repository = resolve(import.meta.dirname, '../../..')
const isBuilt = existsSync(join(repository, 'dist/main.cjs'))
const PROCESSES = 20
const LIMIT = 200
const SPENT = 190

interface ProcessResult {
  code: number | null
  stderr: string
}

/** Runs the built program in a process of its own. */
const budget = (args: string[], env: Record<string, string>): Promise<ProcessResult> =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, [join(repository, 'bin/budget.js'), ...args], {
      env: { PATH: process.env['PATH'] ?? '', ...env },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let stderr = ''
    child.stderr.on('data', (text: Buffer) => {
      stderr += text.toString()
    })
    child.on('close', (code) => resolve({ code, stderr }))
  })

/** Uses up most of the window, as earlier commands would. */
async function useUpWindow({ server, workspaceId, key }: TestServer, folder: string): Promise<void> {
  const place = { base_url: server.url, workspace_id: workspaceId, key }
  const state = openStateDatabase(folder)
  const client = openClient({
    ...place,
    now: Date.now,
    random: Math.random,
    newId: randomUUID,
    wait: async () => undefined,
    rateLimitStore: state.rateLimitStore(place),
  })
  for (let spent = 0; spent < SPENT; spent++) await client.listCategoryGroups({})
  await client.close()
  state.close()
}

test.skipIf(!isBuilt)(
  'of twenty processes only one gets a 429, and all of them wait for the next window',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'budget-test-'))
    await withServer(
      async (served) => {
        const { server, workspaceId, key, log } = served
        await useUpWindow(served, folder)
        const env = {
          BUDGET_CONFIG_DIR: folder,
          BUDGET_DATA_DIR: folder,
          BUDGET_STATE_DIR: folder,
          BUDGET_BASE_URL: server.url,
          BUDGET_WORKSPACE: workspaceId,
          BUDGET_API_KEY: key,
        }
        const withoutWait = await Promise.all(
          Array.from({ length: PROCESSES }, () => budget(['accounts', '--no-wait', '--json'], env)),
        )
        const allowed = LIMIT - SPENT
        expect(withoutWait.filter(({ code }) => code === 0)).toHaveLength(allowed)
        const rateLimited = withoutWait.filter(({ code }) => code === 9)
        expect(rateLimited).toHaveLength(PROCESSES - allowed)
        for (const { stderr } of rateLimited) expect(JSON.parse(stderr).error.retry_after).toBeGreaterThan(0)
        expect(log.filter(({ status }) => status === 429)).toHaveLength(1)

        const withWait = await Promise.all(Array.from({ length: PROCESSES }, () => budget(['accounts'], env)))
        expect(withWait.map(({ code }) => code)).toEqual(Array.from({ length: PROCESSES }, () => 0))
        expect(log.filter(({ status }) => status === 429)).toHaveLength(1)
      },
      { rate_limit: LIMIT, rate_window: 25, now: Date.now },
    )
    rmSync(folder, { recursive: true })
  },
)
