/** Everything outside that an invocation may touch, handed in: main.ts has the real ones, tests their own. */

import type { Files, Listening, ServeOptions } from '../commands/command.ts'
import type { BudgetApi } from '../contract/api.ts'
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
  /** What the API leaves outside. Throws a Mistake on a remote profile. */
  admin(): WorkspaceAdmin
  close(): void | Promise<void>
}

export interface Surroundings {
  version: string
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
  /** Opens the workspace of a profile, the default one when none is named. */
  open(profile: string | undefined): Promise<Opened>
  /** The workspaces of this machine, or those of another folder. Throws a Mistake on a remote profile. */
  workspaces(profile: string | undefined, folder?: string): Promise<Workspaces>
  serve(workspaces: Workspaces, options: ServeOptions & { log_line(line: string): void }): Promise<Listening>
}
