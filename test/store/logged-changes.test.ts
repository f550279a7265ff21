/** Tests that the changes of the log of writes are read as they were written. */

import { expect, test } from 'vitest'
import type { LoggedChange } from '../../src/contract/ports/write-log.ts'
import { decodeChanges, encodeChanges } from '../../src/store/logged-changes.ts'

const create = (id: string, fields: object = {}): LoggedChange => ({
  type: 'transaction',
  id,
  before: null,
  after: {
    date: '2026-11-05',
    amount: '-1.00',
    account_id: 'acc_1',
    account_name: 'Checking',
    merchant_name: null,
    ...fields,
  },
  digest: `digest of ${id}`,
})
const batch = ['txn_1', 'txn_2', 'txn_3'].map((id) => create(id))

test.each<[string, LoggedChange[]]>([
  ['a batch', batch],
  ['a batch with more fields', batch.map((change) => create(change.id, { notes: 'x' }))],
  ['a batch into several accounts', [...batch, create('txn_4', { account_id: 'acc_2' })]],
  ['one transaction', [create('txn_1')]],
  ['nothing', []],
  ['a change', [{ type: 'merchant', id: 'mer_1', before: { name: 'a' }, after: { name: 'b' } }]],
])('%s comes back as it was', (_, changes) => {
  expect(decodeChanges(encodeChanges(changes))).toEqual(changes)
})

test('a transaction of a batch takes less than 120 bytes', () => {
  const id = 'txn_0123456789ABCDEFGHIJKLMNOP'
  const rows = Array.from({ length: 100 }, () => create(id, { merchant_name: 'Corner Shop' }))
  expect(encodeChanges(rows).length / rows.length).toBeLessThan(120)
})
