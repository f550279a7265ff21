import { describe, expect } from 'vitest'
import {
  type AssignmentChange,
  assignAtomically,
  listMonthCategories,
} from '../../../src/commands/month/shared/assign.ts'
import type { BudgetApi } from '../../../src/contract/api.ts'
import { ApiError, NetworkError } from '../../../src/contract/errors.ts'
import { bothWays, type Stage } from '../../service/service-harness.ts'

const month = '2026-11'

/** Two categories with 100.00 each, of which 30.00 are to move from Fun to Food. */
async function planned({ api, category }: Stage): Promise<AssignmentChange[]> {
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

const assigned = async ({ api }: Stage): Promise<string[]> =>
  listMonthCategories(await api.getMonth({ month })).map(({ name, assigned }) => `${name} ${assigned}`)

/** The same service, until the nth assignment; from then on so many of them end as `end` says. */
function failing(api: BudgetApi, { from, to, end }: { from: number; to: number; end: typeof refused }) {
  let count = 0
  const assignCategory: BudgetApi['assignCategory'] = (request, signal) => {
    count += 1
    return count >= from && count <= to ? end(api, request) : api.assignCategory(request, signal)
  }
  return { ...api, assignCategory }
}

type Request = Parameters<BudgetApi['assignCategory']>[0]

const refused = async (_api: BudgetApi, _request: Request): Promise<never> => {
  throw new ApiError('internal_error', 'out of order')
}
const doneButUnheard = async (api: BudgetApi, request: Request): Promise<never> => {
  await api.assignCategory(request)
  throw new NetworkError('no answer', true)
}

/** Somebody else adds 5.00 to Food, and the answer is lost. */
const overtaken = async (api: BudgetApi, request: Request): Promise<never> => {
  const { month, category_id } = request
  await api.assignCategory({ month, category_id, body: { assigned: '105' } })
  throw new NetworkError('no answer', true)
}
const changedMeanwhile = async (api: BudgetApi, request: Request): Promise<never> => {
  const { month, category_id } = request
  await api.assignCategory({ month, category_id, body: { assigned: '105' } })
  throw new ApiError('precondition_failed', 'the category has changed since it was read')
}

/** A workspace whose requests cost nothing. */
const free = (api: BudgetApi) => ({ api, reserveRequests: () => undefined })

describe('money that moves between two categories', () => {
  bothWays('arrives', async (stage) => {
    const done = await assignAtomically(free(stage.api), month, await planned(stage))
    expect(done.map(({ name, assigned, before }) => [name, before?.assigned, assigned])).toEqual([
      ['Fun', '100.00', '70.00'],
      ['Food', '100.00', '130.00'],
    ])
    expect(await assigned(stage)).toEqual(['Food 130.00', 'Fun 70.00'])
  })

  bothWays('goes back where it was when it cannot arrive', async (stage) => {
    const plan = await planned(stage)
    const api = failing(stage.api, { from: 2, to: 2, end: refused })
    await expect(assignAtomically(free(api), month, plan)).rejects.toThrow('out of order')
    expect(await assigned(stage)).toEqual(['Food 100.00', 'Fun 100.00'])
  })

  bothWays('goes back too when nobody knows whether it arrived', async (stage) => {
    const plan = await planned(stage)
    const api = failing(stage.api, { from: 2, to: 2, end: doneButUnheard })
    await expect(assignAtomically(free(api), month, plan)).rejects.toThrow('no answer')
    expect(await assigned(stage)).toEqual(['Food 100.00', 'Fun 100.00'])
  })

  bothWays(
    'leaves there what others brought meanwhile, when nobody knows whether it arrived',
    async (stage) => {
      const plan = await planned(stage)
      const api = failing(stage.api, { from: 2, to: 2, end: overtaken })
      await expect(assignAtomically(free(api), month, plan)).rejects.toThrow(
        'It is not known whether Food was changed: others changed it too',
      )
      expect(await assigned(stage)).toEqual(['Food 105.00', 'Fun 100.00'])
    },
  )

  bothWays('goes back to what was there when it was sent, not when the command began', async (stage) => {
    const plan = await planned(stage)
    const overtakenOnce = failing(stage.api, { from: 2, to: 2, end: changedMeanwhile })
    const api = failing(overtakenOnce, { from: 3, to: 3, end: doneButUnheard })
    await expect(assignAtomically(free(api), month, plan)).rejects.toThrow('no answer')
    expect(await assigned(stage)).toEqual(['Food 105.00', 'Fun 100.00'])
  })

  bothWays('is told to be missing when it cannot go back', async (stage) => {
    const plan = await planned(stage)
    const api = failing(stage.api, { from: 2, to: 3, end: refused })
    await expect(assignAtomically(free(api), month, plan)).rejects.toEqual(
      new NetworkError(
        'Only a part was done, and it could not be taken back; budget month assign "Fun" 100.00 --month 2026-11 sets it right',
        true,
      ),
    )
    expect(await assigned(stage)).toEqual(['Food 100.00', 'Fun 70.00'])
  })
})
