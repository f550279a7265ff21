/** Declares what a command may use: files, prompts, messages, settings and the workspace. */

import type { Readable, Writable } from 'node:stream'
import type { Shell } from '../config/completion-paths.ts'
import type { RemoteProfile } from '../config/profiles.ts'
import type { UserConfig } from '../config/user-config.ts'
import type { BudgetApi, Operations } from '../contract/api.ts'
import type { HttpResponse } from '../contract/http-response.ts'
import type { OperationReply } from '../contract/operation.ts'
import type {
  DraftMeanings,
  DraftStore,
  KeepMeaning,
  ReadyToAssignByMonth,
} from '../contract/ports/drafts.ts'
import type { ArchiveSource, ExportSource } from '../contract/ports/export-source.ts'
import type { UseForeignTables } from '../contract/ports/foreign-tables.ts'
import type { Change, EntryOrigin, History, PlannedChange, UndoPlan } from '../contract/ports/history.ts'
import type { ImportStore } from '../contract/ports/import-journal.ts'
import type { ScheduleKind, Workspaces } from '../contract/ports/local-service.ts'
import type { TransactionReferences } from '../contract/ports/references.ts'
import type { Quota } from '../contract/ports/remote-caches.ts'
import type { ReportSource } from '../contract/ports/report-source.ts'
import type { ReviewDrafts } from '../contract/ports/review-drafts.ts'
import type { ReconciliationLog, WorkspaceAdmin } from '../contract/ports/workspace-admin.ts'
import type { WorkspaceDatabase } from '../contract/ports/workspace-database.ts'
import type { FlagValues } from '../output/shell-words.ts'
import type { Colors } from '../output/style.ts'
import type { NameIndex } from './names/resolve-name.ts'
import type { OptionSpec } from './option-spec.ts'
import type { Screen } from './screen.ts'

/** The file system as commands see it. */
export interface FileSystem {
  /** Resolves a path against the working directory. */
  resolvePath(path: string): string
  /**
   * Reads a file; `-` is stdin.
   * @throws UserError for a device, for a missing file, and for more than `most` bytes.
   */
  read(path: string, options?: { most?: number }): Promise<Uint8Array>
  /**
   * Returns the paths of the files in a directory and the directories right inside it; undefined for a path that is no
   * directory.
   * @throws UserError when the directory cannot be read.
   */
  listDirectory(path: string): Promise<string[] | undefined>
  /**
   * Resolves a path in a folder, after links.
   * @throws UserError when it leads out of the folder, or to no ordinary file.
   */
  resolveWithin(folder: string, path: string): Promise<string>
  /** @throws UserError when the path lies in a directory that budget manages. */
  assertOutsideOwnDirectories(path: string): Promise<void>
  /** Creates the directory of a file, and the directories above it. */
  makeParentDirectory(path: string): Promise<void>
  /**
   * Writes a file atomically.
   * @throws UserError when the file exists, unless `force`.
   */
  write(path: string, content: string | Uint8Array, options: FileWriteOptions): Promise<void>
  /** Reads a file that is shipped with the program, such as `examples/farmers-bank.csv`. */
  readShippedFile(path: string): Promise<Uint8Array>
  /** Creates a new empty directory that no other process uses, and returns its path. `purpose` is part of its name. */
  createTemporaryDirectory(purpose: string): Promise<string>
  /** Opens a file with the program that the desktop has for it; false when there is none. */
  openWithDesktop(path: string): Promise<boolean>
}

/** How a file is created. */
export interface FileWriteOptions {
  /** Replaces an existing file. */
  force: boolean
  /** Makes the file readable by its owner only, because it holds a key or transactions. */
  secret?: boolean
}

/** One entry of a list the user selects from. */
export interface PromptChoice {
  value: string
  label: string
}

/** How a list of choices is answered. */
export interface SelectOptions {
  /** A text that is no choice is an answer too, e.g. the name of a new merchant. @default false */
  allowsNew?: boolean
}

