/**
 * Converts the rows of a file to the drafts sent to the API, and builds the key of the bank's own wording.
 * @see docs/import.md#5-duplicates
 */

import type { TransactionDraft, TransferDraft } from '../../contract/operations/transactions.ts'
import { negate } from '../../money/decimal.ts'
import { buildDuplicateKey, MAX_NOTES_LENGTH } from '../../transactions/duplicate-key.ts'
import { MAX_NAME_LENGTH } from '../../transactions/merchant-names/merchant-and-notes.ts'
import type { RowOverride } from '../model/row-decisions.ts'
import type { StatementRow } from '../model/statement.ts'

/** Truncates to a number of code points, as the API counts them. */
function truncate(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text
  return Array.from(text).slice(0, maxLength).join('').trim()
}

/** Returns payee and notes within the API's limits. A transfer has no payee. */
export const truncateTexts = (
  row: Pick<StatementRow, 'payee' | 'notes'>,
  { merchant_name = row.payee, notes = row.notes, transfer_account_id: transfer }: RowOverride = {},
) => ({
  payee: transfer === undefined ? truncate(merchant_name, MAX_NAME_LENGTH) : '',
  notes: truncate(notes, MAX_NOTES_LENGTH),
})

/** Returns the transaction to create. Without an override, the service categorizes it. */
export function toTransactionDraft(
  row: StatementRow,
  account_id: string,
  decision?: RowOverride,
): TransactionDraft {
  const { payee, notes } = truncateTexts(row, decision)
  // Every row of an import passes here, and a spread would create an object for each field.
  const draft: TransactionDraft = { account_id, date: row.date, amount: row.amount }
  if (payee) draft.merchant_name = payee
  if (decision?.category_id !== undefined) draft.category_id = decision.category_id
  if (decision?.ready_to_assign) draft.ready_to_assign = true
  if (notes) draft.notes = notes
  if (row.disposition === 'pending') draft.status = 'pending'
  if (decision?.reviewed) draft.review_status = 'reviewed'
  return draft
}

/** Returns the transfer to create for a row between two accounts of the user. */
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
    ...(decision.reviewed && { review_status: 'reviewed' as const }),
  }
}

/**
 * Returns the key of the bank's own wording, which no override and no change of the merchant extraction
 * affects.
 */
export const buildBankTextKey = ({ date, amount, raw_payee, raw_notes }: StatementRow): string =>
  buildDuplicateKey({ date, amount, ...truncateTexts({ payee: raw_payee, notes: raw_notes }) })
