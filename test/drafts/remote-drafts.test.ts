/**
 * Tests drafts of a remote profile, which may stop in the middle.
 * @see docs/history.md#4-drafts
 */

import { afterEach, beforeEach, expect, it } from 'vitest'
import type { HarnessRunOptions } from '../support/cli-harness.ts'
import { createRemoteHarness, type RemoteHarness } from '../support/remote-harness.ts'

let remote: RemoteHarness
beforeEach(async () => {
  remote = await createRemoteHarness()
})
afterEach(() => remote.close())

const readJson = async (line: string, performance?: HarnessRunOptions) =>
  JSON.parse(await remote.runOk(`${line} --json`, performance))
const readAssigned = async (performance?: HarnessRunOptions): Promise<Record<string, string>> => {
  const { month } = await readJson('month show', performance)
  const categories: { name: string; assigned: string }[] = month.category_groups.flatMap(
    (group: { categories: unknown }) => group.categories,
  )
  return Object.fromEntries(categories.map(({ name, assigned }) => [name, assigned]))
}

it('shows what it would change and sends nothing, then sends exactly that', async () => {
  const { requests, stdout } = await remote.run('month assign Groceries=5 Rent=6 --draft --json')
  expect(requests.filter((one) => !one.startsWith('GET '))).toEqual([])
  expect(JSON.parse(stdout)).toMatchObject({
    rows: 2,
    requests: 2,
    ready_to_assign: { '2026-11': ['100.00', '89.00'] },
  })
  const applied = await remote.run('drafts apply 1 --yes --json')
  expect(applied.requests.filter((one) => !one.startsWith('GET '))).toHaveLength(2)
  expect(await readAssigned()).toMatchObject({ Groceries: '5.00', Rent: '6.00' })
  expect((await remote.run('drafts apply 1 --yes --json')).stdout).toBe(applied.stdout)
  await remote.runOk('undo --yes')
  expect(await readAssigned()).toMatchObject({ Groceries: '0.00', Rent: '0.00' })
})

it('sends nothing when what it changes was changed meanwhile', async () => {
  await remote.runOk('month assign Groceries 5 --draft')
  await remote.runOk('month assign Groceries 1')
  const { code, stdout, requests } = await remote.run('drafts apply 1 --yes --json')
  expect({ code, writes: requests.filter((one) => !one.startsWith('GET ')) }).toEqual({ code: 7, writes: [] })
  expect(JSON.parse(stdout)).toMatchObject({ applied: false, history: null })
})

it('ends with 8 where the service stops it, is one entry, and is not applied again', async () => {
  await remote.runOk('month assign Groceries=5 Rent=6 --draft')
  // The month, and one of the two writes.
  const { code, stdout } = await remote.run('drafts apply 1 --yes --json --no-wait', { rateLimit: 2 })
  const result = JSON.parse(stdout)
  // The limit is over.
  const later = { later: 2 * 3_600_000 }
  expect({ code, result }).toMatchObject({ code: 8, result: { applied: true, missing: 1 } })
  const assigned = await readAssigned(later)
  expect(Object.values(assigned).filter((amount) => amount !== '0.00')).toHaveLength(1)
  const again = await remote.run('drafts apply 1 --yes --json', later)
  expect({ code: again.code, result: JSON.parse(again.stdout) }).toEqual({
    code: 8,
    result: { ...result, problem: null },
  })
  expect(await readAssigned(later)).toEqual(assigned)
  await remote.runOk(`undo ${result.history} --yes`, later)
  expect(Object.values(await readAssigned(later)).filter((amount) => amount !== '0.00')).toEqual([])
})

it('cannot be made of an import, which the service compares as it is sent', async () => {
  remote.writeFile('bank.csv', 'Date,Payee,Amount\n2026-11-05,Shop,-3.00\n')
  const { code, stderr } = await remote.run('import bank.csv --account Checking --accept --draft')
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('cannot be drafted') })
})
