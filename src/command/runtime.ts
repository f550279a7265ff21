/** Everything outside that an invocation may touch, handed in: world/ has the real ones, tests their own. */

import type { UserConfig } from '../config/user-config.ts'
import type { BudgetApi } from '../contract/api.ts'
import type { HttpResponse } from '../contract/http-response.ts'
import type { ImportStore } from '../contract/ports/import-journal.ts'
import type { DatabaseTransaction, WorkspaceAdmin, Workspaces } from '../contract/ports/local-service.ts'
import type { Quota, WorkspaceCache } from '../contract/ports/rate-limit.ts'
import type {
  FileSystem,
  FileWriteOptions,
  PromptChoice,
  RemoteProfileWithKey,
  ServeOptions,
  ServerHandle,
  Versions,
} from './context.ts'

/** Where text goes. `write` answers false once nobody reads any more. */
export interface OutputSink {
  write(text: string): boolean | Promise<boolean>
}

export interface OutputStream {
  isTTY: boolean
  columns: number
  rows: number
  write(text: string): boolean
  /** Shows a line in place of the one shown before; on a terminal only, and until something else is written. */
  status(text: string): void
}

/** A program that shows a long text screen by screen. */
export interface Pager extends OutputSink {
  /** Has the person left it? */
  hasUserQuit(): boolean
  /** Ends the text and waits until the person has left. */
  close(): Promise<void>
}

/** A file that appears whole or not at all. */
export interface AtomicFile {
  write(content: string | Uint8Array): boolean
  commit(): void
  discard(): void
}

/** The workspace a profile stands for, opened. */
export interface Connection {
  api: BudgetApi
  workspace_id: string
  isLocal: boolean
  /** What earlier commands read of it, where asking again costs something. */
  nameCache?: WorkspaceCache
  /** Holds its file, so that several requests are one transaction. There is none on a remote profile. */
  beginTransaction?(): DatabaseTransaction
  /** Another number whenever somebody else may have changed it. */
  changeCounter?(): number
  /** The journal of what is imported into it. Throws StorageTrouble when it cannot be kept. */
  openImportStore(): ImportStore | Promise<ImportStore>
  /** How many writes were sent again because nobody heard what became of them. */
  countResentWrites?(): number
  /** Announces many requests before the first of them, where they cost something. */
  reserveRequests?(requests: number): void
  /** What a reply was read from, or an error is about, where it came over HTTP. */
  findHttpResponse?(outcome: object): HttpResponse | undefined
  /** What the API leaves outside. Throws a Mistake on a remote profile. */
  workspaceAdmin(): WorkspaceAdmin
  close(): void | Promise<void>
}

/** A wait for the service's next hour: while it lasts, and once when it is over. */
export type RateLimitWait = { until: number; left_seconds: number } | { over: true }

/** Requests that do not fit in what is left of the hour, and how long that will take. */
export interface RequestEstimate {
  needed: number
  left: number
  pause_seconds: number
}

/** How a service elsewhere is asked. @see docs/http-client.md#wait-or-fail */
export interface RequestPolicy {
  max_wait_seconds: number
  max_wait_of_many: number
  /** More requests than these are refused before they are sent. */
  max_requests: number | undefined
  waiting(wait: RateLimitWait): void
  /** Hears of many requests that do not fit in the hour. */
  priced(price: RequestEstimate): void
  /** Hears of every request and repetition. */
  trace(text: string): void
}

export interface Runtime {
  versions: Versions
  env: Readonly<Record<string, string | undefined>>
  stdout: OutputStream
  stderr: OutputStream
  /** Is somebody at the keyboard? To find out takes milliseconds. */
  stdinIsTTY: () => boolean
  /** The person's date. */
  today: string
  signal: AbortSignal
  /** Opens a pager on the terminal; undefined where there is no such program. */
  openPager(command: string): Promise<Pager | undefined>
  files: Omit<FileSystem, 'write'> & {
    /** Throws a Mistake when the file exists, unless `force`. */
    create(path: string, options: FileWriteOptions): Promise<AtomicFile>
  }
  /** Asks a question with yes and no for an answer; undefined when the person turned away. */
  confirm(question: string): Promise<boolean | undefined>
  /** A text that is typed, unseen when `hidden`; undefined when the person turned away. */
  input(question: string, options: { hidden: boolean }): Promise<string | undefined>
  /** One of several answers, picked; undefined when the person turned away. */
  select(question: string, choices: readonly PromptChoice[]): Promise<string | undefined>
  /** Milliseconds since 1970. */
  now(): number
  wait(milliseconds: number, signal: AbortSignal): Promise<unknown>
  settings(profile: string | undefined): Promise<UserConfig>
  /** Opens the workspace of a profile, the default one when none is named. */
  connectProfile(profile: string | undefined, manners: RequestPolicy): Promise<Connection>
  /** Opens a workspace elsewhere that need not be a profile. */
  connectRemote(
    remote: RemoteProfileWithKey,
    manners: RequestPolicy,
  ): Promise<Pick<Connection, 'api' | 'close'>>
  readQuota(remote: RemoteProfileWithKey): Promise<Quota>
  /** The workspaces of this machine, or those of another folder. Throws a Mistake on a remote profile. */
  openLocalWorkspaces(profile: string | undefined, folder?: string): Promise<Workspaces>
  serve(
    workspaces: Workspaces,
    options: ServeOptions & { log_line(line: string): void },
  ): Promise<ServerHandle>
}
