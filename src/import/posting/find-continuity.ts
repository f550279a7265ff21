/**
 * Compares where a file begins with where the last import into its account ended.
 * @see docs/import.md#figures-of-the-file
 */

import type { ImportJournal } from '../../contract/ports/import-journal.ts'
import type { ImportPreview } from '../plan/preview-import.ts'
import { readBankBalance } from './run-import.ts'

/** The bank's balance at the end of the last import, and before the first row of the next file. */
export interface Continuity {
  /** The date of the last import's balance. */
  date: string
  ended: string
  begins: string
}

/** Returns both balances; undefined if one is not known, or the file overlaps the last import. */
export function findContinuity(
  imports: ImportJournal,
  { account_id, import_id, balance, plan }: ImportPreview,
): Continuity | undefined {
  const [begins, first] = [balance?.opening, plan.span?.first]
  if (begins === undefined || first === undefined) return undefined
  const isEarlier = ({ id, account_id: other, state }: ReturnType<ImportJournal['listImports']>[number]) =>
    id !== import_id && other === account_id && state === 'done'
  const [last] = imports
    .listImports()
    .filter(isEarlier)
    .flatMap((record) => readBankBalance(record) ?? [])
    .toSorted((one, other) => (one.date < other.date ? 1 : -1))
  if (!last || last.date > first) return undefined
  const { date, amount: ended } = last
  // The last import may have ended in the middle of a day.
  return date === first && ended !== begins ? undefined : { date, ended, begins }
}
