/** Generates the calls of a history, its beginning and the reads at its end. */

import * as fc from '../../support/fast-check.ts'
import { type Command, months } from './arbitrary-picks.ts'
import type { Book } from './ledger.ts'
import type { Call } from './model.ts'
import { accountCommands, categoryCommands, merchantCommands, settings } from './other-commands.ts'
import { batch, change, create, filters, onRow, purchase } from './transaction-commands.ts'

/** Generates one call of a history. */
export const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 16, arbitrary: create },
  { weight: 18, arbitrary: purchase },
  { weight: 4, arbitrary: batch },
  { weight: 22, arbitrary: change },
  { weight: 6, arbitrary: onRow('deleteTransaction') },
  { weight: 4, arbitrary: onRow('restoreTransaction') },
  { weight: 1, arbitrary: onRow('getTransaction') },
  { weight: 2, arbitrary: filters },
  ...accountCommands,
  ...categoryCommands,
  ...merchantCommands,
  ...settings,
)

/** Builds a household to begin with: every kind of account, some categories. */
export const setupCommands: Command[] = [
  () => ({
    name: 'createAccount',
    request: {
      body: {
        name: 'Checking',
        type: 'banking_checking',
        initial_balance: '100',
        initial_balance_date: '2026-01-01',
      },
    },
  }),
  () => ({
    name: 'createAccount',
    request: {
      body: {
        name: 'Card',
        type: 'credit_credit_card',
        initial_balance: '-20',
        initial_balance_date: '2026-01-01',
      },
    },
  }),
  () => ({ name: 'createAccount', request: { body: { name: 'Other card', type: 'credit_credit_card' } } }),
  () => ({ name: 'createAccount', request: { body: { name: 'Savings', type: 'banking_savings' } } }),
  () => ({ name: 'createAccount', request: { body: { name: 'Broker', type: 'investment_brokerage' } } }),
  () => ({ name: 'createCategoryGroup', request: { body: { name: 'Daily' } } }),
  () => ({ name: 'createCategory', request: { body: { name: 'Food', group_id: 'grp#2' } } }),
  () => ({ name: 'createCategory', request: { body: { name: 'Rent', group_id: 'grp#2' } } }),
  () => ({ name: 'createCategory', request: { body: { name: 'Fun', group_id: 'grp#2' } } }),
]

/** Lists the reads at the end of a history. */
export const finalQuestions = (book: Book): Call[] => [
  { name: 'listAccounts', request: { query: { include_closed: true } } },
  { name: 'listTransactions', request: { query: { limit: 500 } } },
  { name: 'listCategories', request: {} },
  { name: 'listMerchants', request: {} },
  ...['2025-12', ...months, '2026-05', '2026-07'].map(
    (month): Call => ({ name: 'getMonth', request: { month } }),
  ),
  ...book.rows
    .filter((one) => one.deleted)
    .map((one): Call => ({ name: 'getTransaction', request: { transaction_id: one.id } })),
]
