/**
 * Lists well-formed requests with invalid values, and their errors.
 * @see docs/spec.md#a-accounts
 * @see docs/spec.md#b-budget-month
 * @see docs/spec.md#c-credit-accounts-credit_
 * @see docs/spec.md#d-validation
 * @see docs/spec.md#e-changing-transactions
 * @see docs/spec.md#m-merchants
 */

import { draft, one, type Refusal, transfer } from './rejected.ts'

const onlyOut = 'category_id is only allowed for a transfer from an on-budget to an off-budget account'
const onlyOneSide = 'is only allowed on the on-budget side of a transfer with an off-budget account'
const sendSplits = 'cannot be changed on a split transaction; send splits'
const systemCategory = 'category is system-managed and cannot be modified'

const accounts: Refusal[] = [
  ['DELETE /accounts/$checking', 'account has active transactions; close it instead'],
  ['DELETE /accounts/$linked', 'account is linked and cannot be deleted'],
  ['POST /transactions', 'transaction.account_id is a closed account', one({ account_id: '$closed' })],
  [
    'POST /transactions',
    'transactions[1].account_id is a closed account',
    { transactions: [draft, { ...draft, account_id: '$closed' }] },
  ],
  [
    'POST /transactions',
    'transaction.from_account_id is a closed account',
    transfer({ from_account_id: '$closed' }),
  ],
  [
    'POST /transactions',
    'transaction.to_account_id is a closed account',
    transfer({ to_account_id: '$closed' }),
  ],
  ['PATCH /transactions/$single', 'account_id is a closed account', { account_id: '$closed' }],
  ['PATCH /transactions/$transfer', 'account_id is a closed account', { account_id: '$closed' }],
  ['POST /transactions/$orphan/restore', 'account was deleted'],
]

const envelopes: Refusal[] = [
  [
    'POST /transactions',
    'transaction.ready_to_assign must not be combined with category_id',
    one({ category_id: '$food', ready_to_assign: true }),
  ],
  [
    'POST /transactions',
    'transaction.splits[0].ready_to_assign must not be combined with category_id',
    one({ splits: [{ amount: '-1', category_id: '$food', ready_to_assign: true }] }),
  ],
  [
    'PATCH /transactions/$single',
    'ready_to_assign must not be combined with category_id',
    { category_id: '$food', ready_to_assign: true },
  ],
  [
    'POST /transactions',
    'transaction.category_id must not be a system category',
    one({ category_id: '$payment' }),
  ],
  [
    'POST /transactions',
    'transaction.splits[0].category_id must not be a system category',
    one({ splits: [{ amount: '-1', category_id: '$payment' }] }),
  ],
  ['PATCH /transactions/$single', 'category_id must not be a system category', { category_id: '$payment' }],
  [
    'POST /transactions',
    'transaction.category_id is not allowed on an off-budget account',
    one({ account_id: '$broker', category_id: '$food' }),
  ],
  [
    'POST /transactions',
    'transaction.ready_to_assign is not allowed on an off-budget account',
    one({ account_id: '$broker', ready_to_assign: true }),
  ],
  [
    'POST /transactions',
    'transaction.splits[1].category_id is not allowed on an off-budget account',
    one({
      account_id: '$broker',
      amount: null,
      splits: [{ amount: '1' }, { amount: '1', category_id: '$food' }],
    }),
  ],
  [
    'PATCH /transactions/$single',
    'category_id is not allowed on an off-budget account',
    { account_id: '$broker' },
  ],
  [
    'PATCH /transactions/$split',
    'splits[0].category_id is not allowed on an off-budget account',
    { account_id: '$broker' },
  ],
]

