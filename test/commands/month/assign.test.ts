/** Tests assignments of several categories: conflicts, failures and reverts. */

import { describe, expect } from 'vitest'
import type { BudgetApi } from '../../../src/contract/api.ts'
import { ApiError, NetworkError } from '../../../src/contract/errors.ts'
import { type AssignmentChange, assignAtomically, listMonthCategories } from '../../../src/month/assign.ts'
import { describeBothWays, type TestWorkspace } from '../../service/service-harness.ts'

const month = '2026-11'

/** Returns changes that move 30.00 from Fun to Food, which have 100.00 each. */
async function buildChanges({ api, category }: TestWorkspace): Promise<AssignmentChange[]> {
  const ids = [await category('Fun'), await category('Food')]
  for (const category_id of ids) await api.assignCategory({ month, category_id, body: { assigned: '100' } })
  const all = listMonthCategories(await api.getMonth({ month }))
  const amounts = new Map(ids.map((id, at) => [id, at === 0 ? '70.00' : '130.00']))
  return ids.flatMap((id) =>
    all
      .filter((category) => category.id === id)
      .map((category) => ({ category, computeAssigned: () => amounts.get(id) ?? '' })),
  )
}

const readAssigned = async ({ api }: TestWorkspace): Promise<string[]> =>
  listMonthCategories(await api.getMonth({ month })).map(({ name, assigned }) => `${name} ${assigned}`)

/** Returns the same API, whose assignments from the nth on end as `end` says. */
function createFailingApi(
  api: BudgetApi,
  { from, to, end }: { from: number; to: number; end: typeof rejectRequest },
) {
  let count = 0
  const assignCategory: BudgetApi['assignCategory'] = (request, signal) => {
    count += 1
    return count >= from && count <= to ? end(api, request) : api.assignCategory(request, signal)
  }
  return { ...api, assignCategory }
}

type Request = Parameters<BudgetApi['assignCategory']>[0]

const rejectRequest = async (_api: BudgetApi, _request: Request): Promise<never> => {
  throw new ApiError('internal_error', 'out of order')
}
const loseResponse = async (api: BudgetApi, request: Request): Promise<never> => {
  await api.assignCategory(request)
  throw new NetworkError('no answer', true)
}

/** Another client adds 5.00 to Food, and the response is lost. */
const changeMeanwhile = async (api: BudgetApi, request: Request): Promise<never> => {
  const { month, category_id } = request
  await api.assignCategory({ month, category_id, body: { assigned: '105' } })
  throw new NetworkError('no answer', true)
}
const rejectVersion = async (api: BudgetApi, request: Request): Promise<never> => {
  const { month, category_id } = request
  await api.assignCategory({ month, category_id, body: { assigned: '105' } })
  throw new ApiError('precondition_failed', 'the category has changed since it was read')
}

/** A workspace without rate limit. */
const withoutRateLimit = (api: BudgetApi) => ({ workspace: { api, reserveRequests: () => undefined } })

describe('money that moves between two categories', () => {
  describeBothWays('arrives', async (stage) => {
    const done = await assignAtomically(withoutRateLimit(stage.api), month, await buildChanges(stage))
    expect(done.map(({ name, assigned, before }) => [name, before?.assigned, assigned])).toEqual([
      ['Fun', '100.00', '70.00'],
      ['Food', '100.00', '130.00'],
    ])
    expect(await readAssigned(stage)).toEqual(['Food 130.00', 'Fun 70.00'])
  })

  describeBothWays('goes back where it was when it cannot arrive', async (stage) => {
    const plan = await buildChanges(stage)
    const api = createFailingApi(stage.api, { from: 2, to: 2, end: rejectRequest })
    await expect(assignAtomically(withoutRateLimit(api), month, plan)).rejects.toThrow('out of order')
    expect(await readAssigned(stage)).toEqual(['Food 100.00', 'Fun 100.00'])
  })

  describeBothWays('goes back too when nobody knows whether it arrived', async (stage) => {
    const plan = await buildChanges(stage)
    const api = createFailingApi(stage.api, { from: 2, to: 2, end: loseResponse })
    await expect(assignAtomically(withoutRateLimit(api), month, plan)).rejects.toThrow('no answer')
    expect(await readAssigned(stage)).toEqual(['Food 100.00', 'Fun 100.00'])
  })

  describeBothWays(
    'leaves there what others brought meanwhile, when nobody knows whether it arrived',
    async (stage) => {
      const plan = await buildChanges(stage)
      const api = createFailingApi(stage.api, { from: 2, to: 2, end: changeMeanwhile })
      await expect(assignAtomically(withoutRateLimit(api), month, plan)).rejects.toThrow(
        'Food may or may not have been changed: another user changed it too',
      )
      expect(await readAssigned(stage)).toEqual(['Food 105.00', 'Fun 100.00'])
    },
  )

  describeBothWays(
    'goes back to what was there when it was sent, not when the command began',
    async (stage) => {
      const plan = await buildChanges(stage)
      const overtakenOnce = createFailingApi(stage.api, { from: 2, to: 2, end: rejectVersion })
      const api = createFailingApi(overtakenOnce, { from: 3, to: 3, end: loseResponse })
      await expect(assignAtomically(withoutRateLimit(api), month, plan)).rejects.toThrow('no answer')
      expect(await readAssigned(stage)).toEqual(['Food 105.00', 'Fun 100.00'])
    },
  )

  describeBothWays('is told to be missing when it cannot go back', async (stage) => {
    const plan = await buildChanges(stage)
    const api = createFailingApi(stage.api, { from: 2, to: 3, end: rejectRequest })
    await expect(assignAtomically(withoutRateLimit(api), month, plan)).rejects.toEqual(
      new NetworkError(
        'Only part of this was done and could not be undone; to fix it: budget month assign "Fun" 100.00 --month 2026-11',
        true,
      ),
    )
    expect(await readAssigned(stage)).toEqual(['Food 100.00', 'Fun 70.00'])
  })
})
