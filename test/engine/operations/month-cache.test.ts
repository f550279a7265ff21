/** Tests that a month is computed anew after every change of its rows, by whomever. */

import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { BudgetApi } from '../../../src/contract/api.ts'
import type { Workspaces } from '../../../src/contract/ports/local-service.ts'
import { openWorkspaces } from '../../../src/engine/workspaces.ts'

const folder = mkdtempSync(join(tmpdir(), 'budget-test-'))
afterAll(() => rmSync(folder, { recursive: true }))

const open = (): Workspaces =>
  openWorkspaces({
    folder,
    now: () => Date.UTC(2026, 10, 20),
    random: (bytes) => randomBytes(bytes),
    maxOpen: 4,
  })

async function readAssigned(api: BudgetApi): Promise<string | undefined> {
  const { month } = await api.getMonth({ month: '2026-11' })
  return month.category_groups.flatMap(({ categories }) => categories)[0]?.assigned
}

test('a month shows what this process, a rolled back one and another one wrote', async () => {
  const [here, there] = [open(), open()]
  const { id } = here.createWorkspace({ name: 'Home', currency: 'USD' })
  const [api, other] = [here.open(id), there.open(id)]
  const group_id = (await api.createCategoryGroup({ body: { name: 'Living' } })).category_group.id
  const category_id = (await api.createCategory({ body: { name: 'Food', group_id } })).category.id
  const assign = (by: BudgetApi, assigned: string) =>
    by.assignCategory({ month: '2026-11', category_id, body: { assigned } })
  expect(await readAssigned(api)).toBe('0.00')
  await assign(api, '10')
  expect(await readAssigned(api)).toBe('10.00')
  await assign(other, '20')
  expect(await readAssigned(api)).toBe('20.00')
  const transaction = here.beginTransaction(id)
  await assign(api, '30')
  expect(await readAssigned(api)).toBe('30.00')
  transaction.rollback()
  expect(await readAssigned(api)).toBe('20.00')
  here.close()
  there.close()
})
