/**
 * Defines how rules and the user override a row, and combines their overrides.
 * @see docs/import.md#4-confirm-once-layouts
 * @see docs/import.md#6-plan-preview-report
 */

import { toNameKey } from '../../contract/normalize-name.ts'
import type { StatementRow } from './statement.ts'

/** What a rule or the user sets for a row instead of the bank's own data. Stored in the journal. */
export interface RowOverride {
  merchant_name?: string
  category_id?: string
  ready_to_assign?: true
  notes?: string
  /** Exclude the row permanently. */
  skip?: true
  /** Exclude the row from this import only. */
  unplanned?: true
  /** The user's own account that the money came from or went to. */
  transfer_account_id?: string
  /** True if the user has approved the row, so that it does not wait in the inbox. */
  reviewed?: true
}

/**
 * Returns the override of a row; undefined keeps the bank's data. It must return the same for a row on every
 * call.
 */
export type OverrideLookup = (row: StatementRow) => RowOverride | undefined

/**
 * What happens to a row that may already exist: hold it, skip it, match it with the existing transaction, or
 * import it.
 * @see docs/import.md#5-duplicates
 */
export type MatchDecision = 'hold' | 'skip' | 'match' | 'import'

/** All overrides of an import. The journal stores them, so that a resumed import uses the same. */
export interface RowOverrides {
  /** The rules of the layout; the first match wins. */
  rules?: readonly RowRule[]
  /** By payee as imported or as the bank writes it, ignoring case and spacing; precedes the rules. */
  payees?: readonly { payee: string; decision: RowOverride }[]
  /** By 1-based row number; precedes everything else. */
  rows?: Readonly<Record<number, RowOverride>>
  /** By the number of a row that may already exist. */
  verdicts?: Readonly<Record<number, MatchDecision>>
  /** Exclude all rows without an override of their own. */
  only_rows?: true
}

/**
 * A rule: all conditions must match, by `payee`, `notes` or a column header.
 * @see docs/import.md#4-confirm-once-layouts
 */
export interface RowRule {
  if: Readonly<Record<string, string>>
  decision: RowOverride
}

/**
 * Returns the override of any row; undefined if nothing is overridden. `byRule` returns what the rules say.
 */
export function createOverrideLookup(
  { payees = [], rows = {}, only_rows: onlyRows }: RowOverrides,
  byRule: OverrideLookup | undefined,
): OverrideLookup | undefined {
  if (!byRule && payees.length === 0 && Object.keys(rows).length === 0 && !onlyRows) return undefined
  const byPayee = new Map(payees.map(({ payee, decision }) => [toNameKey(payee), decision]))
  return (row) => {
    const rowOverride = rows[row.row]
    if (onlyRows) return rowOverride ?? { unplanned: true }
    // The user knows the payee as shown now, or as an earlier version showed it.
    const payeeOverride = byPayee.get(toNameKey(row.payee)) ?? byPayee.get(toNameKey(row.raw_payee))
    const general = payeeOverride ?? byRule?.(row)
    return rowOverride || general ? { ...general, ...rowOverride } : undefined
  }
}
