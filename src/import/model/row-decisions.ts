/**
 * What rules and people say about rows beyond the bank's own words.
 * @see docs/import.md#4-confirm-once-layouts
 * @see docs/import.md#6-plan-preview-report
 */

import { toNameKey } from '../../contract/normalize-name.ts'
import type { StatementRow } from './statement.ts'

export interface RowOverride {
  merchant_name?: string
  category_id?: string
  ready_to_assign?: true
  notes?: string
  /** Not to be booked at all. */
  skip?: true
  /** Not to be booked this time. */
  unplanned?: true
  /** The money came from this account of one's own, or went there. */
  transfer_account_id?: string
}

/** Asked about every row, more than once: it must say the same each time. undefined: as the bank says. */
export type OverrideLookup = (row: StatementRow) => RowOverride | undefined

/**
 * What becomes of a row that may be there: held back; taken for the transaction, which may learn from it; or booked.
 * @see docs/import.md#5-duplicates
 */
export type MatchDecision = 'hold' | 'skip' | 'match' | 'import'

/** What was decided; the journal keeps it, so that whoever resumes decides the same. */
export interface RowOverrides {
  /** Of a layout; the first that holds. */
  rules?: readonly RowRule[]
  /** By the name of the other side, as it is shown or as the bank has it, in any case and spacing; goes before rules. */
  payees?: readonly { payee: string; decision: RowOverride }[]
  /** By the number of the row; goes before all others. */
  rows?: Readonly<Record<number, RowOverride>>
  /** By the number of a row that may be there. */
  verdicts?: Readonly<Record<number, MatchDecision>>
  /** Rows without a decision of their own are left out. */
  only_rows?: true
}

/** What every condition of must hold: by `payee`, `notes` or the heading of a column, as `rules.ts` tells. */
export interface RowRule {
  if: Readonly<Record<string, string>>
  decision: RowOverride
}

/** The decisions as one question; undefined when nothing was decided. `byRule` is what the rules say. */
export function createOverrideLookup(
  { payees = [], rows = {}, only_rows: onlyRows }: RowOverrides,
  byRule: OverrideLookup | undefined,
): OverrideLookup | undefined {
  if (!byRule && payees.length === 0 && Object.keys(rows).length === 0 && !onlyRows) return undefined
  const byPayee = new Map(payees.map(({ payee, decision }) => [toNameKey(payee), decision]))
  return (row) => {
    const own = rows[row.row]
    if (onlyRows) return own ?? { unplanned: true }
    // A person knows the name that is shown, or the one an earlier version showed.
    const named = byPayee.get(toNameKey(row.payee)) ?? byPayee.get(toNameKey(row.raw_payee))
    const general = named ?? byRule?.(row)
    return own || general ? { ...general, ...own } : undefined
  }
}
