/** Declares what a process provides to an invocation. src/cli/platform implements it. */

import type { UserConfig } from '../config/user-config.ts'
import type { BudgetApi } from '../contract/api.ts'
import type { HttpResponse } from '../contract/http-response.ts'
import type { DraftStore } from '../contract/ports/drafts.ts'
import type { ArchiveSource, ExportSource } from '../contract/ports/export-source.ts'
import type { UseForeignTables } from '../contract/ports/foreign-tables.ts'
import type { Change, EntryOrigin, History } from '../contract/ports/history.ts'
import type { ImportStore } from '../contract/ports/import-journal.ts'
import type { DatabaseTransaction, ScheduleKind, Workspaces } from '../contract/ports/local-service.ts'
import type { TransactionReferences } from '../contract/ports/references.ts'
import type { Quota, WorkspaceCache } from '../contract/ports/remote-caches.ts'
import type { ReportSource } from '../contract/ports/report-source.ts'
import type { ReviewDrafts } from '../contract/ports/review-drafts.ts'
import type { ReconciliationLog, WorkspaceAdmin } from '../contract/ports/workspace-admin.ts'
import type { WorkspaceDatabase } from '../contract/ports/workspace-database.ts'
import type {
  CommandRunner,
  DatabaseServeOptions,
  Executable,
  FileSystem,
  FileWriteOptions,
  LocalServeOptions,
  ProgramResult,
  ProgramStreams,
  PromptChoice,
  PromptSelection,
  RemoteProfileWithKey,
  SelectOptions,
  ServerHandle,
  Versions,
  WorkspaceContext,
} from './context.ts'
import type { Screen } from './screen.ts'

/** A destination of text. `write` returns false when the reader of stdout is gone. */
export interface OutputSink {
  write(text: string): boolean | Promise<boolean>
}

/** stdout or stderr, with the size of the terminal. */
export interface OutputStream {
  isTTY: boolean
  columns: number
  rows: number
  write(text: string): boolean
  /** Shows a line that replaces the previous one; on a terminal only, until other output is written. */
  status(text: string): void
}

/** A program that shows long output screen by screen. */
export interface Pager extends OutputSink {
  /** True if the user has quit the pager. */
  hasUserQuit(): boolean
  /** Ends the output and waits until the user has quit. */
  close(): Promise<void>
}

/** A file that appears complete or not at all. */
export interface AtomicFile {
  write(content: string | Uint8Array): boolean
  commit(): void
  discard(): void
}

/** How what exports read is requested. */
export interface ExportSourceOptions {
  api: BudgetApi
  /** The decimals of the workspace's currency. */
  decimals: number
  signal: AbortSignal
}

/** How what reports read is requested. */
export interface ReportSourceOptions {
  api: BudgetApi
  /** Returns the currency of the workspace; `month` is requested when it is not known. */
  getCurrency: (month: string) => Promise<string>
  /** The user's date. */
  today: string
  /** True if nothing may come from a cache. */
  refreshes: boolean
  /** Announces how many requests are about to be made. */
  reserveRequests: (requests: number) => void
  signal: AbortSignal
}

