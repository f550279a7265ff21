/** What a command is: its words, arguments, flags, examples and behaviour in one value. */

import type { Shell } from '../config/completion-paths.ts'
import type { RemoteProfile } from '../config/profiles.ts'
import type { Settings } from '../config/user-config.ts'
import type { BudgetApi } from '../contract/api.ts'
import type { Answer } from '../contract/http-response.ts'
import type { Imports } from '../contract/ports/import-journal.ts'
import type { WorkspaceAdmin, Workspaces } from '../contract/ports/local-service.ts'
import type { Quota } from '../contract/ports/rate-limit.ts'
import type { Planned } from '../render/planned-write.ts'
import type { Sheet } from '../render/view.ts'
import type { Names } from './resolve-name.ts'

/** What reading a word may look at. */
export interface Reading {
  today: string
  names: Names
}

/** The kinds of names a shell may complete; `file` leaves it to the shell. */
export type Completion =
  | 'account'
  | 'closed_account'
  | 'category'
  | 'archived_category'
  | 'group'
  | 'merchant'
  | 'file'
  | readonly string[]

/** Something a command asks for: help, reading and completion in one, so that they cannot drift apart. */
export interface Entry<Value> {
  help: string
  placeholder: string
  /** Throws a Mistake when the text cannot be meant. */
  read(text: string, reading: Reading): Value | Promise<Value>
  completion?: Completion
  /** Nothing but what it completes to can be meant: on a terminal it is picked rather than typed. */
  closed?: true
  /** An empty answer means what its question proposes. */
  proposes?: true
  /** How one of the words it completes to is shown where it is picked. */
  label?: (word: string) => string
}

type Some<Value> = Record<'some', Entry<Value>>
type Any<Value> = Record<'any', Entry<Value>>
type Maybe<Value> = Record<'maybe', Entry<Value>>
type Needed<Value> = Record<'needed', Entry<Value>>
interface NeededUnless<Value> extends Needed<Value> {
  /** Do the words of the other flags say it as well? */
  unless: (flags: Readonly<Record<string, unknown>>) => boolean
}
type Each<Value> = Record<'each', Entry<Value>>
interface Usual<Value> {
  usual: Entry<Value>
  text: string
}
interface Toggle {
  toggle: string
}

/** One argument or more. */
export const some = <Value>(entry: Entry<Value>): Some<Value> => ({ some: entry })
/** Any number of arguments, also none. */
export const any = <Value>(entry: Entry<Value>): Any<Value> => ({ any: entry })
/** An argument that may be left out. */
export const maybe = <Value>(entry: Entry<Value>): Maybe<Value> => ({ maybe: entry })
/** A flag that must be given. */
export const needed = <Value>(entry: Entry<Value>): Needed<Value> => ({ needed: entry })
/** A flag that must be given unless the others say the same. */
export const neededUnless = <Value>(
  entry: Entry<Value>,
  unless: NeededUnless<Value>['unless'],
): NeededUnless<Value> => ({ needed: entry, unless })
/** A flag that may be given again and again. */
export const each = <Value>(entry: Entry<Value>): Each<Value> => ({ each: entry })
/** A flag that stands for `text` when it is left out. */
export const usually = <Value>(entry: Entry<Value>, text: string): Usual<Value> => ({ usual: entry, text })
/** A flag without a value. */
export const toggle = (help: string): Toggle => ({ toggle: help })

export type Argument<Value = unknown> = Entry<Value> | Some<Value> | Any<Value> | Maybe<Value>
export type Flag<Value = unknown> =
  | Entry<Value>
  | Needed<Value>
  | NeededUnless<Value>
  | Each<Value>
  | Usual<Value>
  | Toggle

type GivenArgument<Asked> =
  Asked extends Some<infer Value>
    ? Value[]
    : Asked extends Any<infer Value>
      ? Value[]
      : Asked extends Maybe<infer Value>
        ? Value | undefined
        : Asked extends Entry<infer Value>
          ? Value
          : never
type GivenFlag<Asked> = Asked extends Toggle
  ? boolean
  : Asked extends NeededUnless<infer Value>
    ? Value | undefined
    : Asked extends Needed<infer Value>
      ? Value
      : Asked extends Each<infer Value>
        ? Value[]
        : Asked extends Usual<infer Value>
          ? Value
          : Asked extends Entry<infer Value>
            ? Value | undefined
            : never

