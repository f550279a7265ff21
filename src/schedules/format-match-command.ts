/** Writes the command that says which schedule expected a transaction. */

import { toShellValue } from '../output/shell-words.ts'

/** Returns `budget schedules match Landlord txn_…`. */
export const formatMatchCommand = (schedule_name: string, transaction_id: string): string =>
  `budget schedules match ${toShellValue(schedule_name)} ${transaction_id}`
