/**
 * Tests that every reply has the one envelope and exactly the fields of the contract.
 * @see docs/spec.md#s1
 * @see docs/spec.md#s2
 * @see docs/spec.md#s4
 */

import * as v from 'valibot'
import { expect, test } from 'vitest'
import { type OperationName, operationNames, operations } from '../../src/contract/api.ts'
import type { Operation } from '../../src/contract/operation.ts'
import type { ScheduleDraft } from '../../src/contract/operations/schedules.ts'
import { serviceKinds } from './describe-both-ways.ts'
import { createSampleBudget, fillIds } from './sample-budget.ts'

type Asked = [operation: OperationName, call: string, body?: unknown]

const draft = { account_id: '$checking', date: '2026-11-03', amount: '-1' }
const transfer = { from_account_id: '$checking', to_account_id: '$broker', amount: '1', date: '2026-11-03' }

const schedule = {
  ...{ account_id: '$checking', amount: '-1', first_date: '2026-11-03' },
  every: { count: 1, unit: 'month' },
}

/** Every operation once in each form of its reply, in an order that prepares the next one. */
const calls: Asked[] = [
  ['listAccounts', 'GET /accounts'],
  ['getAccount', 'GET /accounts/$closed'],
  ['createAccount', 'POST /accounts', { name: 'New', type: 'loan_auto', initial_balance: '-5' }],
  ['updateAccount', 'PATCH /accounts/$card', { notes: 'n' }],
  ['getMonth', 'GET /months/2026-11'],
  ['assignCategory', 'PATCH /months/2026-11/categories/$food', { assigned: '5' }],
  ['listTransactions', 'GET /transactions?limit=2'],
  ['listTransactions', 'GET /transactions?limit=500'],
  ['getTransaction', 'GET /transactions/$split'],
  ['getTransaction', 'GET /transactions/$transfer'],
  ['getTransaction', 'GET /transactions/$deleted'],
  ['createTransactions', 'POST /transactions', { transaction: { ...draft, merchant_name: 'Kiosk' } }],
  [
    'createTransactions',
    'POST /transactions',
    { transactions: [draft, { ...draft, splits: [{ amount: '-1' }] }] },
  ],
  ['createTransactions', 'POST /transactions', { transaction: { ...transfer, type: 'transfer' } }],
  ['updateTransaction', 'PATCH /transactions/$single', { notes: 'n' }],
  ['updateTransaction', 'PATCH /transactions/$transfer', { notes: 'n' }],
  ['deleteTransaction', 'DELETE /transactions/$single'],
  ['deleteTransaction', 'DELETE /transactions/$transfer'],
  ['restoreTransaction', 'POST /transactions/$single/restore'],
  ['restoreTransaction', 'POST /transactions/$transfer/restore'],
  ['listCategories', 'GET /categories'],
  ['getCategory', 'GET /categories/$payment'],
  ['createCategory', 'POST /categories', { name: 'New', group_id: '$group' }],
  ['updateCategory', 'PATCH /categories/$food', { archived: true }],
  ['deleteCategory', 'DELETE /categories/$food?move_to_category_id=$rent'],
  ['deleteCategory', 'DELETE /categories/$rent'],
  ['listCategoryGroups', 'GET /category_groups'],
  ['createCategoryGroup', 'POST /category_groups', { name: 'New' }],
  ['updateCategoryGroup', 'PATCH /category_groups/$group', { name: 'Renamed' }],
  ['listMerchants', 'GET /merchants'],
  ['getMerchant', 'GET /merchants/$kiosk'],
  ['createMerchant', 'POST /merchants', { name: 'New' }],
  ['updateMerchant', 'PATCH /merchants/$kiosk', { name: 'Newsstand' }],
  ['deleteMerchant', 'DELETE /merchants/$kiosk?move_to_merchant_id=$baker'],
  ['deleteMerchant', 'DELETE /merchants/$baker'],
  ['createSchedule', 'POST /schedules', { ...schedule, merchant_name: 'Landlord' }],
  ['listSchedules', 'GET /schedules'],
  ['updateSchedule', 'PATCH /schedules/$schedule', { days: [3, { nth: 'last', weekday: 'fri' }] }],
  ['updateScheduleDate', 'PATCH /schedules/$schedule/dates/2026-11-27', { skipped: true }],
  ['postScheduleDate', 'POST /schedules/$schedule/dates/2026-12-03/post', { amount: '-2' }],
  ['listSchedules', 'GET /schedules'],
  ['deleteSchedule', 'DELETE /schedules/$schedule'],
  ['deleteAccount', 'DELETE /accounts/$loan'],
]

