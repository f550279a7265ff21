/**
 * Defines the changes of a workspace: those of its history, which can be taken back, and those that a dry run plans.
 * @see docs/history.md
 */

/** The kinds of things that a change is about, in the order in which they are counted. */
export const changeTypes = [
  'transaction',
  'assignment',
  'account',
  'category_group',
  'category',
  'merchant',
  'target',
  'snooze',
  'rule',
  'schedule',
  'schedule_date',
  'reconciliation',
  'import',
  'workspace',
  'key',
  'setting',
  'profile',
  'layout',
  'file',
] as const

/** A kind of thing that a change is about. */
export type ChangeType = (typeof changeTypes)[number]

/** Fields under the names of the API, e.g. `amount`, `category_id`, `category_name`. */
export type ChangeFields = Readonly<Record<string, unknown>>

/**
 * One thing that a command would change (a dry run), changed (the history) or takes back (undo).
 * `before` is null when it is created, `after` when it ceases to exist. Otherwise both hold the changed fields and
 * those that name the thing: of a transaction date, amount, merchant_name and account_name; of anything else its name.
 */
export interface Change {
  type: ChangeType
  /** The id; of an assignment `MONTH/CATEGORY_ID`. */
  id: string
  before: ChangeFields | null
  after: ChangeFields | null
}

/** How many things of each kind an entry changed. */
export type ChangeCounts = Partial<Record<ChangeType, number>>

/** One entry of the history: what one command, one import or one request of `budget serve` changed. */
export interface HistoryEntry {
  /** Counts from 1. */
  id: number
  /** The timestamp of the change. */
  at: string
  /** The command without `budget`, or the request, e.g. `month copy last`, `PATCH /transactions/{transaction_id}`. */
  command: string
  /** The name of the API key that made the request; null for a command on this computer. */
  actor: string | null
  counts: ChangeCounts
  /** The entry that this one takes back; null for any other change. */
  undoes: number | null
  /** The entry that took this one back; null while it is in effect. */
  undone_by: number | null
  /** Why it cannot be taken back, e.g. because an older version of budget wrote it; null when it can. */
  not_undoable: string | null
}

/** An entry with everything it changed. */
export interface HistoryEntryDetails extends HistoryEntry {
  changes: Change[]
}

/** Which entries to list. */
export interface HistoryFilter {
  /** How many, the newest first. */
  limit?: number
  /** Only entries at or after this timestamp. */
  since?: string
  /** Only entries that changed this thing. */
  entity?: { type: ChangeType; id: string }
}

/** Ready to Assign of a month before and after something is taken back. */
export interface ReadyToAssignChange {
  month: string
  before: string
  after: string
}

/** Transactions that an undo deletes, because its entry created them: figures, and the first of its changes. */
export interface DeletedTransactions {
  count: number
  /** The sum of their amounts. */
  amount: string
  first_date: string
  last_date: string
  /** The ids between which all of theirs are, and no other. */
  ids: { first: string; last: string }
  reconciled: number
  /** How many were changed after they were created. */
  edited: number
  first: Change[]
}

/** The changes of an undo where describing each would take longer than the undo. */
export interface UndoSummary {
  deleted: DeletedTransactions
  /** Every other change. */
  others: Change[]
}

/** What taking back an entry would do. */
export interface UndoPlan {
  /** The entries that are taken back, the newest first. */
  entries: HistoryEntry[]
  changes: Change[]
  /** null when it was not read, because that costs a request. */
  ready_to_assign: ReadyToAssignChange | null
  /** How many requests it takes; 0 for a local workspace. */
  requests: number
  /** What cannot come back, one sentence each. */
  lost: string[]
  /** Returns its changes in short where it deletes thousands of transactions; undefined for any other. */
  summarize?: () => UndoSummary | undefined
}

/** What was taken back: the plan, and the entries that record it, in the order of `entries`. */
export interface UndoResult extends UndoPlan {
  recorded: HistoryEntry[]
}

/** Which entry to take back. */
export interface UndoRequest {
  id: number
  /** Also takes back the later entries that depend on it. */
  with_later: boolean
}

/** The entry that applied a draft. */
export interface AppliedDraft {
  id: number
  /** How many of its requests were answered; undefined for a local workspace, which needs none. */
  requests?: number
}

/** Who an entry of the history is by, and which draft it applies. */
export interface EntryOrigin {
  /** E.g. `assistant Claude`. */
  actor: string | null
  /** The id of the draft. */
  draft?: string
}

/** The history of one workspace. An undo is an entry as well, and taking it back is a redo. */
export interface History {
  /** Lists entries, the newest first. */
  list(filter: HistoryFilter): Promise<HistoryEntry[]>
  /** @throws ApiError not_found */
  get(id: number): Promise<HistoryEntryDetails>
  /** Returns the entry that applied a draft, by the id of the draft. */
  findDraft(id: string): Promise<AppliedDraft | undefined>
  /** Returns the ids of the transactions that an entry created. @throws ApiError not_found */
  listCreated(id: number): Promise<string[]>
  /** Returns the ids of the imports that an entry is part of. @throws ApiError not_found */
  listImports(id: number): Promise<string[]>
  /**
   * Returns what an undo would do, without doing it.
   * @throws ApiError not_found
   * @throws UserError `conflict` when a later entry changed the same things, or when the result would break a rule
   */
  planUndo(request: UndoRequest): Promise<UndoPlan>
  /**
   * Takes an entry back: all of it or nothing.
   * @throws ApiError not_found
   * @throws UserError `conflict` as `planUndo`
   */
  undo(request: UndoRequest): Promise<UndoResult>
}

/** The history of a local workspace, whose methods answer at once. */
export interface LocalHistory {
  list(filter: HistoryFilter): HistoryEntry[]
  /** @throws ApiError not_found */
  get(id: number): HistoryEntryDetails
  /** Returns the entry that applied a draft, by the id of the draft. */
  findDraft(id: string): AppliedDraft | undefined
  /** Returns the ids of the transactions that an entry created. @throws ApiError not_found */
  listCreated(id: number): string[]
  /** Returns the ids of the imports that an entry is part of. @throws ApiError not_found */
  listImports(id: number): string[]
  /** @throws UserError `conflict` as `History.planUndo` */
  planUndo(request: UndoRequest): UndoPlan
  /** @throws UserError `conflict` as `History.undo` */
  undo(request: UndoRequest): UndoResult
  /** Returns what the current transaction has changed so far. */
  readPendingChanges(): Change[]
}

/** Stands for the id of an entity that a dry run would create. */
export const NEW_ID = '(new)'

/**
 * A change of a dry run. `method`, `path` and `body` are null where no request makes it, and for the second change
 * and any further change that one request makes.
 */
export interface PlannedChange extends Change {
  method: string | null
  path: string | null
  body: unknown
}

/** The entity before and after a change; without `before` it is created, without `after` deleted. */
interface LocalChange {
  id: string
  before?: object | undefined
  after?: object | undefined
}

/** Returns a planned change that takes no request. */
export const createLocalChange = (type: ChangeType, { id, before, after }: LocalChange): PlannedChange => ({
  method: null,
  path: null,
  body: null,
  type,
  id,
  before: toChangeFields(before),
  after: toChangeFields(after),
})

/** Returns a change that no request makes as a planned one. */
export const toPlannedChange = (change: Change): PlannedChange => ({
  method: null,
  path: null,
  body: null,
  ...change,
})

const toChangeFields = (entity: object | undefined): ChangeFields | null =>
  entity === undefined ? null : { ...entity }
