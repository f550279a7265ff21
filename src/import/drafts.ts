/** A row as the service takes it, and the key by which two rows are the same transaction. */ // import.md §5

import { nameKey } from '../contract/names.ts'
import type { TransactionDraft } from '../contract/transactions.ts'
import type { StatementRow } from './row_reader.ts'

const LONGEST_NAME = 200
const LONGEST_NOTES = 500

/** At most so many code points, as the service counts them. */
function cut(text: string, most: number): string {
  if (text.length <= most) return text
  return Array.from(text).slice(0, most).join('').trim()
}

/** The payee and notes of a row within the service's limits. */
export const bookedTexts = (row: Pick<StatementRow, 'payee' | 'notes'>) => ({
  payee: cut(row.payee, LONGEST_NAME),
  notes: cut(row.notes, LONGEST_NOTES),
})

/** The transaction to create. The service chooses the category. */
export function draftOf(row: StatementRow, account_id: string): TransactionDraft {
  const { payee, notes } = bookedTexts(row)
  return {
    account_id,
    date: row.date,
    amount: row.amount,
    ...(payee && { merchant_name: payee }),
    ...(notes && { notes }),
    ...(row.bin === 'pending' && { status: 'pending' as const }),
  }
}

/** What two rows of an account must share to be the same transaction: date, amount and words. */
export const duplicateKey = (of: { date: string; amount: string; payee: string; notes: string }): string =>
  `${of.date}|${of.amount}|${nameKey(of.payee)}|${nameKey(of.notes)}`
