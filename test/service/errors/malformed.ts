/**
 * Lists malformed values in every field and parameter, and their errors.
 * @see docs/spec.md#d02
 * @see docs/spec.md#d10
 */

import { malformedTransactions } from './malformed-transactions.ts'
import { amountWords, dateWords, one, type Refusal } from './rejected.ts'

const nameWords = 'must be a non-empty string of at most 200 characters'

const names = [
  1,
  null,
  '',
  ' \t ',
  'a'.repeat(201),
  'bell\u0007',
  'c1\u0085',
  'del\u007f',
  'line\nbreak',
  '\ud800',
]

const inQuery: Refusal[] = [
  ['GET /accounts?include_closed=yes', 'include_closed must be a boolean'],
  ['GET /accounts?include_closed=', 'include_closed must be a boolean'],
  ['GET /accounts?include_closed=true&include_closed=true', 'include_closed is not a known query parameter'],
  ['GET /accounts?closed=true', 'closed is not a known query parameter'],
  ['GET /months/2026-11?limit=1', 'limit is not a known query parameter'],
  ['DELETE /merchants/$kiosk?move_to=$baker', 'move_to is not a known query parameter'],
  ...['0', '501', '-1', '1.5', 'ten', '', '1e2'].map(
    (limit): Refusal => [`GET /transactions?limit=${limit}`, 'limit must be an integer from 1 to 500'],
  ),
  ['GET /transactions?since_date=yesterday', `since_date ${dateWords}`],
  ['GET /transactions?until_date=2026-02-30', `until_date ${dateWords}`],
  ['GET /transactions?status=done', 'status must be one of: pending, cleared, reconciled'],
  ['GET /transactions?review_status=done', 'review_status must be one of: reviewed, needs_review'],
  ...['', 'abc', 'e30', 'eyJ2IjoxfQ'].map(
    (cursor): Refusal => [`GET /transactions?cursor=${cursor}`, 'cursor is invalid'],
  ),
  ...['2026-13', '2026-00', '2026-1', '1899-12', '2200-01', 'now'].flatMap((month): Refusal[] => [
    [`GET /months/${month}`, 'month must be in the form YYYY-MM'],
    [`PATCH /months/${month}/categories/$food`, 'month must be in the form YYYY-MM', { assigned: '1' }],
  ]),
]

const elsewhere: Refusal[] = [
  ...names.flatMap((name): Refusal[] => [
    ['POST /accounts', `name ${nameWords}`, { name, type: 'banking_cash' }],
    ['PATCH /accounts/$checking', `name ${nameWords}`, { name }],
    ['POST /categories', `name ${nameWords}`, { name, group_id: '$group' }],
    ['PATCH /categories/$food', `name ${nameWords}`, { name }],
    ['POST /category_groups', `name ${nameWords}`, { name }],
    ['PATCH /category_groups/$group', `name ${nameWords}`, { name }],
    ['POST /merchants', `name ${nameWords}`, { name }],
    ['PATCH /merchants/$kiosk', `name ${nameWords}`, { name }],
  ]),
  ...names
    .filter((name) => name !== null)
    .map(
      (merchant_name): Refusal => [
        'POST /transactions',
        `transaction.merchant_name ${nameWords}`,
        one({ merchant_name }),
      ],
    ),
  ...['banking', 'BANKING_CASH', null, 1].map(
    (type): Refusal => ['POST /accounts', 'type must be an account type', { name: 'New', type }],
  ),
  [
    'POST /accounts',
    `initial_balance ${amountWords}`,
    { name: 'New', type: 'banking_cash', initial_balance: 5 },
  ],
  [
    'POST /accounts',
    `initial_balance_date ${dateWords}`,
    { name: 'New', type: 'banking_cash', initial_balance_date: 'soon' },
  ],
  ['POST /accounts', 'name is required', {}],
  ['POST /accounts', 'type is required', { name: 'New' }],
  ['POST /accounts', 'linked is not a known field', { name: 'New', type: 'banking_cash', linked: true }],
  ['PATCH /accounts/$checking', 'type is not a known field', { type: 'banking_cash' }],
  ['PATCH /accounts/$checking', 'closed must be a boolean', { closed: 'yes' }],
  ['PATCH /accounts/$checking', 'closed must be a boolean', { closed: null }],
  ['PATCH /months/2026-11/categories/$food', 'assigned is required', {}],
  ['POST /categories', 'group_id is required', { name: 'New' }],
  ['POST /categories', 'group_id must be a string', { name: 'New', group_id: 1 }],
  ['PATCH /categories/$food', 'archived must be a boolean', { archived: 1 }],
  ['PATCH /categories/$food', 'archived must be a boolean', { archived: null }],
  ['POST /category_groups', 'name is required', {}],
  ['POST /merchants', 'name is required', {}],
  ['POST /merchants', '__proto__ is not a known field', JSON.parse('{"name":"New","__proto__":1}')],
  ...[[], 'text', 7].map((body): Refusal => ['POST /merchants', 'request body must be a JSON object', body]),
]

export const malformedValues: Refusal[] = [...inQuery, ...malformedTransactions, ...elsewhere]
