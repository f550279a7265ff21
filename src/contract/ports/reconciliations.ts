/** Defines reconciliations: up to which date an account agreed with the bank. */

/** What a reconciliation notes; the balance is the bank's, as a decimal string. */
export interface ReconciliationDraft {
  account_id: string
  date: string
  balance: string
}

/** An account that agreed with the bank. */
export interface Reconciliation extends ReconciliationDraft {
  /** The timestamp at which the user reconciled it. */
  reconciled_at: string
}

/** The reconciliations of a workspace; of a remote one this computer keeps them. */
export interface ReconciliationLog {
  /** Lists all of them, each account's oldest first. */
  list(): Reconciliation[]
  /** Notes that an account agreed with the bank. A local workspace does so when it is reconciled. */
  note(reconciliation: Reconciliation): void
}