/** A list of which the user selects any number. */
export interface PromptSelection {
  choices: readonly PromptChoice[]
  /** The values that are selected at first. */
  initial: readonly string[]
}

/** A running HTTP server. */
export interface ServerHandle {
  url: string
  close(): Promise<void>
}

/** The options of `budget serve`. */
export interface ServeOptions {
  host: string
  port: number
  /** Requests each key may make in a window. */
  rate_limit: number
  /** The length of a window in seconds. */
  rate_window: number
  /** Logs each request to stderr. */
  log: boolean
}

/** The options of `budget serve` over the workspaces of this computer. */
export interface LocalServeOptions extends ServeOptions {
  /** The page for browsers; undefined for none. */
  page: ServedPage | undefined
  /** Where a proxy offers this server; undefined when only this computer reaches it. */
  public_url: URL | undefined
  /** The workspaces once more, with connections of their own, on which assistants work; undefined for none. */
  assistant: Workspaces | undefined
}

/** The page of `budget serve`. */
export interface ServedPage {
  /** The workspaces once more, with connections of their own, on which the page runs commands. */
  workspaces: Workspaces
}

/** The options of `budget serve --database`. */
export interface DatabaseServeOptions extends ServeOptions {
  /** The file with the address of the database; without it BUDGET_DATABASE_URL has it. */
  database_file: string | undefined
  /** Where the counters of this machine are served; undefined when they are not. */
  metrics: { host: string; port: number } | undefined
  /** For how many seconds without the database reads are answered. */
  staleSeconds: number
  /** How many bytes of copies are kept. */
  copies: number
}

/** A remote workspace and the API key for it. */
export type RemoteProfileWithKey = RemoteProfile & { key: string }

/** The versions of the program and of Node.js. */
export interface Versions {
  budget: string
  node: string
}

/** The progress of long work, e.g. 100 of 250 rows imported. */
export interface ProgressStep {
  done: number
  of: number
  what: string
}

/** What one run of a command is: its moment, its flags, and where its result goes. */
export interface CommandInvocation {
  /** The user's date when the command began, YYYY-MM-DD. */
  today: string
  /** Returns the user's date now, for a command that runs for days. */
  readToday(): string
  /** Returns milliseconds since 1970. */
  now(): number
  /** Waits; Ctrl-C ends the wait with an AbortError. */
  wait(milliseconds: number): Promise<unknown>
  /** Aborted when the user presses Ctrl-C. */
  signal: AbortSignal
  /**
   * Runs work that writes nothing and may compute for seconds without a pause, in which no signal would be noticed:
   * meanwhile SIGTERM ends the process at once.
   */
  computeLong<Result>(work: () => Result | Promise<Result>): Promise<Result>
  isDryRun: boolean
  /** Adds a change to the list a dry run prints; does nothing when the command is no dry run. */
  recordPlannedChange(change: PlannedChange): void
  /** The same for what a dry run would take back of the history; it is described when it is shown. */
  recordPlannedUndo(plan: UndoPlan): void
  /** True with --read-only: nothing may be written, and the user is not asked what to write. */
  isReadOnly: boolean
  /** True with --yes: every question counts as answered with yes. */
  assumesYes: boolean
  /** The global flags that a printed command repeats, or else it would do something else; without the profile. */
  repeatedFlags: FlagValues
  /** The path of `--output` as the user typed it; undefined without the flag. */
  outputPath: string | undefined
  /** True if the result is written to a terminal as text or table; else stdout is data. */
  showsResultAsText(): boolean
  /** Writes to stdout at once, before the result. */
  print(text: string): void
  /** Runs `work` once the result is written, to stdout or to the file of `--output`. */
  afterOutput(work: () => Promise<void>): void
  versions: Versions
  /** How the user runs the program: `budget`, or `node bin/budget.js` before it is installed. */
  program: string
}