type Arguments = Readonly<Record<string, Argument>>
type Flags = Readonly<Record<string, Flag>>

/** What a command is given: the values of its arguments and flags under their names. */
type Given<A extends Arguments, F extends Flags> = { [Name in keyof A]: GivenArgument<A[Name]> } & {
  [Name in keyof F]: GivenFlag<F[Name]>
}

/** Files a command reads or leaves behind. */
export interface Files {
  /** Where a path leads from where the person stands. */
  absolute(path: string): string
  /** What a file holds; `-` is what comes in on stdin. Throws a Mistake for a device, and for more than `most` bytes. */
  read(path: string, options?: { most?: number }): Promise<Uint8Array>
  /** Throws a Mistake when a path leads into a folder in which budget has its own files. */
  refuseOwnFolders(path: string): Promise<void>
  /** Makes the folder a file is to lie in, and those above it. */
  makeFolderOf(path: string): Promise<void>
  /** Writes all or nothing. Throws a Mistake when the file exists, unless `force`. */
  write(path: string, content: string | Uint8Array, options: Overwriting): Promise<void>
  /** One of the sample bank files that come with the tool. */
  example(name: string): Promise<Uint8Array>
  /** A new empty directory nobody else uses. */
  temporaryFolder(): Promise<string>
}

/** Whether a file may be replaced, and who may open a new one. */
export interface Overwriting {
  force: boolean
  /** Only its owner may read it: there is a key in it, or somebody's money. */
  secret?: boolean
}

/** One of several answers: what is said, and how it is shown. */
export interface Choice {
  value: string
  label: string
}

/** A service that is listening. */
export interface Listening {
  url: string
  close(): Promise<void>
}

export interface ServeOptions {
  host: string
  port: number
  rate_limit: number
  rate_window: number
  log: boolean
}

/** A workspace elsewhere and a key that may open it. */
export type Remote = RemoteProfile & { key: string }

/** What runs here. */
export interface Versions {
  budget: string
  node: string
}

/** How much of long work is done, and what that is: 100 of 250 rows booked. */
export interface Step {
  done: number
  of: number
  what: string
}

/** What every command may reach. */
export interface Outside {
  today: string
  files: Files
  /** Ends when the person interrupts. */
  signal: AbortSignal
  /** Can a question be asked? */
  canAsk(): boolean
  /** Only show what would be done. */
  dryRun: boolean
  /** Joins what a dry run shows; nothing happens when it is no dry run. */
  plan(change: Planned): void
  /** Every question is answered with yes already. */
  yes: boolean
  /** Asks before something that cannot be taken back; `about` is read only when a person is really asked. */
  confirm(question: string, about?: () => Promise<string>): Promise<void>
  /** Asks a question with yes and no for an answer, `about` shown before it. */
  ask(question: string, about: string): Promise<boolean>
  /** A text the person types, unseen when it is a secret; undefined when they turned away. */
  type(question: string, options?: { hidden: boolean }): Promise<string | undefined>
  /** One of several answers, picked; undefined when the person turned away. */
  choose(question: string, choices: readonly Choice[]): Promise<string | undefined>
  /** Profiles and keys of this user. */
  settings(): Promise<Settings>
  /** Opens a workspace elsewhere, be it a profile or not; `use` is given it while it is open. */
  connected<Result>(remote: Remote, use: (api: BudgetApi) => Promise<Result>): Promise<Result>
  /** How much of its hour a key has used, as far as it is known here. */
  quota(remote: Remote): Promise<Quota>
  /** The currency of a first budget, in this country. */
  firstCurrency(): string
  versions: Versions
  /** Milliseconds since 1970. */
  now(): number
  /** Waits; an interruption ends it with an AbortError. */
  wait(milliseconds: number): Promise<unknown>
  /** How far long work has come. */
  progress(step: Step): void
  /** Says something beside the result. */
  note(text: string): void
  /** Says what must not be missed, in a pipe too: only --quiet silences it. */
  warn(text: string): void
  /** Does anybody hear a note? */
  isHeard(): boolean
  /** Writes text to stdout now, before the command ends. */
  announce(text: string): void
  /** The workspaces of this machine, or those of another folder. Throws a Mistake on a remote profile. */
  workspaces(folder?: string): Promise<Workspaces>
  serve(workspaces: Workspaces, options: ServeOptions): Promise<Listening>
  /** The completion script of a shell. */
  completionScript(shell: Shell): Promise<string>
}