/** A connection to the workspace of a profile. */
export interface Connection {
  api: BudgetApi
  workspace_id: string
  isLocal: boolean
  /** The names earlier commands read; undefined for a local workspace, where reading costs no request. */
  nameCache?: WorkspaceCache
  /** Returns the currency of a local workspace; undefined on a remote profile, where months contain it. */
  getCurrency?(): string
  /** True if a local workspace has a schedule of a kind; undefined on a remote profile. */
  hasSchedules?(kind: ScheduleKind): boolean
  /** Begins a database transaction over several requests; undefined on a remote profile. */
  beginTransaction?(): DatabaseTransaction
  /** Ends the view that a report or an export keeps of a local workspace while it reads. */
  endSnapshot?(): void
  /** Returns a counter that changes whenever another process may have written. */
  changeCounter?(): number
  /**
   * Opens the journal of imports into the workspace.
   * @throws StorageError when it cannot be kept.
   */
  openImportStore(): ImportStore | Promise<ImportStore>
  /** Opens the reconciliations of the workspace. @throws StorageError when they cannot be kept. */
  openReconciliations(): ReconciliationLog | Promise<ReconciliationLog>
  /** Opens the decisions of a review that are not sent yet, or those about the rows of an import. */
  openReviewDrafts(import_id?: string): ReviewDrafts | Promise<ReviewDrafts>
  /** Opens the drafts of the workspace. @throws StorageError when they cannot be kept. */
  openDrafts(): DraftStore | Promise<DraftStore>
  /** Returns how many writes were sent again because their response was lost. */
  countResentWrites?(): number
  /** Announces many requests before the first of them, where requests are limited. */
  reserveRequests?(requests: number): void
  /** Returns the HTTP response that a reply or an error came from. */
  findHttpResponse?(outcome: object): HttpResponse | undefined
  /**
   * Opens targets, rules and other data that the API does not cover.
   * @throws UserError when the profile is remote.
   */
  workspaceAdmin(): WorkspaceAdmin
  /** Opens the history of the workspace. */
  history(): History
  /** Opens what archives read of a local workspace; undefined on a remote profile. */
  openArchiveSource?(): ArchiveSource
  /** Opens what exports read of the workspace, through `api` where it has to be requested. */
  openExportSource(options: ExportSourceOptions): ExportSource | Promise<ExportSource>
  /** Opens what reports read of the workspace, through `api` where it has to be requested. */
  openReportSource(options: ReportSourceOptions): ReportSource | Promise<ReportSource>
  /** Returns the references to the transactions of the workspace. */
  references(): TransactionReferences
  /** Sets the command that the history shows for the changes of this invocation. Call it before the first write. */
  recordAs(command: string, origin?: EntryOrigin): void
  /** Returns the entry that this invocation recorded last; undefined when it changed nothing. */
  recordedEntry(): number | undefined
  /**
   * Returns what the open transaction has changed so far, for a dry run that is rolled back; undefined on a remote
   * profile, which has no transactions.
   */
  pendingChanges?(): Change[] | Promise<Change[]>
  close(): void | Promise<void>
}

/** A wait for the rate limit: reported every second, and once when it is over. */
export type RateLimitWait = { until: number; left_seconds: number } | { over: true }

/** Requests that exceed what is left of the rate-limit window, and how long they will pause. */
export interface RequestEstimate {
  needed: number
  left: number
  pause_seconds: number
}

/** How a remote service is called. @see docs/http-client.md#wait-or-fail */
export interface RequestPolicy {
  max_wait_seconds: number
  max_wait_of_many: number
  /** The command stops before it makes more requests than this. */
  max_requests: number | undefined
  /** Aborted when the user presses Ctrl-C. */
  signal?: AbortSignal
  waiting(wait: RateLimitWait): void
  /** Called when announced requests exceed what is left of the window. */
  onEstimate(estimate: RequestEstimate): void
  /** Called for each request and each retry. */
  trace(text: string): void
}

/** How a profile is connected: a remote one by the policy; a local one may create its first workspace. */
export interface ConnectOptions extends RequestPolicy {
  /** Called with the workspace that the first use is about to create. @throws UserError to create none. */
  beforeFirstWorkspace(draft: { name: string; currency: string }): void
}

/** Returns what runs commands on a connection, as if they were typed on a day (YYYY-MM-DD). */
export type CreateRunner = (connection: Connection, today: string) => Promise<CommandRunner>

/** Returns what a command works with on a connection of a server. */
export type OpenServedContext = (connection: Connection) => Promise<WorkspaceContext>

