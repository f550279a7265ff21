/**
 * Lists requests for resources that do not exist, or exist already, and their errors.
 * @see docs/spec.md#d03
 * @see docs/spec.md#d50
 * @see docs/spec.md#m4
 */

import { draft, one, type Refusal, transfer } from './rejected.ts'

export const unknownIds: Refusal[] = [
  // Deleted ids, ids of another kind, and unknown ones.
  ...['$gone', '$food', 'acc_unknown', ''].flatMap((id): Refusal[] => [
    ['POST /transactions', 'transaction.account_id does not exist', one({ account_id: id })],
    ['POST /transactions', 'transaction.from_account_id does not exist', transfer({ from_account_id: id })],
    ['POST /transactions', 'transaction.to_account_id does not exist', transfer({ to_account_id: id })],
    ['PATCH /transactions/$single', 'account_id does not exist', { account_id: id }],
    [`GET /transactions?account_id=${id}`, 'account_id does not exist'],
  ]),
  ...['$checking', 'cat_unknown', ''].flatMap((id): Refusal[] => [
    ['POST /transactions', 'transaction.category_id does not exist', one({ category_id: id })],
    [
      'POST /transactions',
      'transaction.splits[1].category_id does not exist',
      one({ splits: [{ amount: '-1' }, { amount: '0', category_id: id }] }),
    ],
    ['PATCH /transactions/$single', 'category_id does not exist', { category_id: id }],
    [
      'PATCH /transactions/$single',
      'splits[0].category_id does not exist',
      { splits: [{ amount: '-1', category_id: id }] },
    ],
    [`GET /transactions?category_id=${id}`, 'category_id does not exist'],
    [`DELETE /categories/$food?move_to_category_id=${id}`, 'move_to_category_id does not exist'],
  ]),
  ...['$food', 'mer_unknown', ''].flatMap((id): Refusal[] => [
    ['POST /transactions', 'transaction.merchant_id does not exist', one({ merchant_id: id })],
    ['PATCH /transactions/$single', 'merchant_id does not exist', { merchant_id: id }],
    [`DELETE /merchants/$kiosk?move_to_merchant_id=${id}`, 'move_to_merchant_id does not exist'],
  ]),
  ...['$food', 'grp_unknown', ''].flatMap((id): Refusal[] => [
    ['POST /categories', 'group_id does not exist', { name: 'New', group_id: id }],
    ['PATCH /categories/$food', 'group_id does not exist', { group_id: id }],
  ]),
  [
    'POST /transactions',
    'transactions[1].account_id does not exist',
    { transactions: [draft, { ...draft, account_id: '$gone' }] },
  ],
]

export const notFound: Refusal[] = [
  ...['$gone', '$food', 'acc_unknown'].flatMap((id): Refusal[] => [
    [`GET /accounts/${id}`, 'account not found'],
    [`PATCH /accounts/${id}`, 'account not found', {}],
    [`DELETE /accounts/${id}`, 'account not found'],
  ]),
  ...['$kiosk', 'txn_unknown'].flatMap((id): Refusal[] => [
    [`GET /transactions/${id}`, 'transaction not found'],
    [`PATCH /transactions/${id}`, 'transaction not found', {}],
    [`DELETE /transactions/${id}`, 'transaction not found'],
    [`POST /transactions/${id}/restore`, 'transaction not found'],
  ]),
  ...['$group', 'cat_unknown'].flatMap((id): Refusal[] => [
    [`GET /categories/${id}`, 'category not found'],
    [`PATCH /categories/${id}`, 'category not found', {}],
    [`DELETE /categories/${id}`, 'category not found'],
    [`PATCH /months/2026-11/categories/${id}`, 'category not found', { assigned: '1' }],
  ]),
  ['PATCH /category_groups/grp_unknown', 'category group not found', { name: 'New' }],
  ...['$food', 'mer_unknown'].flatMap((id): Refusal[] => [
    [`GET /merchants/${id}`, 'merchant not found'],
    [`PATCH /merchants/${id}`, 'merchant not found', {}],
    [`DELETE /merchants/${id}`, 'merchant not found'],
  ]),
  ['DELETE /category_groups/$group', 'endpoint not found'],
  ['GET /category_groups/$group', 'endpoint not found'],
  ['PUT /accounts/$checking', 'endpoint not found', {}],
  ['GET /targets', 'endpoint not found'],
  ['POST /accounts/$checking', 'endpoint not found', {}],
]

export const conflicts: Refusal[] = [
  ['POST /merchants', 'a merchant with this name already exists', { name: '  ＫＩＯＳＫ ' }],
  ['PATCH /merchants/$baker', 'a merchant with this name already exists', { name: 'kiosk' }],
  ['POST /categories', 'a category with this name already exists', { name: 'FOOD', group_id: '$group' }],
  ['PATCH /categories/$rent', 'a category with this name already exists', { name: 'food' }],
  ['POST /category_groups', 'a category group with this name already exists', { name: 'daily' }],
  [
    'POST /category_groups',
    'a category group with this name already exists',
    { name: 'credit card payments' },
  ],
  ['PATCH /category_groups/$other', 'a category group with this name already exists', { name: 'DAILY' }],
]
