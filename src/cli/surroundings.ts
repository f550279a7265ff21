/** Everything outside that an invocation may touch, handed in: main.ts has the real ones, tests their own. */

import type { Files, Listening, Remote, ServeOptions, Versions } from '../commands/command.ts'
import type { Settings } from '../config/settings.ts'
import type { BudgetApi } from '../contract/api.ts'
import type { Kept, Quota } from '../contract/ledger.ts'
import type { WorkspaceAdmin, Workspaces } from '../contract/local.ts'

/** A stream to write to. `write` answers false once nobody reads any more. */
export interface Sink {
  write(text: string): boolean
}

export interface Stream extends Sink {
  isTTY: boolean
  columns: number
}

/** A file that appears whole or not at all. */
export interface NewFile {
  write(content: string | Uint8Array): boolean
  finish(): void
  abandon(): void
}

/** The workspace a profile stands for, opened. */
export interface Opened {
  api: BudgetApi
  workspace_id: string
  isLocal: boolean
  /** What earlier commands read of it, where asking again costs something. */
  kept?: Kept
  /** What the API leaves outside. Throws a Mistake on a remote profile. */
  admin(): WorkspaceAdmin
  close(): void | Promise<void>
}

/** A wait for the service's next hour: while it lasts, and once when it is over. */
export type Waiting = { until: number; left_seconds: number } | { over: true }

/** How a service elsewhere is asked. */ // reliability.md §2.6
export interface Manners {
  max_wait_seconds: number
  /** More requests than these are refused before they are sent. */
  max_requests: number | undefined
  waiting(wait: Waiting): void
  /** Hears of every request and repetition. */
  trace(text: string): void
}

export interface Surroundings {
  versions: Versions
  env: Readonly<Record<string, string | undefined>>
  stdout: Stream
  stderr: Stream
  /** Is somebody at the keyboard? */
  stdinIsTTY: boolean
  /** The person's date. */
  today: string
  signal: AbortSignal
  files: Omit<Files, 'write'> & {
    /** Throws a Mistake when the file exists, unless `force`. */
    create(path: string, options: { force: boolean }): NewFile
  }
  /** Asks a question with yes and no for an answer; undefined when the person turned away. */
  ask(question: string): Promise<boolean | undefined>
  /** A text that is typed, unseen when `hidden`; undefined when the person turned away. */
  type(question: string, options: { hidden: boolean }): Promise<string | undefined>
  /** Milliseconds since 1970. */
  now(): number
  settings(profile: string | undefined): Promise<Settings>
  /** Opens the workspace of a profile, the default one when none is named. */
  open(profile: string | undefined, manners: Manners): Promise<Opened>
  /** Opens a workspace elsewhere that need not be a profile. */
  connect(remote: Remote, manners: Manners): Promise<Pick<Opened, 'api' | 'close'>>
  quota(remote: Remote): Promise<Quota>
  /** The workspaces of this machine, or those of another folder. Throws a Mistake on a remote profile. */
  workspaces(profile: string | undefined, folder?: string): Promise<Workspaces>
  serve(workspaces: Workspaces, options: ServeOptions & { log_line(line: string): void }): Promise<Listening>
}