const splits: Refusal[] = [
  ['POST /transactions', 'transaction.splits must add up to amount', one({ splits: [{ amount: '-0.99' }] })],
  [
    'PATCH /transactions/$single',
    'splits must add up to amount',
    { amount: '-5', splits: [{ amount: '-4' }] },
  ],
  ['PATCH /transactions/$split', `amount ${sendSplits}`, { amount: '-11' }],
  ['PATCH /transactions/$split', `category_id ${sendSplits}`, { category_id: '$food' }],
  ['PATCH /transactions/$split', `ready_to_assign ${sendSplits}`, { ready_to_assign: true }],
  [
    'PATCH /transactions/$single',
    'category_id must not be combined with splits',
    { category_id: '$food', splits: [{ amount: '-4' }] },
  ],
]

const transfers: Refusal[] = [
  [
    'POST /transactions',
    'transaction.to_account_id must differ from from_account_id',
    transfer({ to_account_id: '$checking' }),
  ],
  ['POST /transactions', 'transaction.amount must be positive', transfer({ amount: '0.00' })],
  ['POST /transactions', 'transaction.amount must be positive', transfer({ amount: '-1' })],
  ['POST /transactions', `transaction.${onlyOut}`, transfer({ category_id: '$food' })],
  [
    'POST /transactions',
    `transaction.${onlyOut}`,
    transfer({ from_account_id: '$broker', category_id: '$food' }),
  ],
  [
    'POST /transactions',
    `transaction.${onlyOut}`,
    transfer({ from_account_id: '$broker', to_account_id: '$loan', category_id: '$food' }),
  ],
  [
    'POST /transactions',
    `transaction.${onlyOut}`,
    transfer({ to_account_id: '$card', category_id: '$food' }),
  ],
  ['PATCH /transactions/$transfer', `category_id ${onlyOneSide}`, { category_id: '$food' }],
  ['PATCH /transactions/$transfer', `ready_to_assign ${onlyOneSide}`, { ready_to_assign: true }],
  [
    'PATCH /transactions/$transfer',
    'account_id must differ from the account of the other side',
    { account_id: '$savings' },
  ],
  ['PATCH /transactions/$transfer', 'amount must not be zero on a transfer', { amount: '-0' }],
  ['PATCH /transactions/$transfer', 'splits is not allowed on a transfer', { splits: [{ amount: '-50' }] }],
  ['PATCH /transactions/$transfer', 'merchant_id is not allowed on a transfer', { merchant_id: '$kiosk' }],
  ['PATCH /transactions/$transfer', 'merchant_name is not allowed on a transfer', { merchant_name: 'Kiosk' }],
]

const others: Refusal[] = [
  ['PATCH /transactions/$deleted', 'transaction is deleted; restore it first', { amount: '-2' }],
  ['PATCH /transactions/$deleted', 'transaction is deleted; restore it first', {}],
  [
    'POST /transactions',
    'transaction.merchant_name must not be combined with merchant_id',
    one({ merchant_id: '$kiosk', merchant_name: 'Kiosk' }),
  ],
  [
    'PATCH /transactions/$single',
    'merchant_name must not be combined with merchant_id',
    { merchant_id: '$kiosk', merchant_name: 'Kiosk' },
  ],
  ['PATCH /categories/$payment', systemCategory, { name: 'Mine' }],
  ['PATCH /categories/$payment', systemCategory, { archived: true }],
  ['PATCH /categories/$payment', systemCategory, { group_id: '$group' }],
  ['DELETE /categories/$payment', systemCategory],
  ['PATCH /category_groups/$system', systemCategory, { name: 'Mine' }],
  ['POST /categories', 'group_id is a system group', { name: 'New', group_id: '$system' }],
  ['PATCH /categories/$food', 'group_id is a system group', { group_id: '$system' }],
  [
    'DELETE /categories/$food?move_to_category_id=$food',
    'move_to_category_id must differ from the deleted category',
  ],
  [
    'DELETE /categories/$food?move_to_category_id=$payment',
    'move_to_category_id must not be a system category',
  ],
  [
    'DELETE /merchants/$kiosk?move_to_merchant_id=$kiosk',
    'move_to_merchant_id must differ from the deleted merchant',
  ],
]

export const meaningless: Refusal[] = [...accounts, ...envelopes, ...splits, ...transfers, ...others]
