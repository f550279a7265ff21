/**
 * Lists malformed values in the bodies of transactions, and their errors.
 * @see docs/spec.md#d02
 * @see docs/spec.md#d10
 */

import { amountWords, dateWords, draft, notesWords, one, type Refusal, transfer } from './rejected.ts'

const splitsWords = 'must be an array of 1 to 100 lines'

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
const notes = [1, true, 'a'.repeat(501), 'bell\u0007', 'return\r', '\udfff']
const ids = [1, null, true, {}, []]

export const malformedTransactions: Refusal[] = [
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
