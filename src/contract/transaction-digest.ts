/** Computes a short digest of a transaction, which shows whether it was changed. */

import { createHash } from 'node:crypto'
import { add } from '../money/decimal.ts'

/** The fields of an entity, under the names of the API. */
export type Fields = Readonly<Record<string, unknown>>

/** The fields a user can change; names follow from ids. */
const digestedFields = [
  'date',
  'account_id',
  'merchant_id',
  'category_id',
  'ready_to_assign',
  'notes',
  'status',
  'review_status',
  'transfer_account_id',
] as const

const splitFields = ['category_id', 'ready_to_assign', 'notes'] as const

/** Writes amounts that are equal alike, e.g. without the sign of a zero. */
const normalizeAmount = (amount: unknown): string => add(String(amount), '0')

const toSplitValues = (line: Fields): unknown[] => [
  normalizeAmount(line['amount']),
  ...splitFields.map((field) => line[field] ?? null),
]

/** Returns the digest of a transaction's content; deleting or renaming something does not change it. */
export function digestTransaction(transaction: Fields): string {
  const { amount, splits } = transaction
  // The API describes splits as an array of objects, or null.
  const lines = (splits ?? []) as Fields[]
  const values = [
    normalizeAmount(amount),
    ...digestedFields.map((field) => transaction[field] ?? null),
    ...lines.map(toSplitValues),
  ]
  return createHash('sha256').update(JSON.stringify(values)).digest('hex').slice(0, 16)
}
