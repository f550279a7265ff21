import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CliHarness, createCliHarness } from '../support/cli-harness.ts'

// docs/reliability.md#r18: a key that was typed in the wrong place is not shown again.
const made = `bgt_${'q7Zx'.repeat(8)}`
const stored = 'foreign-service-secret-1234'
const inEnvironment = 'key.of.the/environment+5678'

let stage: CliHarness
beforeAll(async () => {
  stage = createCliHarness()
  await stage.budget(['init', '--name', 'Home', '--currency', 'EUR'])
  const entry = { origin: 'https://budget.example.com', key: stored }
  await stage.budget(['profile', 'add', 'work', '--base-url', entry.origin, '--workspace', 'ws_1'])
  writeFileSync(join(stage.folder, 'config/credentials.json'), JSON.stringify({ work: entry }), {
    mode: 0o600,
  })
})
afterAll(() => stage.close())

const lines: readonly (readonly string[])[] = [
  ['KEY'],
  ['auth', 'login', 'KEY'],
  ['auth', 'login', '--key=KEY'],
  ['auth', 'login', '--KEY'],
  ['auth', 'KEY'],
  ['auth', 'login', '--base-url', 'http://KEY'],
  ['accounts', 'list', '--profile', 'KEY'],
  ['accounts', 'show', 'KEY'],
  ['tx', 'add', '-5', 'KEY', '--account', 'KEY'],
  ['tx', 'list', '--since', 'KEY'],
  ['month', 'show', 'KEY', '--json'],
  ['import', 'KEY', '--account', 'KEY'],
  ['keys', 'revoke', 'KEY'],
  ['api', 'GET', '/KEY', '--verbose'],
  ['accounts', 'show', 'KEY', '--verbose', '--debug'],
  ['help', 'KEY'],
]

describe.each([
  ['made by budget', made],
  ['stored for another service', stored],
  ['of the environment', inEnvironment],
])('a key %s', (_, key) => {
  test.each(lines)('is not shown by: budget %s %s %s', async (...words) => {
    const typed = words.filter((word) => word !== undefined).map((word) => word.replace('KEY', key))
    const { stderr } = await stage.budget(typed, { env: { BUDGET_API_KEY: inEnvironment } })
    expect(stderr).not.toContain(key)
    expect(stderr).not.toContain(key.slice(0, 12))
    expect(stderr).not.toBe('')
  })
})