/** The user, whom a command asks, and whom it tells more than its result. */
export interface CommandUser {
  /** True if the user can be prompted. */
  isInteractive(): boolean
  /** Returns how many lines the terminal has on which the user is asked. */
  countScreenLines(): number
  /**
   * Asks before a destructive step. `about` is called only when the user is really asked, or in a dry run.
   * @throws UserError `unconfirmed` when the answer is no, or when prompting is impossible and --yes is missing.
   */
  requireConfirmation(question: string, about?: () => Promise<string>): Promise<void>
  /** Prints `about`, asks a yes-or-no question and returns true for yes. */
  confirm(question: string, about: string): Promise<boolean>
  /** Asks for a text, hidden when it is secret; undefined when the user cancels. */
  input(question: string, options?: { hidden: boolean }): Promise<string | undefined>
  /** Lets the user select one of several choices; undefined when the user cancels. */
  select(
    question: string,
    choices: readonly PromptChoice[],
    options?: SelectOptions,
  ): Promise<string | undefined>
  /** Lets the user select any number of choices; undefined when the user goes back with Esc. */
  selectMany(question: string, options: PromptSelection): Promise<string[] | undefined>
  /** True if the result is shown to the user on a terminal whose keyboard can be read. */
  canShowScreen(): boolean
  /** Shows a screen while `use` runs. A local workspace is released meanwhile. Call it only when `canShowScreen()`. */
  showScreen<Result>(use: (screen: Screen, colors: Colors) => Promise<Result>): Promise<Result>
  /**
   * Lets the user change a text in an editor and gives what was saved to `use`.
   * @throws UserError without a terminal, and when the editor fails.
   */
  editText<Result>(text: string, use: (saved: string) => Promise<Result>): Promise<Result>
  reportProgress(step: ProgressStep): void
  /** Writes a remark to stderr, on a terminal or with --verbose. */
  info(text: string): void
  /** Writes a remark that something is wrong, in red where stderr has colours. */
  infoInRed(text: string): Promise<void>
  /** Writes a warning to stderr, also in a pipe; only --quiet suppresses it. */
  warn(text: string): void
  /** True if `info` writes anything. */
  showsInfo(): boolean
}

/** What starts this program, as absolute paths. */
export interface Executable {
  node: string
  program: string
}

/** What another program writes to this one, and reads of it. */
export interface ProgramStreams {
  input: Readable
  output: Writable
}

/** What another program wrote, and its exit code. */
export interface ProgramResult {
  code: number
  stdout: string
  stderr: string
}

/** The user's computer: files, settings, and the services that run on it or are reached from it. */
export interface Computer {
  files: FileSystem
  /** Opens the profiles, settings, keys and layouts of the user. */
  settings(): Promise<UserConfig>
  /** Returns the currency of a first workspace, from the environment or the locale. */
  inferCurrency(): string
  /** Connects to a remote workspace, which need not have a profile, while `use` runs. */
  withRemoteApi<Result>(
    remote: RemoteProfileWithKey,
    use: (api: BudgetApi) => Promise<Result>,
  ): Promise<Result>
  /** Returns how many requests of a key are used in its window, as far as this computer knows. */
  readQuota(remote: RemoteProfileWithKey): Promise<Quota>
  /**
   * Opens the workspaces on this computer, or those in another directory.
   * @throws UserError when the profile is remote.
   */
  openLocalWorkspaces(folder?: string): Promise<Workspaces>
  /** Lets `use` read the tables of an SQLite file that another program wrote. */
  useForeignTables: UseForeignTables
  /**
   * Runs another program of the user, without a shell, and waits for it; undefined if it is not installed.
   * @throws UserError when it takes too long or writes too much
   */
  runProgram(program: string, args: readonly string[]): Promise<ProgramResult | undefined>
  executable: Executable
  /** Returns the streams of the process, for a protocol with another program. */
  openStreams(): ProgramStreams
  serve(workspaces: Workspaces, options: LocalServeOptions): Promise<ServerHandle>
  /** Serves the workspaces of a database, beside other machines. @throws ApiError service_unavailable */
  serveDatabase(options: DatabaseServeOptions): Promise<ServerHandle>
  /**
   * Connects to a database that many machines serve.
   * @param file the file with its address; without it BUDGET_DATABASE_URL has it
   * @throws UserError when there is no address
   * @throws ApiError service_unavailable when it cannot be reached
   */
  connectDatabase(file: string | undefined): Promise<WorkspaceDatabase>
  /** Returns the completion script of a shell. */
  buildCompletionScript(shell: Shell): Promise<string>
}