test('every operation is asked', () => {
  expect(new Set(calls.map(([name]) => name))).toEqual(new Set(operationNames))
})

test.each(serviceKinds)('every answer holds exactly the fields of the contract, $name', async ({ open }) => {
  const opened = await open()
  const budget = await createSampleBudget(opened)
  const planned = await opened.api.createSchedule({ body: fillIds(schedule, budget) as ScheduleDraft })
  const named = { ...budget, schedule: planned.schedule.id }
  for (const [name, call, body] of calls) {
    const { status: promised, reply }: Operation = operations[name]
    const [method = '', path = ''] = fillIds(call, named).split(' ')
    const answer = await opened.raw(method, path, body === undefined ? undefined : fillIds(body, named))
    expect([call, answer.status]).toEqual([call, promised])
    const { data, ...beside } = v.parse(v.looseObject({ data: v.unknown() }), answer.body)
    // A schema drops unknown fields: equality shows that there were none.
    expect(v.parse(reply, data)).toEqual(data)
    const cursor = v.safeParse(v.object({ next_cursor: v.nullable(v.string()) }), data)
    expect(beside).toEqual(cursor.success ? cursor.output : {})
    expect(badlyWritten(data)).toEqual([])
  }
  await opened.close()
})

/** Lists timestamps, ids and amounts in a wrong format, by their paths. */
function badlyWritten(value: unknown, path = 'data'): string[] {
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).flatMap(([key, inner]) => badlyWritten(inner, `${path}.${key}`))
  }
  const field = path.split('.').at(-1) ?? ''
  const form = forms.find(([fields]) => fields.test(field))?.[1]
  return typeof value === 'string' && form && !form.test(value) ? [`${path} ${value}`] : []
}

const forms: [fields: RegExp, form: RegExp][] = [
  [/_at$/, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/],
  [/^id$|_id$/, /^(acc|cat|grp|mer|sch|txn)_[0-9A-HJKMNP-TV-Z]{26}$/],
  [/amount(?!_kind)|balance|assign|activity|available|carryover|total_/, /^(?!-0\.00$)-?(0|[1-9]\d*)\.\d\d$/],
]

test.each(serviceKinds)(
  'a transfer is answered as a pair, a single row without one, $name',
  async ({ open }) => {
    const opened = await open()
    const named = await createSampleBudget(opened)
    const keys = async (method: string, path: string, body?: unknown): Promise<string[]> => {
      const answer = await opened.raw(
        method,
        fillIds(path, named),
        body === undefined ? undefined : fillIds(body, named),
      )
      return Object.keys(v.parse(v.object({ data: v.looseObject({}) }), answer.body).data)
    }
    expect(await keys('POST', '/transactions', { transaction: draft })).toEqual(['transaction'])
    expect(await keys('POST', '/transactions', { transactions: [draft] })).toEqual(['transactions'])
    expect(await keys('POST', '/transactions', { transaction: { ...transfer, type: 'transfer' } })).toEqual([
      'transactions',
    ])
    for (const [method, path, body] of [
      ['GET', '', undefined],
      ['PATCH', '', {}],
      ['DELETE', '', undefined],
      ['POST', '/restore', undefined],
    ] as const) {
      expect(await keys(method, `/transactions/$split${path}`, body)).toEqual(['transaction'])
      expect(await keys(method, `/transactions/$transfer${path}`, body)).toEqual([
        'transaction',
        'transactions',
      ])
    }
    await opened.close()
  },
)