/** What a command on a workspace may reach as well. */
export interface World extends Outside {
  api: BudgetApi
  workspace_id: string
  /** Is it on this machine, where reading costs no request? */
  isLocal: boolean
  names: Names
  /** Asks for something no word or flag said; only where a question can be asked. */
  askFor<Value>(entry: Entry<Value>): Promise<Value>
  /** What only a workspace of this machine can tell. Throws a Mistake on a remote profile. */
  local(): WorkspaceAdmin
  /** The journal of what is imported here. Throws StorageTrouble when it cannot be kept. */
  imports(): Promise<Imports>
  /** How many writes were sent again because nobody heard what became of them. */
  resent(): number
  /** Says what many requests will cost, before the first of them. Throws rate_limit_exceeded when they may not all be made. */
  price(requests: number): void
  /** The answer a reply was read from, or an error is about, where it came over HTTP. */
  answerTo(outcome: object): Answer | undefined
}

/** What a command on a workspace of this machine may reach as well. */
export interface LocalWorld extends World {
  admin: WorkspaceAdmin
}

export interface Example {
  /** The situation, without a full stop. */
  when: string
  type: string
}

interface Spec<A extends Arguments, F extends Flags, Result> {
  /** The words as typed, without `budget`. */
  name: string
  summary: string
  /** Arguments in their order. */
  arguments?: A
  flags?: F
  examples: readonly [Example, ...Example[]]
  /** One letter for a flag, beside its name. */
  shorts?: Readonly<Record<string, string>>
  /** Does it change anything? Then it knows `--dry-run`, and `--read-only` refuses it. Of some the arguments tell. */
  changes?: boolean | ((words: readonly unknown[]) => boolean)
  /** It makes its own preview under `--dry-run`, instead of the list of writes. */
  previews?: boolean
  /** It changes nothing of a budget, so that `--read-only` lets it be, but `--dry-run` plans what it would write elsewhere. */
  plans?: true
  /** It commits as it goes; every other change of a local workspace is one transaction, made whole or not at all. */
  atomic?: false
  /** Its result holds a key: a file of it is for its owner alone. */
  secret?: boolean
  /** It makes many requests, so that it rather waits for the next hour than stops. */ // reliability.md §2.6
  patient?: boolean
  show: Sheet<Result>
  /** The exit code of a result that is not simply done. */
  outcome?: (result: Result) => number
}

type Values = Readonly<Record<string, unknown>>

/** A command whose types only its own file knows. */
export type Command = Spec<Arguments, Flags, unknown> &
  (
    | { reach: 'outside'; run: (outside: Outside, given: Values) => Promise<unknown> }
    | { reach: 'workspace'; run: (world: World, given: Values) => Promise<unknown> }
    | { reach: 'local'; run: (world: LocalWorld, given: Values) => Promise<unknown> }
  )

/** A command on a workspace. */
export function command<const A extends Arguments, const F extends Flags, Result>(
  spec: Spec<A, F, Result> & { run: (world: World, given: Given<A, F>) => Promise<Result> | Result },
): Command {
  return erased({ ...spec, reach: 'workspace' })
}

/** A command that needs no workspace to be open. */
export function standalone<const A extends Arguments, const F extends Flags, Result>(
  spec: Spec<A, F, Result> & { run: (outside: Outside, given: Given<A, F>) => Promise<Result> | Result },
): Command {
  return erased({ ...spec, reach: 'outside' })
}

/** A command on what the API leaves outside: on a remote profile it says so before it reads anything. */
export function localCommand<const A extends Arguments, const F extends Flags, Result>(
  spec: Spec<A, F, Result> & { run: (world: LocalWorld, given: Given<A, F>) => Promise<Result> | Result },
): Command {
  return erased({ ...spec, reach: 'local' })
}

// What `run` is given is read by the entries of the very same spec, and `show` gets what `run` returned;
// the registry needs one type for all commands, so the compiler has to forget that here.
const erased = (spec: object): Command => spec as Command
