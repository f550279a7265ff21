/** Tests how `budget api` parses method, path and fields. */

import { describe, expect, it } from 'vitest'
import type { Method } from '../../src/contract/operation.ts'
import { parseApiCall } from '../../src/setup/api-request.ts'

const parseCall = (method: Method, path: string, fields: string[] = [], body?: unknown) =>
  parseApiCall({ method, path, fields, body, workspace_id: 'wks_1' })

describe('a raw call', () => {
  it('means the operation whose method and path it has', () => {
    expect(parseCall('PATCH', '/months/2026-11/categories/cat_1', ['assigned=5'])).toEqual({
      name: 'assignCategory',
      request: { month: '2026-11', category_id: 'cat_1', query: {}, body: { assigned: '5' } },
    })
  })

  it('may name the whole path', () => {
    expect(parseCall('GET', '/v1/workspaces/wks_1/accounts/acc_1')).toEqual({
      name: 'getAccount',
      request: { account_id: 'acc_1', query: {} },
    })
  })

  it('has parameters behind its path, beside it, or both', () => {
    expect(parseCall('GET', '/transactions?limit=5&status=pending', ['limit=7']).request).toEqual({
      query: { limit: '7', status: 'pending' },
    })
  })

  it('takes words of JSON for what they are, and amounts for text', () => {
    const fields = [
      'transaction.amount=-5',
      'transaction.category_id=null',
      'transaction.splits=[{"amount":"-5"}]',
    ]
    expect(parseCall('POST', '/transactions', fields).request.body).toEqual({
      transaction: { amount: '-5', category_id: null, splits: [{ amount: '-5' }] },
    })
  })

  it('sends no body where none is taken', () => {
    expect(parseCall('POST', '/transactions/txn_1/restore').request).toEqual({
      transaction_id: 'txn_1',
      query: {},
    })
  })

  it.each([
    ['GET', '/'],
    ['GET', '/accounts/'],
    ['GET', '/accounts/acc_1/more'],
    ['DELETE', '/category_groups/grp_1'],
    ['GET', '/v1'],
    ['GET', '/v1/workspaces/wks_1'],
  ] as const)('%s %s is no endpoint', (method, path) => {
    expect(() => parseCall(method, path)).toThrow('endpoint not found')
  })

  it('never goes to a workspace that is not open', () => {
    expect(() => parseCall('GET', '/v1/workspaces/wks_2/accounts')).toThrow(
      '"wks_2" is not the open workspace, which is wks_1',
    )
  })
})