/** The process as the CLI sees it: environment, terminal, files, clock and services. */
export interface Runtime {
  versions: Versions
  /** How the user runs the program: `budget`, or `node bin/budget.js` before it is installed. */
  program: string
  env: Readonly<Record<string, string | undefined>>
  stdout: OutputStream
  stderr: OutputStream
  /** True if the keyboard is a terminal. Finding out takes milliseconds. */
  stdinIsTTY: () => boolean
  /** The user's date when the command began, YYYY-MM-DD. */
  today: string
  /** The files of Node.js and of this program, as absolute paths. */
  executable: Executable
  /** Returns the user's date now, for a command that runs for days. */
  readToday(): string
  /** Returns the streams of the process, for a protocol with another program. */
  openStreams(): ProgramStreams
  signal: AbortSignal
  /** Runs work that writes nothing; meanwhile the system ends the process at SIGTERM, without a handler. */
  computeLong<Result>(work: () => Result | Promise<Result>): Promise<Result>
  /** Opens a pager on the terminal; undefined when the program does not exist. */
  openPager(command: string): Promise<Pager | undefined>
  files: Omit<FileSystem, 'write'> & {
    /**
     * Creates a file.
     * @throws UserError when it exists, unless `force`.
     */
    create(path: string, options: FileWriteOptions): Promise<AtomicFile>
  }
  /** Asks a yes-or-no question; undefined when the user cancels. */
  confirm(question: string): Promise<boolean | undefined>
  /** Asks for a text, hidden when it is secret; undefined when the user cancels. */
  input(question: string, options: { hidden: boolean }): Promise<string | undefined>
  /** Lets the user select one of several choices; undefined when the user cancels. */
  select(
    question: string,
    choices: readonly PromptChoice[],
    options?: SelectOptions,
  ): Promise<string | undefined>
  /** Lets the user select any number of choices; undefined when the user cancels. */
  selectMany(question: string, options: PromptSelection): Promise<string[] | undefined>
  /** Lets the user change a text in an editor and gives what was saved to `use`. */
  editText<Result>(text: string, use: (saved: string) => Promise<Result>): Promise<Result>
  /** Shows a screen while `use` runs, and restores the terminal however it ends. */
  showScreen<Result>(use: (screen: Screen) => Promise<Result>): Promise<Result>
  /** Returns milliseconds since 1970. */
  now(): number
  wait(milliseconds: number, signal: AbortSignal): Promise<unknown>
  settings(profile: string | undefined): Promise<UserConfig>
  /** Connects to the workspace of a profile, or of the default profile. The first use of this computer creates one. */
  connectProfile(profile: string | undefined, options: ConnectOptions): Promise<Connection>
  /** Connects to a remote workspace that need not have a profile. */
  connectRemote(
    remote: RemoteProfileWithKey,
    policy: RequestPolicy,
  ): Promise<Pick<Connection, 'api' | 'close'>>
  readQuota(remote: RemoteProfileWithKey): Promise<Quota>
  /**
   * Opens the workspaces on this computer, or those in another directory.
   * @throws UserError when the profile is remote.
   */
  openLocalWorkspaces(profile: string | undefined, folder?: string): Promise<Workspaces>
  /** Lets `use` read the tables of an SQLite file that another program wrote. */
  useForeignTables: UseForeignTables
  /** Runs another program of the user; undefined if it is not installed. */
  runProgram: (program: string, args: readonly string[]) => Promise<ProgramResult | undefined>
  serve(
    workspaces: Workspaces,
    options: LocalServeOptions & {
      log_line(line: string): void
      createRunner?: CreateRunner
      openContext?: OpenServedContext
      readPageFile?: (name: string) => Promise<Uint8Array>
    },
  ): Promise<ServerHandle>
  /** Serves the workspaces of a database. */
  serveDatabase(options: DatabaseServeOptions & { log_line(line: string): void }): Promise<ServerHandle>
  /** Connects to a database, whose address is in a file or in the environment. */
  connectDatabase(file: string | undefined): Promise<WorkspaceDatabase>
}
