/** Tests that a damaged history is told by the check, and that nothing is taken back by it. */

import { DatabaseSync } from '@photostructure/sqlite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { StorageError, UserError } from '../../../src/contract/errors.ts'
import { createHistoryWorkspace, type HistoryWorkspace } from './history-workspace.ts'

let workspace: HistoryWorkspace

beforeEach(async () => {
  workspace = createHistoryWorkspace()
  const { api, clock } = workspace.subject
  workspace.recordCommand('accounts add')
  const { account } = await api.createAccount({
    body: { name: 'Cash', type: 'banking_cash', initial_balance: '10' },
  })
  clock.tick()
  workspace.recordCommand('tx add')
  const { transaction } = await api.createTransactions({
    body: {
      transaction: { account_id: account.id, date: '2026-11-02', amount: '-5', merchant_name: 'Kiosk' },
    },
  })
  clock.tick()
  workspace.recordCommand('tx edit')
  await api.updateTransaction({ transaction_id: transaction?.id ?? '', body: { notes: 'Tea' } })
})
afterEach(() => workspace.close())

/** What was done to the file, and the entry that is taken back then. */
const damages: readonly [sql: string, id: number][] = [
  ['DELETE FROM history_changes WHERE entry = 3', 3],
  [`UPDATE history_changes SET inserted = '{"transactions":[1,2]}' WHERE entry = 2`, 2],
  [`UPDATE history_changes SET inserted = '{"transactions":[1,999999999999]}' WHERE entry = 2`, 2],
  [`UPDATE history_changes SET inserted = '{"accounts":[1,1]}' WHERE entry = 3`, 3],
  [`UPDATE history_changes SET inserted = '[' WHERE entry = 3`, 3],
  [`UPDATE history_changes SET part = 2 WHERE entry = 3`, 3],
  ["UPDATE history_changes SET changeset = x'54' WHERE entry = 3", 3],
  [
    `UPDATE history_changes SET changeset = CAST(replace(CAST(changeset AS TEXT), 'transactions', 'transactionz') AS BLOB)
     WHERE entry = 3`,
    3,
  ],
  [`UPDATE history_entries SET counts = '{bad' WHERE id = 3`, 3],
  [`UPDATE history_entries SET counts = 'null' WHERE id = 3`, 3],
  [`UPDATE history_entries SET counts = '{"transactions":2}' WHERE id = 3`, 3],
  [`UPDATE history_entries SET kept = 'x' WHERE id = 3`, 3],
  ['UPDATE history_entries SET undoes = 3 WHERE id = 3', 3],
  ['UPDATE history_entries SET at = 9000000000000000 WHERE id = 3', 3],
]

test.each(damages)('%s', (sql, id) => {
  const file = new DatabaseSync(workspace.subject.admin.path)
  file.exec(sql)
  file.close()
  const before = workspace.readRows()
  expect(workspace.subject.admin.listIntegrityErrors()).not.toEqual([])
  let refusal: unknown
  try {
    workspace.history.undo({ id, with_later: true })
  } catch (error) {
    refusal = error
  }
  expect(refusal instanceof StorageError || refusal instanceof UserError).toBe(true)
  expect(workspace.readRows()).toEqual(before)
})

test('a sound history is not told as damaged', () => {
  expect(workspace.subject.admin.listIntegrityErrors()).toEqual([])
  workspace.history.undo({ id: 3, with_later: false })
  expect(workspace.subject.admin.listIntegrityErrors()).toEqual([])
})
