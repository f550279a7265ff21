/** Lists requests with two errors; the first in the documented order is reported. @see docs/spec.md#d01 */

import { amountWords, type Refusal } from './rejected.ts'

export const order: Refusal[] = [
  // query and month, then the path's resource, then the body
  ['GET /accounts/acc_unknown?sort=name', 'sort is not a known query parameter'],
  ['DELETE /categories/cat_unknown?into=$food', 'into is not a known query parameter'],
  ['PATCH /months/2026-13/categories/cat_unknown', 'month must be in the form YYYY-MM', { assigned: 1 }],
  ['GET /transactions?limit=0&account_id=acc_unknown', 'limit must be an integer from 1 to 500'],
  ['GET /transactions?cursor=abc&account_id=acc_unknown', 'cursor is invalid'],
  ['GET /transactions?status=done&since_date=soon', 'since_date must be a date in the form YYYY-MM-DD'],
  // unknown fields before known ones, known ones in the order of the document
  ['POST /accounts', 'colour is not a known field', { type: 'nothing', name: '', colour: 'red' }],
  [
    'POST /accounts',
    'name must be a non-empty string of at most 200 characters',
    { type: 'nothing', name: '' },
  ],
  [
    'POST /transactions',
    'transaction.account_id does not exist',
    { transaction: { amount: 1, date: 'soon', account_id: 'acc_unknown' } },
  ],
  [
    'POST /transactions',
    'transaction.date must be a date in the form YYYY-MM-DD',
    { transaction: { amount: 1, date: 'soon', account_id: '$checking' } },
  ],
  ['PATCH /transactions/$single', `amount ${amountWords}`, { account_id: 'acc_unknown', amount: 1 }],
  [
    'PATCH /transactions/$split',
    'amount cannot be changed on a split transaction; send splits',
    { account_id: '$closed', amount: '-11' },
  ],
  [
    'PATCH /transactions/$transfer',
    'amount must not be zero on a transfer',
    { account_id: '$closed', amount: '0', merchant_id: '$kiosk' },
  ],
  // the first bad row of a batch, whatever its error
  [
    'POST /transactions',
    'transactions[0].account_id is a closed account',
    { transactions: [{ account_id: '$closed', date: '2026-11-03', amount: '1' }, {}] },
  ],
  // 400 before 409
  ['POST /categories', 'group_id does not exist', { name: 'Food', group_id: 'grp_unknown' }],
]