/** What a command did that another one ran. */
export interface CommandRun {
  result: unknown
  /** Why it failed; undefined when it did not. What it recorded before stays. */
  error: unknown
  /** The entry of the history that it recorded last; undefined when it changed nothing. */
  entry: number | undefined
  /** What it told the user beside its result, a line each. */
  remarks: readonly string[]
}

/** Throws if a command would change what its user has not seen. */
export type CheckBeforeRun = (api: BudgetApi) => Promise<void>

/** What a command would do. */
export interface CommandPreview<Result> {
  /** What was read after it, before it was rolled back; undefined on a remote profile. */
  after: Result | undefined
  /** The writes that it would make on a remote profile. */
  changes: readonly PlannedChange[]
}

/** Command lines that run as one. */
export interface DraftedLines {
  lines: readonly (readonly string[])[]
  /** The date that the lines mean by `today`, YYYY-MM-DD. */
  today: string
  /** What their words meant when they were drafted. @default it is found out */
  meanings?: DraftMeanings
  /** What they are expected to change, and how the history names that. Without it, all of it is rolled back. */
  expected?: { changes: readonly Change[]; label: string; origin: EntryOrigin } | undefined
}

/** What command lines change together. */
export interface LinesOutcome {
  changes: readonly PlannedChange[]
  ready_to_assign: ReadyToAssignByMonth
  meanings: DraftMeanings
  /** The names that were loaded, by id. */
  names: ReadonlyMap<string, string>
  /** How many reconciled transactions change. */
  reconciled: number
  /** What the lines take below zero, or further below. */
  shortages: Shortages
  /** The entry of the history; undefined when nothing was changed. */
  entry: number | undefined
  /** How many of the planned requests were not made, or had no answer. */
  missing: number
  /** Why there are missing ones. */
  problem: string | undefined
  /** What the lines told the user beside their results, a line each. */
  remarks: readonly string[]
}

/** What has less than nothing, and less than before. */
export interface Shortages {
  /** The ids of categories that have too little in one of the months. */
  categories: readonly string[]
  /** Ready to Assign by month. */
  ready_to_assign: Readonly<Record<string, string>>
  /** True if transactions change in a way that shows only after it: on a remote profile. */
  is_partly_unknown: boolean
}

/**
 * Runs other commands on the same workspace, each as if it were typed without a terminal: one transaction, one entry of
 * the history. A command that would ask ends as unconfirmed, unless `--yes` is among its words.
 */
export interface CommandRunner {
  /**
   * Runs a command line, without the word `budget`.
   * @param check reads what the user was shown in the transaction of the command, and throws if it is not so any more.
   * A remote profile has no transaction: there it runs right before the command.
   * @param actor who runs it, as the history names them. @default the user or device of the connection
   * @throws UserError for a wrong line, and in a dry run
   */
  run(args: readonly string[], check?: CheckBeforeRun, actor?: string): Promise<CommandRun>
  /** Runs a command line, `read` after it, and rolls it back. @throws what the command throws */
  preview<Result>(
    args: readonly string[],
    read: (api: BudgetApi) => Promise<Result>,
  ): Promise<CommandPreview<Result>>
  /** Reads a month. On a remote profile the previews after it, and the next run, read it without a request. */
  readMonth(month: string): Promise<OperationReply<Operations['getMonth']>>
  /**
   * Runs command lines one after the other as one entry of the history if `accept` returns true for what they would
   * change; else nothing is changed. A remote profile may stop in the middle, and says what is missing.
   * @throws what a line throws; then nothing is changed
   */
  runTogether(lines: DraftedLines, accept: (outcome: LinesOutcome) => Promise<boolean>): Promise<LinesOutcome>
  /** Returns a counter that changes when another process may have written; undefined on a remote profile. */
  readChangeCounter(): number | undefined
}

