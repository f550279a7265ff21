/** Opens the file of a workspace, with one object of statements for each table. */

import type { ScheduleKind } from '../contract/ports/local-service.ts'
import type { BackupOptions } from '../contract/ports/workspace-admin.ts'
import { accountsTable } from './accounts.ts'
import { backUpDatabase } from './backup.ts'
import { categoriesTable, groupsTable } from './categories.ts'
import { categorizationRulesTable } from './categorization-rules.ts'
import { recordChanges } from './change-recorder.ts'
import { createOnFirstUse } from './create-on-first-use.ts'
import type { Database } from './database.ts'
import { getFileIdentity, removeFile } from './database-file.ts'
import { createEarliestChange } from './earliest-change.ts'
import { exportedRows } from './exported-rows.ts'
import { historyTables, type NewEntry } from './history-tables.ts'
import { importJournal, importJournalMigration } from './import-journal.ts'
import { findIntegrityErrors } from './integrity-check.ts'
import { lineTotals } from './line-totals.ts'
import { type LearnedCategory, merchantsTable } from './merchants.ts'
import { workspaceMigration1 } from './migrations/workspace-1.ts'
import { writeMarkMigration } from './migrations/workspace-3-write-mark.ts'
import { historyMigration } from './migrations/workspace-4-history.ts'
import { draftsMigration } from './migrations/workspace-10-drafts.ts'
import { monthTotalsTable } from './month-totals.ts'
import { movesMigration, movesTable } from './moves.ts'
import { newWorkspaceTables } from './new-workspace-tables.ts'
import { openDatabase } from './open-database.ts'
import { reconciliationsMigration, reconciliationsTable } from './reconciliations.ts'
import { recordedRows } from './recorded-rows.ts'
import { entryRepliesMigration, idempotentReplies } from './replies.ts'
import { reportLists } from './report-lists.ts'
import { schedulesMigration, schedulesTable, statementDayMigration } from './schedules.ts'
import { targetsTable } from './targets.ts'
import { transactionsTable } from './transactions.ts'

/** The application_id and the migrations of workspace files. */
export const workspaceSchema = {
  application: 0x42756467 /* "Budg" */,
  migrations: [
    workspaceMigration1,
    importJournalMigration,
    writeMarkMigration,
    historyMigration,
    reconciliationsMigration,
    movesMigration,
    schedulesMigration,
    statementDayMigration,
    entryRepliesMigration,
    draftsMigration,
  ],
}

/**
 * The version of the tables whose columns the changesets of the history describe. A later version that only adds
 * tables, or columns at the end, leaves it, so that older entries can still be taken back.
 */
const RECORDED_VERSION = 4

// Changes of a caller that names none.
const UNNAMED_ENTRY: NewEntry = { now: Date.now, command: '', actor: null, undoes: null }

/** What a new workspace is created with. */
export interface WorkspaceSettings {
  currency: string
  /** 16 letters or digits that make the workspace's ids unique. */
  id_salt: string
}

/** The open file of a workspace. */
export type WorkspaceStore = ReturnType<typeof openWorkspaceStore>

/**
 * Creates a workspace's file and opens it; on failure the file is removed.
 * @throws StorageError
 */
export function createWorkspaceStore(file: string, seed: WorkspaceSettings): WorkspaceStore {
  try {
    return openWorkspaceStore(file, () => seed)
  } catch (error) {
    removeFile(file)
    throw error
  }
}

/**
 * Opens a workspace's file; ':memory:' is one that vanishes when it is closed.
 * @param seed the settings of a new file; without it the file must exist
 * @throws StorageError when the file is missing, damaged or foreign
 */
export function openWorkspaceStore(file: string, seed?: () => WorkspaceSettings) {
  const database = openDatabase(file, workspaceSchema, { isKnown: !seed })
  // Opening an existing file does not wait for a writer.
  if (seed && !readSettings(database)) {
    database.write(() => {
      if (readSettings(database)) return
      const { currency, id_salt } = seed()
      database.prepare('INSERT INTO workspace VALUES (?, ?)').run(currency, id_salt)
    })
  }
  return wrapWorkspaceDatabase(database, file)
}

