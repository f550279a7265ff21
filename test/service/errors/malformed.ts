/** Values of the wrong form, in every field and parameter. */ // spec D02 D10-D14

import type { Refusal } from '../errors.test.ts'

const amountWords = 'must be a decimal string in the workspace currency'
const dateWords = 'must be a date in the form YYYY-MM-DD'
const nameWords = 'must be a non-empty string of at most 200 characters'
const notesWords = 'must be null or a string of at most 500 characters'
const splitsWords = 'must be an array of 1 to 100 lines'

const draft = { account_id: '$checking', date: '2026-11-03', amount: '-1' }
const one = (fields: object): unknown => ({ transaction: { ...draft, ...fields } })
const transfer = (fields: object): unknown => ({
  transaction: {
    type: 'transfer',
    from_account_id: '$checking',
    to_account_id: '$savings',
    amount: '1',
    date: '2026-11-03',
    ...fields,
  },
})

const amounts = [
  1,
  12.5,
  null,
  '+1',
  '1e2',
  '1,0',
  '.5',
  '5.',
  '01',
  ' 1',
  '1 ',
  '',
  '-',
  '1.005',
  '--1',
  '٣',
  '１',
  'NaN',
]
const tooLong = '12345678901234.00'
const dates = [
  20261103,
  null,
  '',
  '2026-11-3',
  '2026-02-29',
  '2026-11-31',
  '2026-13-01',
  '1899-12-31',
  '2200-01-01',
  '2026-11-03T00:00:00Z',
  '03.11.2026',
]
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
const notes = [1, true, 'a'.repeat(501), 'bell\u0007', 'return\r', '\udfff']
const ids = [1, null, true, {}, []]

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

const inTransactions: Refusal[] = [
  ...amounts
    .filter((amount) => amount !== null)
    .flatMap((amount): Refusal[] => [
      ['POST /transactions', `transaction.amount ${amountWords}`, one({ amount })],
      [
        'POST /transactions',
        `transaction.splits[0].amount ${amountWords}`,
        one({ amount: null, splits: [{ amount }] }),
      ],
      ['PATCH /transactions/$single', `amount ${amountWords}`, { amount }],
      ['PATCH /months/2026-11/categories/$food', `assigned ${amountWords}`, { assigned: amount }],
    ]),
  [
    'POST /transactions',
    `transaction.amount ${amountWords}`,
    one({ amount: tooLong.replace('.00', '.000') }),
  ],
  ['POST /transactions', `transaction.amount ${amountWords}`, one({ amount: `1${tooLong}` })],
  ['PATCH /transactions/$single', `amount ${amountWords}`, { amount: null }],
  ['PATCH /months/2026-11/categories/$food', `assigned ${amountWords}`, { assigned: null }],
  ...dates.flatMap((date): Refusal[] => [
    ['POST /transactions', `transaction.date ${dateWords}`, one({ date })],
    ['POST /transactions', `transaction.date ${dateWords}`, transfer({ date })],
    ['PATCH /transactions/$single', `date ${dateWords}`, { date }],
  ]),
  ...ids
    .filter((id) => id !== null)
    .flatMap((id): Refusal[] => [
      ['POST /transactions', 'transaction.category_id must be a string', one({ category_id: id })],
      ['POST /transactions', 'transaction.merchant_id must be a string', one({ merchant_id: id })],
      ['PATCH /transactions/$single', 'category_id must be a string', { category_id: id }],
    ]),
  ...ids.flatMap((id): Refusal[] => [
    ['POST /transactions', 'transaction.account_id must be a string', one({ account_id: id })],
    ['POST /transactions', 'transaction.from_account_id must be a string', transfer({ from_account_id: id })],
    ['PATCH /transactions/$single', 'account_id must be a string', { account_id: id }],
  ]),
  ...[1, 'true', null].flatMap((ready_to_assign): Refusal[] => [
    ['POST /transactions', 'transaction.ready_to_assign must be a boolean', one({ ready_to_assign })],
    ['PATCH /transactions/$single', 'ready_to_assign must be a boolean', { ready_to_assign }],
  ]),
  ...notes.flatMap((notes): Refusal[] => [
    ['POST /transactions', `transaction.notes ${notesWords}`, one({ notes })],
    ['PATCH /transactions/$single', `notes ${notesWords}`, { notes }],
    ['PATCH /accounts/$checking', `notes ${notesWords}`, { notes }],
  ]),
  ...['reconciled', 'done', null, 1].map(
    (status): Refusal => [
      'POST /transactions',
      'transaction.status must be one of: pending, cleared',
      one({ status }),
    ],
  ),
  ['PATCH /transactions/$single', 'status must be one of: pending, cleared, reconciled', { status: null }],
  [
    'PATCH /transactions/$single',
    'review_status must be one of: reviewed, needs_review',
    { review_status: 'no' },
  ],
  [
    'POST /transactions',
    'transaction.review_status must be one of: reviewed, needs_review',
    one({ review_status: null }),
  ],
  ...[[], {}, 'none', Array.from({ length: 101 }, () => ({ amount: '1' }))].flatMap((splits): Refusal[] => [
    ['POST /transactions', `transaction.splits ${splitsWords}`, one({ splits })],
    ['PATCH /transactions/$split', `splits ${splitsWords}`, { splits }],
  ]),
  ['POST /transactions', 'transaction.splits[1] must be an object', one({ splits: [{ amount: '1' }, 7] })],
  ['POST /transactions', 'transaction.splits[0].amount is required', one({ splits: [{}] })],
  [
    'POST /transactions',
    'transaction.splits[0].name is not a known field',
    one({ splits: [{ amount: '1', name: 'x' }] }),
  ],
  ['POST /transactions', 'transaction must be an object', { transaction: 'lunch' }],
  ['POST /transactions', 'transactions must be a non-empty array', { transactions: [] }],
  ['POST /transactions', 'transactions must be a non-empty array', { transactions: {} }],
  ['POST /transactions', 'transactions[0] must be an object', { transactions: [null] }],
  [
    'POST /transactions',
    'transactions must hold at most 100 items',
    { transactions: Array.from({ length: 101 }, () => draft) },
  ],
  [
    'POST /transactions',
    'transactions[0].type must be one of: regular',
    { transactions: [{ ...draft, type: 'transfer' }] },
  ],
  [
    'POST /transactions',
    'transactions[1].colour is not a known field',
    { transactions: [draft, { ...draft, colour: 'red' }] },
  ],
  ['POST /transactions', 'body must have exactly one of transaction, transactions', {}],
  [
    'POST /transactions',
    'body must have exactly one of transaction, transactions',
    { transaction: draft, transactions: [draft] },
  ],
  ['POST /transactions', 'transaktion is not a known field', { transaktion: draft }],
  ['POST /transactions', 'transaction.account_id is required', { transaction: {} }],
  ['POST /transactions', 'transaction.date is required', { transaction: { account_id: '$checking' } }],
  [
    'POST /transactions',
    'transaction.amount is required',
    { transaction: { account_id: '$checking', date: '2026-11-03' } },
  ],
  ['POST /transactions', 'transaction.amount is required', one({ amount: null })],
  ...['account_id', 'splits', 'ready_to_assign', 'merchant_id', 'merchant_name'].map(
    (field): Refusal => [
      'POST /transactions',
      `transaction.${field} is not a known field`,
      transfer({ [field]: null }),
    ],
  ),
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

export const malformed: Refusal[] = [...inQuery, ...inTransactions, ...elsewhere]
