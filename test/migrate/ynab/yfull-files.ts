/** Makes small budgets as YNAB 4 itself saves them. */

import type { SourceFile } from '../../../src/tables/source-file.ts'

type Fields = Readonly<Record<string, unknown>>

let version = 0
const entity = (entityType: string, entityId: string, fields: Fields) => ({
  entityType,
  entityId,
  entityVersion: `A-${++version}`,
  ...fields,
})

/** An account. */
const makeAccount = (name: string, fields: Fields = {}) =>
  entity('account', name, {
    accountName: name,
    accountType: 'Checking',
    onBudget: true,
    hidden: false,
    ...fields,
  })

/** A transaction of Checking. */
export const makeTransaction = (id: string, date: string, amount: number, fields: Fields = {}) =>
  entity('transaction', id, {
    accountId: 'Checking',
    date,
    amount,
    cleared: 'Cleared',
    accepted: true,
    categoryId: null,
    ...fields,
  })

/** A line of a split. */
const makeLine = (id: string, parentTransactionId: string, amount: number, fields: Fields) =>
  entity('subTransaction', id, { parentTransactionId, amount, ...fields })

const makeCategory = (name: string, masterCategoryId: string, fields: Fields = {}) =>
  entity('category', name, { name, masterCategoryId, type: 'OUTFLOW', ...fields })

const makePayee = (name: string, fields: Fields = {}) => entity('payee', `payee ${name}`, { name, ...fields })

/** What a month says about a category. */
const makeMonthOfCategory = (
  month: string,
  categoryId: string,
  budgeted: number,
  overspendingHandling: string | null = null,
) =>
  entity('monthlyCategoryBudget', `MCB/${month}/${categoryId}`, {
    parentMonthlyBudgetId: `MB/${month}`,
    categoryId,
    budgeted,
    overspendingHandling,
  })

const makeMonth = (month: string, categories: readonly Fields[]) =>
  entity('monthlyBudget', `MB/${month}`, { month: `${month}-01`, monthlySubCategoryBudgets: categories })

/**
 * A household of two months: 1,000.00 in January and 500.00 for the next month; Food is overspent by 30.00 in January,
 * which stays in the category, and Fun by 5.00, which the next month pays.
 */
export const smallBudget = {
  budgetMetaData: { currencyISOSymbol: null, currencyLocale: 'de_DE' },
  fileMetaData: { currentKnowledge: 'A-50' },
  accounts: [
    makeAccount('Savings', { onBudget: false, accountType: 'Savings', sortableIndex: 3 }),
    makeAccount('Checking', { sortableIndex: 1, note: 'Main', lastReconciledDate: '2014-01-31' }),
    makeAccount('Visa', { sortableIndex: 2, accountType: 'CreditCard' }),
    makeAccount('Old', { sortableIndex: 4, hidden: true }),
    makeAccount('Gone', { sortableIndex: 5, isTombstone: true }),
  ],
  payees: [
    makePayee('Starting Balance'),
    makePayee('Shop', {
      renameConditions: [entity('payeeStringCondition', 'rename', { operator: 'Is', operand: 'SHOP 1' })],
    }),
    makePayee('Unused'),
    entity('payee', 'Payee/Transfer:Savings', { name: 'Transfer : Savings', targetAccountId: 'Savings' }),
  ],
  masterCategories: [
    entity('masterCategory', 'MasterCategory/__Hidden__', {
      name: 'Hidden Categories',
      subCategories: [
        makeCategory('hidden', 'MasterCategory/__Hidden__', { name: 'Everyday ` Bicycle ` Everyday' }),
      ],
    }),
    entity('masterCategory', 'Everyday', {
      name: 'Everyday',
      subCategories: [
        makeCategory('Fun', 'Everyday', { sortableIndex: 2, note: 'Cinema' }),
        makeCategory('Food', 'Everyday', { sortableIndex: 1 }),
        makeCategory('Deleted', 'Everyday', { isTombstone: true }),
      ],
    }),
  ],
  monthlyBudgets: [
    makeMonth('2014-01', [
      makeMonthOfCategory('2014-01', 'Food', 50, 'Confined'),
      makeMonthOfCategory('2014-01', 'Fun', 5),
    ]),
    makeMonth('2014-02', [makeMonthOfCategory('2014-02', 'Food', 0)]),
    makeMonth('2014-03', [makeMonthOfCategory('2014-03', 'Food', 10, 'AffectsBuffer')]),
  ],
  transactions: [
    makeTransaction('start', '2014-01-01', 1000, {
      payeeId: 'payee Starting Balance',
      categoryId: 'Category/__ImmediateIncome__',
      cleared: 'Reconciled',
    }),
    makeTransaction('split', '2014-01-05', -140, {
      payeeId: 'payee Shop',
      categoryId: 'Category/__Split__',
      memo: 'Weekend',
      flag: 'Red',
      checkNumber: '101',
      subTransactions: [
        makeLine('split 1', 'split', -80, { categoryId: 'Food', memo: 'bread' }),
        makeLine('split 2', 'split', -10, { categoryId: 'Fun' }),
        makeLine('split 3', 'split', -50, { targetAccountId: 'Savings', transferTransactionId: 'saved' }),
        makeLine('split 4', 'split', -1, { categoryId: 'Fun', isTombstone: true }),
      ],
    }),
    makeTransaction('saved', '2014-01-05', 50, {
      accountId: 'Savings',
      targetAccountId: 'Checking',
      transferTransactionId: 'split 3',
    }),
    makeTransaction('job', '2014-01-31', 500.10000000000002, {
      categoryId: 'Category/__DeferredIncome__',
      cleared: 'Uncleared',
      accepted: false,
    }),
    makeTransaction('deleted', '2014-01-31', -7, { categoryId: 'Food', isTombstone: true }),
  ],
  scheduledTransactions: [entity('scheduledTransaction', 'rent', { amount: -1000 })],
}

/** A file of JSON. */
export const createJsonFile = (path: string, content: unknown): SourceFile => ({
  path,
  bytes: Buffer.from(JSON.stringify(content)),
})

/** The file with a whole budget. */
export const createWholeBudget = (content: object = smallBudget, path = 'Budget.yfull'): SourceFile =>
  createJsonFile(path, content)
