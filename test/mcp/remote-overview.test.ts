/** Tests the overview of a remote profile: it counts in three requests, and says where it stopped counting. */

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openAssistant } from '../support/assistant.ts'
import { type CliHarness, createCliHarness } from '../support/cli-harness.ts'

let stage: CliHarness
const run = async (line: string, stdin = ''): Promise<string> => {
  const { code, stdout, stderr } = await stage.budget(line.split(' '), { stdin })
  expect({ line, code, stderr }).toMatchObject({ code: 0, stderr: '' })
  return stdout.trim()
}
const addRows = async (count: number): Promise<void> => {
  const rows = Array.from({ length: count }, (_, at) => ({ amount: `-${at + 1}`, date: '2026-11-01' }))
  writeFileSync(join(stage.folder, 'rows.ndjson'), rows.map((row) => JSON.stringify(row)).join('\n'))
  await run('tx add --stdin --account Checking --profile local --quiet', 'rows.ndjson')
}
const readOverview = async () => {
  const requests: string[] = []
  const assistant = await openAssistant(stage, { args: ['--allow', 'read'], performance: { requests } })
  const { attention } = await assistant.call('overview')
  await assistant.close()
  return { attention, requests: requests.length }
}

beforeAll(async () => {
  stage = createCliHarness()
  await run('init --name Home --currency EUR')
  await run('accounts add Checking --type banking_checking')
  await addRows(500)
  const { key } = JSON.parse(await run('keys create --json'))
  writeFileSync(join(stage.folder, 'key.txt'), key)
  const workspace = await run('workspaces --format ids')
  await run(
    `auth login --base-url http://127.0.0.1:8787 --workspace ${workspace} --with-key --profile work`,
    'key.txt',
  )
})
afterAll(() => stage.close())

it('counts a whole page of what needs review, and no further', async () => {
  const count = { kind: 'needs_review', count: 500 }
  expect(await readOverview()).toEqual({ attention: [count], requests: 3 })
  await addRows(1)
  expect(await readOverview()).toEqual({ attention: [{ ...count, at_least: true }], requests: 3 })
})
