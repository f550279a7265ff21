/** Tests that a key typed in the wrong place is redacted. */

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CliHarness, createCliHarness } from '../support/cli-harness.ts'

// docs/reliability.md#r18
const createdKey = `bgt_${'q7Zx'.repeat(8)}`
const storedKey = 'foreign-service-secret-1234'
const environmentKey = 'key.of.the/environment+5678'

let cli: CliHarness
beforeAll(async () => {
  cli = createCliHarness()
  await cli.budget(['init', '--name', 'Home', '--currency', 'EUR'])
  const entry = { origin: 'https://budget.example.com', key: storedKey }
  await cli.budget(['profile', 'add', 'work', '--base-url', entry.origin, '--workspace', 'ws_1'])
  writeFileSync(join(cli.folder, 'config/credentials.json'), JSON.stringify({ work: entry }), {
    mode: 0o600,
  })
})
afterAll(() => cli.close())

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
  ['made by budget', createdKey],
  ['stored for another service', storedKey],
  ['of the environment', environmentKey],
])('a key %s', (_, key) => {
  test.each(lines)('is not shown by: budget %s %s %s', async (...words) => {
    const typed = words.filter((word) => word !== undefined).map((word) => word.replace('KEY', key))
    const { stderr } = await cli.budget(typed, { env: { BUDGET_API_KEY: environmentKey } })
    expect(stderr).not.toContain(key)
    expect(stderr).not.toContain(key.slice(0, 12))
    expect(stderr).not.toBe('')
  })
})
