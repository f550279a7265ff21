/** Tests that a dry run sends no write, for every operation of the API. */

import { describe, expect, test } from 'vitest'
import { type BudgetApi, isWriteOperation, operationNames, operations } from '../../../src/contract/api.ts'
import type { RawRequest } from '../../../src/contract/operation.ts'
import type { PlannedChange } from '../../../src/contract/ports/history.ts'
import { recordWrites } from '../../../src/remote/dry-run/recording-api.ts'
import { serviceKinds } from '../../service/describe-both-ways.ts'

describe.each(serviceKinds)('a dry run, $name', ({ open }) => {
  test.each(operationNames.filter(isWriteOperation))('plans %s and lets it not through', async (name) => {
    const { api, close } = await open()
    const made: string[] = []
    const watched = Object.fromEntries(
      operationNames.map((one) => [
        one,
        (request: RawRequest) => {
          if (isWriteOperation(one)) made.push(one)
          return (api[one] as (request: RawRequest) => Promise<unknown>)(request)
        },
      ]),
    ) as unknown as BudgetApi // one method for every operation name
    const plan: PlannedChange[] = []
    const rehearsed = recordWrites(watched, plan, async () => undefined)
    await (rehearsed[name] as (request: RawRequest) => Promise<unknown>)(await buildRequest(name, api))
    expect({ made, planned: plan.map(({ method }) => method) }).toEqual({
      made: [],
      planned: [operations[name].method],
    })
    await close()
  })
})

/** Returns path parameters that exist, for the path of the operation. */
async function buildRequest(name: (typeof operationNames)[number], api: BudgetApi): Promise<RawRequest> {
  const { account } = await api.createAccount({ body: { name: 'Cash', type: 'banking_cash' } })
  const { category_group } = await api.createCategoryGroup({ body: { name: 'Daily' } })
  const { category } = await api.createCategory({ body: { name: 'Food', group_id: category_group.id } })
  const { merchant } = await api.createMerchant({ body: { name: 'Kiosk' } })
  const draft = { account_id: account.id, date: '2026-11-02', amount: '-1.00' }
  const { transaction } = await api.createTransactions({ body: { transaction: draft } })
  const ids: Record<string, string | undefined> = {
    account_id: account.id,
    category_id: category.id,
    group_id: category_group.id,
    merchant_id: merchant.id,
    transaction_id: transaction?.id,
    month: '2026-11',
  }
  const inPath = [...operations[name].path.matchAll(/\{(\w+)\}/g)].map(([, key = '']) => [key, ids[key]])
  return { ...Object.fromEntries(inPath), body: { name: 'Other', assigned: '5.00' } }
}
