/** Everything outside that an invocation may touch, handed in: world/ has the real ones, tests their own. */

import type { Settings } from '../config/user-config.ts'
import type { BudgetApi } from '../contract/api.ts'
import type { Answer } from '../contract/http-response.ts'
import type { Imports } from '../contract/ports/import-journal.ts'
import type { Hold, WorkspaceAdmin, Workspaces } from '../contract/ports/local-service.ts'
import type { Kept, Quota } from '../contract/ports/rate-limit.ts'
import type { Choice, Files, Listening, Overwriting, Remote, ServeOptions, Versions } from './define.ts'

/** Where text goes. `write` answers false once nobody reads any more. */
export interface Sink {
  write(text: string): boolean | Promise<boolean>
}

export interface Stream {
  isTTY: boolean
  columns: number
  rows: number
  write(text: string): boolean
  /** Shows a line in place of the one shown before; on a terminal only, and until something else is written. */
  status(text: string): void
}

/** A program that shows a long text screen by screen. */
export interface Pager extends Sink {
  /** Has the person left it? */
  isLeft(): boolean
  /** Ends the text and waits until the person has left. */
  close(): Promise<void>
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
  /** Holds its file, so that several requests are one transaction. There is none on a remote profile. */
  hold?(): Hold
  /** Another number whenever somebody else may have changed it. */
  edition?(): number
  /** The journal of what is imported into it. Throws StorageTrouble when it cannot be kept. */
  imports(): Imports | Promise<Imports>
  /** How many writes were sent again because nobody heard what became of them. */
  resent?(): number
  /** Announces many requests before the first of them, where they cost something. */
  price?(requests: number): void
  /** What a reply was read from, or an error is about, where it came over HTTP. */
  answerTo?(outcome: object): Answer | undefined
  /** What the API leaves outside. Throws a Mistake on a remote profile. */
  admin(): WorkspaceAdmin
  close(): void | Promise<void>
}

/** A wait for the service's next hour: while it lasts, and once when it is over. */
export type Waiting = { until: number; left_seconds: number } | { over: true }

/** Requests that do not fit in what is left of the hour, and how long that will take. */
export interface Priced {
  needed: number
  left: number
  pause_seconds: number
}

/** How a service elsewhere is asked. */ // reliability.md §2.6
export interface Manners {
  max_wait_seconds: number
  max_wait_of_many: number
  /** More requests than these are refused before they are sent. */
  max_requests: number | undefined
  waiting(wait: Waiting): void
  /** Hears of many requests that do not fit in the hour. */
  priced(price: Priced): void
  /** Hears of every request and repetition. */
  trace(text: string): void
}

export interface Surroundings {
  versions: Versions
  env: Readonly<Record<string, string | undefined>>
  stdout: Stream
  stderr: Stream
  /** Is somebody at the keyboard? To find out takes milliseconds. */
  stdinIsTTY: () => boolean
  /** The person's date. */
  today: string
  signal: AbortSignal
  /** Opens a pager on the terminal; undefined where there is no such program. */
  page(command: string): Promise<Pager | undefined>
  files: Omit<Files, 'write'> & {
    /** Throws a Mistake when the file exists, unless `force`. */
    create(path: string, options: Overwriting): Promise<NewFile>
  }
  /** Asks a question with yes and no for an answer; undefined when the person turned away. */
  ask(question: string): Promise<boolean | undefined>
  /** A text that is typed, unseen when `hidden`; undefined when the person turned away. */
  type(question: string, options: { hidden: boolean }): Promise<string | undefined>
  /** One of several answers, picked; undefined when the person turned away. */
  choose(question: string, choices: readonly Choice[]): Promise<string | undefined>
  /** Milliseconds since 1970. */
  now(): number
  wait(milliseconds: number, signal: AbortSignal): Promise<unknown>
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
