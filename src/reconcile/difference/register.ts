/** Defines the rows of an account and what the search for a difference with the bank finds in them. */

import type { MinorUnits } from '../../money/minor-units.ts'

/** A row of the account, or of another one. */
export interface RegisterRow {
  /** A number that tells rows apart; a row that was entered later has a higher one. */
  key: number
  date: string
  amount: MinorUnits
  status: 'pending' | 'cleared' | 'reconciled'
  /** The merchant or the other account of a transfer; empty for neither. */
  words: string
}

/** A row of the bank's statement. */
export interface BankRow {
  /** 1-based, as the file counts. */
  row: number
  date: string
  amount: MinorUnits
  words: string
  /** The merchant that an import would book. */
  merchant: string
}

/** What may be wrong, in the order in which equally likely findings are listed. */
export const findingKinds = [
  'changed_since_reconciled',
  'not_cleared',
  'deleted',
  'duplicate',
  'missing',
  'wrong_account',
  'other_date',
  'sign_turned',
  'digits_swapped',
  'decimal_point',
  'extra_digit',
  'missing_digit',
  'other_amount',
  'not_on_statement',
  'after_day',
  'pair',
  'subset',
] as const

/** What may be wrong. */
export type FindingKind = (typeof findingKinds)[number]

/** One change that a fix makes. */
export type FixStep =
  | { action: 'clear' | 'unclear' | 'delete' | 'restore' | 'move'; key: number }
  | { action: 'edit'; key: number; amount?: MinorUnits; date?: string }
  | { action: 'add'; date: string; amount: MinorUnits; merchant: string; row?: number }

/** What may explain the difference. */
export interface Finding {
  kind: FindingKind
  /** The rows it is about; empty when a row is missing. */
  rows: readonly RegisterRow[]
  /** The rows of the statement it is about. */
  bank_rows?: readonly BankRow[]
  /** How much of the difference it explains: by so much the cleared balance grows when it is fixed. */
  explains: MinorUnits
  /** How many findings of its sort explain the difference equally well, this one included. */
  ways: number
  /** False if the search ended early, so that there may be more ways. */
  is_counted: boolean
  /** How likely it is compared to the others; the sum of all is at most 1. */
  score: number
  fix: readonly FixStep[]
}

/** A finding whose weight is not yet compared with the others. */
export type WeighedFinding = Omit<Finding, 'score'> & { weight: number }

/** True if a row counts for the cleared balance. */
export const isCleared = ({ status }: Pick<RegisterRow, 'status'>): boolean => status !== 'pending'

/** The rows of an account up to a date, the oldest first, and which of them the bank has. */
export interface SortedRows {
  all: readonly RegisterRow[]
  cleared: readonly RegisterRow[]
  pending: readonly RegisterRow[]
}