/** The workspace that a command works on, and what is kept of it. */
export interface CommandWorkspace {
  api: BudgetApi
  workspace_id: string
  /** True if each call of the API is a request to a service, which limits them. */
  costsRequests: boolean
  /** True if other computers write to the workspace as well. */
  isShared: boolean
  /** True if what a command writes takes effect together, and not at all when it fails or in a dry run. */
  rollsBack: boolean
  /** True if the history takes back an import as a whole; else its transactions are deleted. */
  undoesImports: boolean
  names: NameIndex
  /** True if there are schedules; on a remote profile only as far as that is known without a request. */
  hasSchedules(kind?: ScheduleKind): boolean
  references: TransactionReferences
  /** Targets, rules and other data that the API does not cover; undefined where only the API can be asked. */
  admin: WorkspaceAdmin | undefined
  /** Opens the history of the workspace. */
  history(): History
  /**
   * Opens the import journal of the workspace.
   * @throws StorageError when it cannot be kept.
   */
  openImportStore(): Promise<ImportStore>
  /** Opens the reconciliations of the workspace. @throws StorageError when they cannot be kept. */
  openReconciliations(): Promise<ReconciliationLog>
  /**
   * Opens the decisions of a review that are not sent yet, or those about the rows of an import.
   * @throws UserError when another process reviews the same workspace.
   */
  openReviewDrafts(import_id?: string): Promise<ReviewDrafts>
  /** Opens the drafts of the workspace. @throws StorageError when they cannot be kept. */
  openDrafts(): Promise<DraftStore>
  /** Keeps what words of a drafted line mean; undefined for a line that is no draft. */
  keepMeaning: KeepMeaning | undefined
  /** Opens what reports read of the workspace. */
  openReportSource(): Promise<ReportSource>
  /** Opens what exports read of the workspace. */
  openExportSource(decimals: number): Promise<ExportSource>
  /** Opens what archives read of the workspace. */
  openArchiveSource(): Promise<ArchiveSource>
  /** Opens what runs other commands on the workspace. Only a command that is not atomic may use it. */
  openCommandRunner(): Promise<CommandRunner>
  /** Runs `work` once what the command wrote is committed; never in a dry run, nor when the command fails. */
  afterCommit(work: () => void): void
  /** Returns how many writes were sent again because their response was lost. */
  countResentWrites(): number
  /**
   * Announces how many requests are about to be made.
   * @throws ApiError `rate_limit_exceeded` when the limit does not allow all of them.
   */
  reserveRequests(requests: number): void
  /** Returns the HTTP response that a reply or an error came from; undefined for a local workspace. */
  findHttpResponse(outcome: object): HttpResponse | undefined
}

/** What every command may use. A function takes only those of its objects that it uses. */
export interface CommandContext {
  invocation: CommandInvocation
  user: CommandUser
  computer: Computer
}

/** What a command on a workspace may use as well. */
export interface WorkspaceContext extends CommandContext {
  user: WorkspaceUser
  workspace: CommandWorkspace
}

/** The user, who can also be asked for what belongs to a workspace. */
export interface WorkspaceUser extends CommandUser {
  /** Asks the user for a value that no argument or flag gave. Call it only when `isInteractive()`. */
  promptFor<Value>(option: OptionSpec<Value>): Promise<Value>
}

/** What a command on a local workspace may use as well. */
export interface LocalWorkspaceContext extends WorkspaceContext {
  workspace: CommandWorkspace & { admin: WorkspaceAdmin }
}