/** Returns the store of a file that is open. */
export function wrapWorkspaceDatabase(database: Database, file: string) {
  const settings = readSettings(database)
  if (!settings) throw new Error(`${file} does not contain a workspace`)
  const identity = getFileIdentity(file)
  const recorder = recordChanges(database, { version: RECORDED_VERSION, entry: UNNAMED_ENTRY })

  const tables = createOnFirstUse({
    accounts: () => accountsTable(database),
    groups: () => groupsTable(database),
    categories: () => categoriesTable(database),
    merchants: () => merchantsTable(database, recorder.entryId),
    transactions: () => transactionsTable(database),
    monthTotals: () => monthTotalsTable(database),
    lineTotals: () => lineTotals(database),
    reportLists: () => reportLists(database),
    reconciliations: () => reconciliationsTable(database),
    targets: () => targetsTable(database),
    moves: () => movesTable(database),
    schedules: () => schedulesTable(database),
    newRows: () => newWorkspaceTables(database),
    rules: () => categorizationRulesTable(database),
    categorizationHistory: () => categorizationHistory(database),
    idempotentReplies: () => idempotentReplies(database),
    journal: () => importJournal(database),
    history: () => historyTables(database),
    recordedRows: () => recordedRows(database),
    exportedRows: () => exportedRows(database),
  })
  return Object.assign(tables, {
    file,
    settings,
    /** The version of the tables that the history records. */
    version: RECORDED_VERSION,
    recorder,
    applyChangeset: database.applyChangeset,
    read: database.read,
    beginSnapshot: database.beginSnapshot,
    endSnapshot: database.endSnapshot,
    write: database.write,
    groupCommit: database.groupCommit,
    beginTransaction: database.beginTransaction,
    changeCounter: database.changeCounter,
    isWriting: database.isWriting,
    earliestChange: createEarliestChange(database),
    rowsVersion: database.rowsVersion,
    setCurrency: (currency: string): void =>
      void database.prepare('UPDATE workspace SET currency = ?').run(currency),
    hasSchedules: (kind: ScheduleKind): boolean => hasSchedules(database, kind),
    /** Returns the bytes of the file. */
    size: (): number => getDatabaseSize(database),
    /** Returns unused space of the file to the disk. */
    compact: (): void => database.exec('VACUUM'),
    findIntegrityErrors: () => findIntegrityErrors(database),
    backUp: (copy: string, options: BackupOptions): void => backUpDatabase(database, copy, options),
    /** True if the file still is at its path: what is written to a replaced file is lost. */
    isInPlace: () => getFileIdentity(file) === identity,
    close: database.close,
    discard: database.discard,
  })
}

/** True if there is a schedule, or one that posts by itself. Nothing else of them is loaded for it. */
const hasSchedules = ({ prepare }: Database, kind: ScheduleKind): boolean =>
  prepare('SELECT 1 FROM schedules WHERE auto_post >= ? AND paused <= ? LIMIT 1').get(
    ...(kind === 'auto' ? [1, 0] : [0, 1]),
  ) !== undefined

function getDatabaseSize({ prepare }: Database): number {
  const readNumber = (pragma: string): number =>
    prepare<[number]>(`PRAGMA ${pragma}`, { arrays: true }).get()?.[0] ?? 0
  return readNumber('page_count') * readNumber('page_size')
}

const readSettings = (database: Database): WorkspaceSettings | undefined =>
  database.prepare<WorkspaceSettings>('SELECT currency, id_salt FROM workspace').get()

interface StoredCategorization {
  category: number | null
  ready_to_assign: number
}

// A usable category is not deleted, not archived and not a system category; Ready to Assign is always usable.
// docs/spec.md#x0
const USABLE_ROWS = `merchant = ? AND (t.category IS NOT NULL OR t.ready_to_assign = 1) AND t.deleted = 0
  AND (t.ready_to_assign = 1 OR (c.deleted = 0 AND c.archived = 0 AND c.card IS NULL))`

/** Returns the queries from which auto-categorization learns. */
function categorizationHistory(database: Database) {
  const latest = (condition: string) =>
    database.prepare<StoredCategorization>(
      `SELECT t.category, t.ready_to_assign FROM transactions t LEFT JOIN categories c ON c.seq = t.category
       WHERE ${USABLE_ROWS} AND ${condition} ORDER BY t.date DESC, t.seq DESC LIMIT ?`,
    )
  const manual = latest('t.auto = 0')
  const reviewed = latest("t.review_status = 'reviewed'")
  const toLearned = (rows: StoredCategorization[]): LearnedCategory[] =>
    rows.map((row) => (row.ready_to_assign === 1 ? 'ready_to_assign' : (row.category ?? 'ready_to_assign')))

  return {
    /** Lists the latest `count` categorizations made by the user, newest first. @see docs/spec.md#x2 */
    listManual: (merchant: number, count: number): LearnedCategory[] =>
      toLearned(manual.all(merchant, count)),
    /** Lists the latest `count` reviewed categorizations, newest first. @see docs/spec.md#x6 */
    listReviewed: (merchant: number, count: number): LearnedCategory[] =>
      toLearned(reviewed.all(merchant, count)),
  }
}
