/** Tests what `budget demo` tells scripts. */

import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CliHarness, createCliHarness } from '../support/cli-harness.ts'

let cli: CliHarness
beforeAll(() => {
  cli = createCliHarness()
})
afterAll(() => cli.close())

test('demo --json names every transaction that it imported', async () => {
  const { code, stdout, stderr } = await cli.budget(['demo', '--json'])
  expect([code, stderr]).toEqual([0, ''])
  const { folder, imports } = JSON.parse(stdout) as {
    folder: string
    imports: { file: string; created: string[]; counts: { create: number } }[]
  }
  expect(imports.length).toBeGreaterThan(1)
  for (const { file, created, counts } of imports)
    expect([file, new Set(created).size]).toEqual([file, counts.create])
  const env = { BUDGET_DATA_DIR: folder }
  const listed = await cli.budget(['tx', 'list', '--all', '--format', 'ids'], { env })
  expect(listed.stdout.trim().split('\n')).toEqual(expect.arrayContaining(imports[0]?.created ?? ['none']))
})
