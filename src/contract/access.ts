/** Decides what an API key, or a device of the page, may do. @see docs/spec.md#r5 */

import type { OperationName } from './api.ts'

/** What a key may do: read; add transactions and see names and what is available; or everything. */
export const keyLevels = ['read', 'add', 'write'] as const

/** What a key may do. */
export type KeyLevel = (typeof keyLevels)[number]

/**
 * What an operation or a page is about: `names` also has balances and what is available, `rows` are transactions and
 * schedules, `add` creates transactions, `write` changes anything.
 */
export type AccessNeed = 'names' | 'rows' | 'add' | 'write'

const permissions: Readonly<Record<KeyLevel, Readonly<Record<AccessNeed, boolean>>>> = {
  read: { names: true, rows: true, add: false, write: false },
  add: { names: true, rows: false, add: true, write: false },
  write: { names: true, rows: true, add: true, write: true },
}

/** True if a key of this level may do what the operation or the page needs. */
export const isPermitted = (level: KeyLevel, need: AccessNeed): boolean => permissions[level][need]

/** True if a key is for this workspace, or for all of them. */
export const opensWorkspace = (key: { workspace_id: string | null }, workspace_id: string): boolean =>
  key.workspace_id === null || key.workspace_id === workspace_id

/** What each operation needs. */
export const operationNeeds: Readonly<Record<OperationName, AccessNeed>> = {
  listAccounts: 'names',
  getAccount: 'names',
  createAccount: 'write',
  updateAccount: 'write',
  deleteAccount: 'write',
  getMonth: 'names',
  assignCategory: 'write',
  listTransactions: 'rows',
  getTransaction: 'rows',
  createTransactions: 'add',
  updateTransaction: 'write',
  deleteTransaction: 'write',
  restoreTransaction: 'write',
  listCategories: 'names',
  getCategory: 'names',
  createCategory: 'write',
  updateCategory: 'write',
  deleteCategory: 'write',
  listCategoryGroups: 'names',
  createCategoryGroup: 'write',
  updateCategoryGroup: 'write',
  listMerchants: 'names',
  getMerchant: 'names',
  createMerchant: 'write',
  updateMerchant: 'write',
  deleteMerchant: 'write',
  listSchedules: 'rows',
  createSchedule: 'write',
  updateSchedule: 'write',
  deleteSchedule: 'write',
  updateScheduleDate: 'write',
  postScheduleDate: 'write',
}
