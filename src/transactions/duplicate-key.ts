/**
 * Builds the keys by which two rows or transactions of an account are the same.
 * @see docs/import.md#5-duplicates
 */

import { toNameKey } from '../contract/normalize-name.ts'
import type { Transaction, TransactionDraft, TransferDraft } from '../contract/operations/transactions.ts'
import { negate } from '../money/decimal.ts'

/** The API's limit for notes; longer notes are truncated. */
export const MAX_NOTES_LENGTH = 500

/** The fields by which two rows or transactions of an account are the same. Amounts are decimal strings. */
export interface DuplicateKeyFields {
  date: string
  amount: string
  payee: string
  notes: string
}

/** Returns the identifying fields of a transaction. */
export const toDuplicateKeyFields = ({
  date,
  amount,
  merchant_name,
  notes,
}: Pick<Transaction, 'date' | 'amount' | 'merchant_name' | 'notes'>): DuplicateKeyFields => ({
  date,
  amount,
  payee: merchant_name ?? '',
  notes: notes ?? '',
})

/** Returns the key that two rows of an account share if they are the same transaction. */
export const buildDuplicateKey = ({ date, amount, payee, notes }: DuplicateKeyFields): string =>
  `${date}|${amount}|${toNameKey(payee)}|${toNameKey(notes)}`

/**
 * Returns the key of a transaction whose notes hold the bank's complete text, so that its merchant does not
 * matter.
 * @see docs/import.md#merchant-and-notes
 */
export const buildNotesKey = ({ date, amount, notes }: Omit<DuplicateKeyFields, 'payee'>): string =>
  `${date}|${amount}||${toNameKey(notes)}|whole`

/** Returns the duplicate key of a draft as it was sent. */
export function buildDraftKey(draft: TransactionDraft | TransferDraft, account_id: string): string {
  const { date, notes } = draft
  const isTransfer = 'from_account_id' in draft
  const amount = isTransfer && draft.from_account_id === account_id ? negate(draft.amount) : draft.amount
  const payee = isTransfer ? '' : (draft.merchant_name ?? '')
  return buildDuplicateKey({ date, amount: amount ?? '', payee, notes: notes ?? '' })
}
