/** Lists the transactions of a period and of some days around it, each page once. */

import type { WorkspaceContext } from '../command/context.ts'
import type { Transaction } from '../contract/operations/transactions.ts'
import { paginateTransactions } from '../contract/paginate.ts'
import { addDays, FIRST_DAY, LAST_DAY } from '../money/calendar.ts'

/** Which transactions are searched. */
export interface SearchScope {
  account?: { id: string } | undefined
  period: { since: string; until: string } | undefined
  /** The days around the period in which the other row of a pair may be. */
  days: number
}

/** Returns the transactions, and a function that tells which of them are in the period itself. */
export async function listRowsAround(
  { workspace: { api } }: Pick<WorkspaceContext, 'workspace'>,
  { account, period, days }: SearchScope,
): Promise<{ rows: Transaction[]; isInPeriod: (row: Transaction) => boolean }> {
  const filters = {
    ...(account && { account_id: account.id }),
    ...(period && {
      since_date: clampDate(addDays(period.since, -days)),
      until_date: clampDate(addDays(period.until, days)),
    }),
  }
  const rows: Transaction[] = []
  for await (const page of paginateTransactions(api, filters)) rows.push(...page)
  return { rows, isInPeriod: ({ date }) => !period || (period.since <= date && date <= period.until) }
}

const clampDate = (date: string): string => (date < FIRST_DAY ? FIRST_DAY : date > LAST_DAY ? LAST_DAY : date)

/** The dates that an imported file covers. */
export interface FileSpan {
  account_id: string
  first: string
  last: string
}

/** Where transactions come from, as far as the journal of imports knows. */
export interface RowSources {
  /** Lists the files that hold a transaction; empty for one entered by hand. */
  listFiles(transaction_id: string): readonly string[]
  /** Lists what the files say of a row; rows of the same date, amount and words share an element. */
  listBankTexts(transaction_id: string): readonly string[]
  /** The days of each file. */
  spans: ReadonlyMap<string, FileSpan>
}
