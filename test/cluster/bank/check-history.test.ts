/** Tests that the checker of the bank's history finds a planted fault of each kind, and none where there is none. */

import { expect, test } from 'vitest'
import { type BankHistory, checkHistory, type TransferCall } from './check-history.ts'

const call = (note: string, begunAt: number, endedAt: number | undefined, amount: number): TransferCall => ({
  ...{ note, from: 'a', to: 'b', amount, begunAt, endedAt },
})

/** Three transfers one after the other; the last was never acknowledged. */
const history: BankHistory = {
  initial: { a: 100, b: 100 },
  transfers: [call('one', 0, 10, 1), call('two', 20, 30, 2), call('three', 40, undefined, 4)],
  log: ['one', 'two', 'three'],
  reads: [
    { balances: { a: 99, b: 101 }, begunAt: 12, endedAt: 18 },
    { balances: { a: 97, b: 103 }, begunAt: 45, endedAt: 50 },
    { balances: { a: 93, b: 107 }, begunAt: 55, endedAt: 60 },
  ],
}

test('a history that one order of the log explains has no problems', () => {
  expect(checkHistory(history)).toEqual([])
  expect(checkHistory({ ...history, log: ['one', 'two'], reads: history.reads.slice(0, 2) })).toEqual([])
})

test.each<[string, Partial<BankHistory>, string]>([
  ['a lost transfer', { log: ['one', 'three'], reads: [] }, 'two was acknowledged and is lost'],
  ['a transfer made twice', { log: ['one', 'two', 'three', 'two'], reads: [] }, 'two was applied twice'],
  [
    'a transfer nobody asked for',
    { log: ['one', 'two', 'three', 'four'], reads: [] },
    'nobody asked for four',
  ],
  [
    'a transfer before one that had ended',
    { log: ['two', 'one', 'three'], reads: [] },
    'two began after one that the log has later had ended',
  ],
  [
    'a stale read',
    { reads: [{ balances: { a: 99, b: 101 }, begunAt: 35, endedAt: 38 }] },
    'a read between 35 and 38 shows no state of that time',
  ],
  [
    'a read of what had not begun',
    { reads: [{ balances: { a: 97, b: 103 }, begunAt: 12, endedAt: 18 }] },
    'a read between 12 and 18 shows no state of that time',
  ],
  [
    'money that appears',
    { reads: [{ balances: { a: 99, b: 102 }, begunAt: 12, endedAt: 18 }] },
    'a read between 12 and 18 shows no state of that time',
  ],
])('%s is found', (_, change, problem) => {
  expect(checkHistory({ ...history, ...change })).toContain(problem)
})
