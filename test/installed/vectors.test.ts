/** Runs the call sequences against `budget serve` of the installed program. */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { replay, type Subject, type Vector, vectors } from '../service/replay.ts'
import { isBuilt } from './install.ts'
import { fixedEnvironment, runProgram, serveProgram } from './installed-harness.ts'

/** Opens a service whose clock is fixed to one date. */
async function openService(today: string) {
  const folder = mkdtempSync(join(tmpdir(), 'budget-vectors-'))
  const env = fixedEnvironment({ now: Date.parse(today) })
  async function budget(args: readonly string[], workspace?: string): Promise<string> {
    const chosen = workspace === undefined ? {} : { BUDGET_WORKSPACE: workspace }
    const { stdout, stderr, code } = await runProgram({ args, folder, env: { ...env, ...chosen } })
    if (code !== 0) throw new Error(`budget ${args.join(' ')} ends with ${code}: ${stderr}`)
    return stdout
  }
  const { key }: { key: string } = JSON.parse(await budget(['keys', 'create', '--name', 'test', '--json']))
  const server = await serveProgram(folder, { env, flags: ['--rate-limit', '100000'] })
  return {
    budget,
    url: `http://127.0.0.1:${server.port}`,
    key,
    async close() {
      await server.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const services = new Map<string, ReturnType<typeof openService>>()
const serviceOn = (today: string): ReturnType<typeof openService> => {
  const service = services.get(today) ?? openService(today)
  services.set(today, service)
  return service
}
afterAll(async () => {
  for (const service of services.values()) await (await service).close()
})

/** Returns a flag for each field of a draft: `repeat_months: 12` is `--repeat-months 12`. */
const flagsFor = (draft: object): string[] =>
  Object.entries(draft).flatMap(([field, value]) => [
    `--${field.replace(/_id$/, '').replaceAll('_', '-')}`,
    String(value),
  ])

async function subjectFor({ id, currency = 'USD', today = '2026-11-20' }: Vector): Promise<Subject> {
  const { budget, url, key } = await serviceOn(today)
  const made = await budget(['workspaces', 'create', id, '--currency', currency, '--json'])
  const workspace: string = JSON.parse(made).id
  const authorization = `Bearer ${key}`
  return {
    async raw(method, path, body) {
      const headers = { authorization, ...(body !== undefined && { 'content-type': 'application/json' }) }
      const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) }
      const answer = await fetch(`${url}/v1/workspaces/${workspace}${path}`, init)
      return { status: answer.status, body: await answer.json() }
    },
    setTarget: (category, target) => budget(['targets', 'set', category, ...flagsFor(target)], workspace),
    snoozeTarget: (category, month) => budget(['targets', 'snooze', category, '--month', month], workspace),
    addRule: (rule) => budget(['rules', 'add', ...flagsFor(rule)], workspace),
  }
}

describe.skipIf(!isBuilt)('the installed program, serving', () => {
  test('vectors.json holds the call sequences of the specification', () => {
    expect(vectors.length).toBeGreaterThan(70)
  })

  test.each(vectors)('$id $title', async (vector) => {
    expect(await replay(await subjectFor(vector), vector.steps)).toEqual([])
  })
})
