/** Creates a workspace with all of its content, whole or not at all, with every figure that the API would keep. */

import { randomUUID } from 'node:crypto'
import { StorageError } from '../contract/errors.ts'
import { isCreditAccountType } from '../contract/operations/accounts.ts'
import type { ContentTransaction, WorkspaceContent } from '../contract/ports/workspace-content.ts'
import { fillWorkspaceFile } from '../store/fill-workspace-file.ts'
import type { NewWorkspaceTables } from '../store/new-workspace-tables.ts'
import { toStorageError } from '../store/sqlite-errors.ts'
import type { TransactionRow } from '../store/transaction-row-mapping.ts'
import { addFinalName, removeTemporaryName } from '../store/workspace-files.ts'
import { assertFound } from './budget/request-context.ts'
import { getMerchantTokens, isEvidence } from './budget/resolve-merchant.ts'
import { openRunningTotals } from './budget/running-totals.ts'
import { checkAssignmentsAndRules } from './content/check-assignments-and-rules.ts'
import { checkNames, type NamedRows } from './content/check-names.ts'
import { checkSchedules } from './content/check-schedules.ts'
import { createTransactionChecks, type TransactionChecks } from './content/check-transactions.ts'

/** How many rows are in memory at a time: a multiple of what one statement inserts. */
const BATCH_SIZE = 500

/**
 * Fills an empty workspace. The history of changes stays empty: it begins with the next change.
 * @throws InvalidContentError for the first row that breaks a rule
 */
export function fillWorkspace(tables: NewWorkspaceTables, content: WorkspaceContent): void {
  const names = checkNames(content)
  checkAssignmentsAndRules(content, names.known)
  tables.insertAccounts([...names.known.accounts.values()])
  tables.insertGroups(names.groups)
  tables.insertCategories(names.categories)
  tables.insertMerchants(names.merchants)
  tables.insertAssignments(content.assignments.filter(({ assigned }) => assigned !== 0n))
  tables.insertTargets(content.targets)
  tables.insertSnoozes(content.snoozes)
  tables.insertRules(content.rules)
  tables.insertCategorizations(content.categorizations)
  tables.insertReconciliations(content.reconciliations)
  const taught = new Set(
    content.categorizations.flatMap(({ merchant, category, ready_to_assign }) =>
      category !== null || ready_to_assign ? [merchant] : [],
    ),
  )
  const checks = createTransactionChecks(names.known)
  for (const merchant of insertTransactions(tables, { ...names, transactions: content.transactions, checks }))
    taught.add(merchant)
  checkSchedules(content, names.known, checks.isKnown)
  tables.insertSchedules(content.schedules, content.scheduleDates)
  insertHistories(tables, names, taught)
  if (content.move) tables.insertMove(content.move)
}

/** Inserts the transactions and the totals they add up to; returns the merchants whose transactions are categorized. */
function insertTransactions(
  tables: NewWorkspaceTables,
  {
    known,
    payments,
    transactions,
    checks,
  }: NamedRows & { transactions: Iterable<ContentTransaction>; checks: TransactionChecks },
): Set<number> {
  const totals = openRunningTotals({
    store: { ...tables, categories: { findByCard: (account) => payments.get(account) } },
    getAccount: (seq) => assertFound(known.accounts.get(seq)),
  })
  const taught = new Set<number>()
  for (const content of transactions) {
    checks.check(content)
    const row = toRow(content, isCreditAccountType(known.accounts.get(content.account)?.type ?? ''))
    if (row.merchant !== null && isEvidence(row)) taught.add(row.merchant)
    totals.insert(row)
    if (totals.pendingRows().length === BATCH_SIZE) totals.writePending()
  }
  checks.checkAllPaired()
  totals.flush()
  return taught
}

/** Returns the row of a transaction. Written as one literal: a spread takes 24 MiB more with 100,000 rows. */
export const toRow = (content: ContentTransaction, isCard: boolean): TransactionRow => ({
  seq: content.seq,
  date: content.date,
  amount: content.amount,
  account: content.account,
  card: isCard ? content.account : null,
  merchant: content.merchant,
  category: content.category,
  ready_to_assign: content.ready_to_assign,
  notes: content.notes,
  status: content.status,
  review_status: content.review_status,
  auto: content.auto,
  splits: content.splits && [...content.splits],
  pair: content.pair,
  transfer_account: content.transfer_account,
  deleted: content.deleted,
  created_at: content.created_at,
  updated_at: content.updated_at,
})

/** Files the words of merchants whose past categorizations are asked. @see docs/spec.md#x4 */
function insertHistories(
  tables: NewWorkspaceTables,
  { merchants }: NamedRows,
  taught: ReadonlySet<number>,
): void {
  tables.insertHistories(
    merchants
      .filter(({ seq, deleted }) => taught.has(seq) && !deleted)
      .map(({ seq, key }) => ({ merchant: seq, words: getMerchantTokens(key) })),
  )
}

/** Where a workspace is created. */
interface NewWorkspaceFile {
  /** The path of its file. */
  file: string
  id_salt: string
  /** Registers the workspace; it exists once the transaction around `createFilledFile` is committed. */
  register: () => void
}

/**
 * Writes the file of a workspace under a temporary name, registers it and gives it its own name. The caller holds the
 * registry, and calls the returned function when the registration is committed.
 * @throws InvalidContentError for content that no workspace may have
 * @throws StorageError when the file cannot be written
 */
export function createFilledFile(
  content: WorkspaceContent,
  { file, id_salt, register }: NewWorkspaceFile,
): () => void {
  const temporary = `${file}.${randomUUID()}.tmp`
  try {
    fillWorkspaceFile(temporary, { currency: content.currency, id_salt }, (tables) =>
      fillWorkspace(tables, content),
    )
    register()
    addFinalName(temporary, file)
  } catch (error) {
    removeTemporaryName(temporary)
    // SQLite's error names the temporary file.
    throw toStorageError(error instanceof StorageError ? (error.cause ?? error) : error, file)
  }
  return () => removeTemporaryName(temporary)
}
