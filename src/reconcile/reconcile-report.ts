/** Declares the result of a reconciliation, as `--json` has it. */

import type { Transaction } from '../contract/operations/transactions.ts'
import type { FindingKind } from './difference/register.ts'

/** A transaction that a candidate is about. */
export interface ReconcileTransaction {
  id: string
  date: string
  amount: string
  merchant_name: string | null
  status: string
  account_name: string
}

/** A row of the bank file. */
export interface ReconcileBankRow {
  row: number
  date: string
  amount: string
  payee: string
}

/** One step of a fix; fields that do not apply are left out. */
export interface ReconcileFixStep {
  action: 'clear' | 'unclear' | 'delete' | 'restore' | 'move' | 'edit' | 'add'
  transaction_id?: string
  date?: string
  amount?: string
  merchant_name?: string
}

/** What may explain the difference. */
export interface ReconcileCandidate {
  /** Counts from 1; `--apply` takes it. */
  number: number
  kind: FindingKind
  transactions: ReconcileTransaction[]
  bank_rows: ReconcileBankRow[]
  /** The part of the difference that its fix removes, as a decimal. */
  explains: string
  /** How many sets of rows explain that part as well as this one, itself included. */
  ways: number
  /** False if the search ended early, so that there may be more ways. */
  all_ways_counted: boolean
  score: number
  fix: { steps: ReconcileFixStep[]; command: string }
}

/** The state of a reconciliation. */
export interface ReconcileReport {
  account_id: string
  account_name: string
  date: string
  /** The balance of the bank, the cleared balance of that date, and the first less the second. */
  bank: string
  cleared: string
  difference: string
  /** The last reconciliation before. */
  previous: { date: string; balance: string } | null
  candidates: ReconcileCandidate[]
  /** undefined without a file. */
  statement: {
    file: string
    missing: ReconcileBankRow[]
    extra: ReconcileTransaction[]
    first_difference: { date: string; bank: string; cleared: string } | null
  } | null
  /** How many uncleared rows were searched for sets, and whether all sets were looked at. */
  searched: { rows: number; complete: boolean }
  /** The candidates that were applied, by their number before. */
  applied: number[]
  adjustment: Transaction | null
  /** How many transactions became reconciled; null when it was not finished. */
  finished: { transactions: number } | null
  /** What to type next. */
  next_steps: string[]
}
