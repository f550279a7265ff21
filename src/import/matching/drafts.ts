/** A row as the service takes it, and the words by which two rows are the same transaction. */ // import.md §5

import { nameKey } from '../../contract/normalize-name.ts'
import type { TransactionDraft, TransferDraft } from '../../contract/operations/transactions.ts'
import { negate } from '../../money/decimal.ts'
import type { Decision } from '../model/row-decisions.ts'
import type { StatementRow } from '../model/statement-row.ts'
import { LONGEST_NAME } from '../text/merchant-and-notes.ts'

/** Longer notes are cut: the service takes no more. */
export const LONGEST_NOTES = 500

/** At most so many code points, as the service counts them. */
function cut(text: string, most: number): string {
  if (text.length <= most) return text
  return Array.from(text).slice(0, most).join('').trim()
}

/** The payee and notes of a row within the service's limits. A transfer has no payee. */
export const bookedTexts = (
  row: Pick<StatementRow, 'payee' | 'notes'>,
  { merchant_name = row.payee, notes = row.notes, transfer_account_id: transfer }: Decision = {},
) => ({
  payee: transfer === undefined ? cut(merchant_name, LONGEST_NAME) : '',
  notes: cut(notes, LONGEST_NOTES),
})

/** The transaction to create. Where nothing was decided, the service chooses the category. */
export function draftOf(row: StatementRow, account_id: string, decision?: Decision): TransactionDraft {
  const { payee, notes } = bookedTexts(row, decision)
  return {
    account_id,
    date: row.date,
    amount: row.amount,
    ...(payee && { merchant_name: payee }),
    ...(decision?.category_id !== undefined && { category_id: decision.category_id }),
    ...(decision?.ready_to_assign && { ready_to_assign: true }),
    ...(notes && { notes }),
    ...(row.bin === 'pending' && { status: 'pending' as const }),
  }
}

/** The transfer to create for a row between two accounts of one's own. */
export function transferOf(row: StatementRow, account_id: string, decision: Decision): TransferDraft {
  const other = decision.transfer_account_id ?? ''
  const leaves = row.amount.startsWith('-')
  const { notes } = bookedTexts(row, decision)
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
export const duplicateKey = (of: { date: string; amount: string; payee: string; notes: string }): string =>
  `${of.date}|${of.amount}|${nameKey(of.payee)}|${nameKey(of.notes)}`

/** What a row and a transaction share when all of the bank's text stands in the notes, whatever the merchant is called by now. */ // import.md §10
export const notesKey = (of: { date: string; amount: string; notes: string }): string =>
  `${of.date}|${of.amount}||${nameKey(of.notes)}|whole`

/** The key of the bank's own words: the same however the row is booked, now and after the clean-up was improved. */
export const bankKey = ({ date, amount, raw_payee, raw_notes }: StatementRow): string =>
  duplicateKey({ date, amount, ...bookedTexts({ payee: raw_payee, notes: raw_notes }) })

/** The words of a row as it was sent. */
export function sentKey(draft: TransactionDraft | TransferDraft, account_id: string): string {
  const { date, notes } = draft
  const isTransfer = 'from_account_id' in draft
  const amount = isTransfer && draft.from_account_id === account_id ? negate(draft.amount) : draft.amount
  const payee = isTransfer ? '' : (draft.merchant_name ?? '')
  return duplicateKey({ date, amount: amount ?? '', payee, notes: notes ?? '' })
}
