/**
 * A row as the service takes it, and the words by which two rows are the same transaction.
 * @see docs/import.md#5-duplicates
 */

import { toNameKey } from '../../contract/normalize-name.ts'
import type { TransactionDraft, TransferDraft } from '../../contract/operations/transactions.ts'
import { negate } from '../../money/decimal.ts'
import type { RowOverride } from '../model/row-decisions.ts'
import type { StatementRow } from '../model/statement.ts'
import { MAX_NAME_LENGTH } from '../text/merchant-and-notes.ts'

/** Longer notes are cut: the service takes no more. */
export const MAX_NOTES_LENGTH = 500

/** At most so many code points, as the service counts them. */
function truncate(text: string, most: number): string {
  if (text.length <= most) return text
  return Array.from(text).slice(0, most).join('').trim()
}

/** The payee and notes of a row within the service's limits. A transfer has no payee. */
export const truncateTexts = (
  row: Pick<StatementRow, 'payee' | 'notes'>,
  { merchant_name = row.payee, notes = row.notes, transfer_account_id: transfer }: RowOverride = {},
) => ({
  payee: transfer === undefined ? truncate(merchant_name, MAX_NAME_LENGTH) : '',
  notes: truncate(notes, MAX_NOTES_LENGTH),
})

/** The transaction to create. Where nothing was decided, the service chooses the category. */
export function toTransactionDraft(
  row: StatementRow,
  account_id: string,
  decision?: RowOverride,
): TransactionDraft {
  const { payee, notes } = truncateTexts(row, decision)
  return {
    account_id,
    date: row.date,
    amount: row.amount,
    ...(payee && { merchant_name: payee }),
    ...(decision?.category_id !== undefined && { category_id: decision.category_id }),
    ...(decision?.ready_to_assign && { ready_to_assign: true }),
    ...(notes && { notes }),
    ...(row.disposition === 'pending' && { status: 'pending' as const }),
  }
}

/** The transfer to create for a row between two accounts of one's own. */
export function toTransferDraft(row: StatementRow, account_id: string, decision: RowOverride): TransferDraft {
  const other = decision.transfer_account_id ?? ''
  const leaves = row.amount.startsWith('-')
  const { notes } = truncateTexts(row, decision)
  return {
    type: 'transfer',
    from_account_id: leaves ? account_id : other,
    to_account_id: leaves ? other : account_id,
    amount: leaves ? negate(row.amount) : row.amount,
    date: row.date,
    ...(decision.category_id !== undefined && { category_id: decision.category_id }),
    ...(notes && { notes }),
  }
}

/** What two rows of an account must share to be the same transaction: date, amount and words. */
export const buildDuplicateKey = (of: {
  date: string
  amount: string
  payee: string
  notes: string
}): string => `${of.date}|${of.amount}|${toNameKey(of.payee)}|${toNameKey(of.notes)}`

/**
 * What a row and a transaction share when all of the bank's text stands in the notes, whatever the merchant is called by now.
 * @see docs/import.md#10-rules-found-with-unseen-files
 */
export const buildNotesKey = (of: { date: string; amount: string; notes: string }): string =>
  `${of.date}|${of.amount}||${toNameKey(of.notes)}|whole`

/** The key of the bank's own words: the same however the row is booked, now and after the clean-up was improved. */
export const buildBankTextKey = ({ date, amount, raw_payee, raw_notes }: StatementRow): string =>
  buildDuplicateKey({ date, amount, ...truncateTexts({ payee: raw_payee, notes: raw_notes }) })

/** The words of a row as it was sent. */
export function buildDraftKey(draft: TransactionDraft | TransferDraft, account_id: string): string {
  const { date, notes } = draft
  const isTransfer = 'from_account_id' in draft
  const amount = isTransfer && draft.from_account_id === account_id ? negate(draft.amount) : draft.amount
  const payee = isTransfer ? '' : (draft.merchant_name ?? '')
  return buildDuplicateKey({ date, amount: amount ?? '', payee, notes: notes ?? '' })
}
