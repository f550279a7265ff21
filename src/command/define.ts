/** What a command is: its words, arguments, flags, examples and behaviour in one value. */

import type { Shell } from '../config/completion-paths.ts'
import type { RemoteProfile } from '../config/profiles.ts'
import type { UserConfig } from '../config/user-config.ts'
import type { BudgetApi } from '../contract/api.ts'
import type { HttpResponse } from '../contract/http-response.ts'
import type { ImportStore } from '../contract/ports/import-journal.ts'
import type { WorkspaceAdmin, Workspaces } from '../contract/ports/local-service.ts'
import type { Quota } from '../contract/ports/rate-limit.ts'
import type { PlannedWrite } from '../render/planned-write.ts'
import type { View } from '../render/view.ts'
import type { NameIndex } from './resolve-name.ts'

/** What reading a word may look at. */
export interface ParseContext {
  today: string
  names: NameIndex
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
export interface OptionSpec<Value> {
  help: string
  placeholder: string
  /** Throws a Mistake when the text cannot be meant. */
  parse(text: string, reading: ParseContext): Value | Promise<Value>
  completion?: Completion
  /** Nothing but what it completes to can be meant: on a terminal it is picked rather than typed. */
  isClosedSet?: true
  /** An empty answer means what its question proposes. */
  acceptsEmpty?: true
  /** How one of the words it completes to is shown where it is picked. */
  formatChoice?: (word: string) => string
}

type OneOrMore<Value> = Record<'some', OptionSpec<Value>>
type ZeroOrMore<Value> = Record<'any', OptionSpec<Value>>
type Optional<Value> = Record<'maybe', OptionSpec<Value>>
type RequiredFlag<Value> = Record<'needed', OptionSpec<Value>>
interface RequiredUnlessFlag<Value> extends RequiredFlag<Value> {
  /** Do the words of the other flags say it as well? */
  unless: (flags: Readonly<Record<string, unknown>>) => boolean
}
type RepeatableFlag<Value> = Record<'each', OptionSpec<Value>>
interface FlagWithDefault<Value> {
  usual: OptionSpec<Value>
  text: string
}
interface BooleanFlag {
  toggle: string
}

/** One argument or more. */
export const oneOrMore = <Value>(entry: OptionSpec<Value>): OneOrMore<Value> => ({ some: entry })
/** Any number of arguments, also none. */
export const zeroOrMore = <Value>(entry: OptionSpec<Value>): ZeroOrMore<Value> => ({ any: entry })
/** An argument that may be left out. */
export const optional = <Value>(entry: OptionSpec<Value>): Optional<Value> => ({ maybe: entry })
/** A flag that must be given. */
export const required = <Value>(entry: OptionSpec<Value>): RequiredFlag<Value> => ({ needed: entry })
/** A flag that must be given unless the others say the same. */
export const requiredUnless = <Value>(
  entry: OptionSpec<Value>,
  unless: RequiredUnlessFlag<Value>['unless'],
): RequiredUnlessFlag<Value> => ({ needed: entry, unless })
/** A flag that may be given again and again. */
export const repeatable = <Value>(entry: OptionSpec<Value>): RepeatableFlag<Value> => ({ each: entry })
/** A flag that stands for `text` when it is left out. */
export const withDefault = <Value>(entry: OptionSpec<Value>, text: string): FlagWithDefault<Value> => ({
  usual: entry,
  text,
})
/** A flag without a value. */
export const booleanFlag = (help: string): BooleanFlag => ({ toggle: help })

export type ArgumentSpec<Value = unknown> =
  | OptionSpec<Value>
  | OneOrMore<Value>
  | ZeroOrMore<Value>
  | Optional<Value>
export type FlagSpec<Value = unknown> =
  | OptionSpec<Value>
  | RequiredFlag<Value>
  | RequiredUnlessFlag<Value>
  | RepeatableFlag<Value>
  | FlagWithDefault<Value>
  | BooleanFlag

type ArgumentValue<Asked> =
  Asked extends OneOrMore<infer Value>
    ? Value[]
    : Asked extends ZeroOrMore<infer Value>
      ? Value[]
      : Asked extends Optional<infer Value>
        ? Value | undefined
        : Asked extends OptionSpec<infer Value>
          ? Value
          : never
type FlagValue<Asked> = Asked extends BooleanFlag
  ? boolean
  : Asked extends RequiredUnlessFlag<infer Value>
    ? Value | undefined
    : Asked extends RequiredFlag<infer Value>
      ? Value
      : Asked extends RepeatableFlag<infer Value>
        ? Value[]
        : Asked extends FlagWithDefault<infer Value>
          ? Value
          : Asked extends OptionSpec<infer Value>
            ? Value | undefined
            : never

type ArgumentSpecs = Readonly<Record<string, ArgumentSpec>>
type FlagSpecs = Readonly<Record<string, FlagSpec>>

/** What a command is given: the values of its arguments and flags under their names. */
type InputValues<A extends ArgumentSpecs, F extends FlagSpecs> = {
  [Name in keyof A]: ArgumentValue<A[Name]>
} & {
  [Name in keyof F]: FlagValue<F[Name]>
}

/** Files a command reads or leaves behind. */
export interface FileSystem {
  /** Where a path leads from where the person stands. */
  resolvePath(path: string): string
  /** What a file holds; `-` is what comes in on stdin. Throws a Mistake for a device, and for more than `most` bytes. */
  read(path: string, options?: { most?: number }): Promise<Uint8Array>
  /** Throws a Mistake when a path leads into a folder in which budget has its own files. */
  assertOutsideOwnDirectories(path: string): Promise<void>
  /** Makes the folder a file is to lie in, and those above it. */
  makeParentDirectory(path: string): Promise<void>
  /** Writes all or nothing. Throws a Mistake when the file exists, unless `force`. */
  write(path: string, content: string | Uint8Array, options: FileWriteOptions): Promise<void>
  /** One of the sample bank files that come with the tool. */
  readSampleFile(name: string): Promise<Uint8Array>
  /** A new empty directory nobody else uses. */
  createTemporaryDirectory(): Promise<string>
}

/** Whether a file may be replaced, and who may open a new one. */
export interface FileWriteOptions {
  force: boolean
  /** Only its owner may read it: there is a key in it, or somebody's money. */
  secret?: boolean
}

/** One of several answers: what is said, and how it is shown. */
export interface PromptChoice {
  value: string
  label: string
}

/** A service that is listening. */
export interface ServerHandle {
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
export type RemoteProfileWithKey = RemoteProfile & { key: string }

/** What runs here. */
export interface Versions {
  budget: string
  node: string
}

/** How much of long work is done, and what that is: 100 of 250 rows booked. */
export interface ProgressStep {
  done: number
  of: number
  what: string
}

/** What every command may reach. */
export interface CommandContext {
  today: string
  files: FileSystem
  /** Ends when the person interrupts. */
  signal: AbortSignal
  /** Can a question be asked? */
  isInteractive(): boolean
  /** Only show what would be done. */
  isDryRun: boolean
  /** Joins what a dry run shows; nothing happens when it is no dry run. */
  recordPlannedWrite(change: PlannedWrite): void
  /** Every question is answered with yes already. */
  assumesYes: boolean
  /** Asks before something that cannot be taken back; `about` is read only when a person is really asked. */
  requireConfirmation(question: string, about?: () => Promise<string>): Promise<void>
  /** Asks a question with yes and no for an answer, `about` shown before it. */
  confirm(question: string, about: string): Promise<boolean>
  /** A text the person types, unseen when it is a secret; undefined when they turned away. */
  input(question: string, options?: { hidden: boolean }): Promise<string | undefined>
  /** One of several answers, picked; undefined when the person turned away. */
  select(question: string, choices: readonly PromptChoice[]): Promise<string | undefined>
  /** Profiles and keys of this user. */
  settings(): Promise<UserConfig>
  /** Opens a workspace elsewhere, be it a profile or not; `use` is given it while it is open. */
  withRemoteApi<Result>(
    remote: RemoteProfileWithKey,
    use: (api: BudgetApi) => Promise<Result>,
  ): Promise<Result>
  /** How much of its hour a key has used, as far as it is known here. */
  readQuota(remote: RemoteProfileWithKey): Promise<Quota>
  /** The currency of a first budget, in this country. */
  inferCurrency(): string
  versions: Versions
  /** Milliseconds since 1970. */
  now(): number
  /** Waits; an interruption ends it with an AbortError. */
  wait(milliseconds: number): Promise<unknown>
  /** How far long work has come. */
  reportProgress(step: ProgressStep): void
  /** Says something beside the result. */
  info(text: string): void
  /** Says what must not be missed, in a pipe too: only --quiet silences it. */
  warn(text: string): void
  /** Does anybody hear a note? */
  showsInfo(): boolean
  /** Writes text to stdout now, before the command ends. */
  print(text: string): void
  /** The workspaces of this machine, or those of another folder. Throws a Mistake on a remote profile. */
  openLocalWorkspaces(folder?: string): Promise<Workspaces>
  serve(workspaces: Workspaces, options: ServeOptions): Promise<ServerHandle>
  /** The completion script of a shell. */
  buildCompletionScript(shell: Shell): Promise<string>
}

/** What a command on a workspace may reach as well. */
export interface WorkspaceContext extends CommandContext {
  api: BudgetApi
  workspace_id: string
  /** Is it on this machine, where reading costs no request? */
  isLocal: boolean
  names: NameIndex
  /** Asks for something no word or flag said; only where a question can be asked. */
  promptFor<Value>(entry: OptionSpec<Value>): Promise<Value>
  /** What only a workspace of this machine can tell. Throws a Mistake on a remote profile. */
  workspaceAdmin(): WorkspaceAdmin
  /** The journal of what is imported here. Throws StorageTrouble when it cannot be kept. */
  openImportStore(): Promise<ImportStore>
  /** How many writes were sent again because nobody heard what became of them. */
  countResentWrites(): number
  /** Says what many requests will cost, before the first of them. Throws rate_limit_exceeded when they may not all be made. */
  reserveRequests(requests: number): void
  /** The answer a reply was read from, or an error is about, where it came over HTTP. */
  findHttpResponse(outcome: object): HttpResponse | undefined
}

/** What a command on a workspace of this machine may reach as well. */
export interface LocalWorkspaceContext extends WorkspaceContext {
  admin: WorkspaceAdmin
}

export interface CommandExample {
  /** The situation, without a full stop. */
  when: string
  commandLine: string
}

interface CommandSpec<A extends ArgumentSpecs, F extends FlagSpecs, Result> {
  /** The words as typed, without `budget`. */
  name: string
  summary: string
  /** Arguments in their order. */
  arguments?: A
  flags?: F
  examples: readonly [CommandExample, ...CommandExample[]]
  /** One letter for a flag, beside its name. */
  shortFlags?: Readonly<Record<string, string>>
  /** Does it change anything? Then it knows `--dry-run`, and `--read-only` refuses it. Of some the arguments tell. */
  mutates?: boolean | ((words: readonly unknown[]) => boolean)
  /** It makes its own preview under `--dry-run`, instead of the list of writes. */
  hasOwnDryRun?: boolean
  /** It changes nothing of a budget, so that `--read-only` lets it be, but `--dry-run` plans what it would write elsewhere. */
  plansLocalWrites?: true
  /** It commits as it goes; every other change of a local workspace is one transaction, made whole or not at all. */
  isAtomic?: false
  /** Its result holds a key: a file of it is for its owner alone. */
  hasSecretOutput?: boolean
  /**
   * It makes many requests, so that it rather waits for the next hour than stops.
   * @see docs/http-client.md#wait-or-fail
   */
  waitsForRateLimit?: boolean
  view: View<Result>
  /** The exit code of a result that is not simply done. */
  exitCode?: (result: Result) => number
}

type UntypedInput = Readonly<Record<string, unknown>>

/** A command whose types only its own file knows. */
export type Command = CommandSpec<ArgumentSpecs, FlagSpecs, unknown> &
  (
    | { scope: 'outside'; run: (outside: CommandContext, given: UntypedInput) => Promise<unknown> }
    | { scope: 'workspace'; run: (world: WorkspaceContext, given: UntypedInput) => Promise<unknown> }
    | { scope: 'local'; run: (world: LocalWorkspaceContext, given: UntypedInput) => Promise<unknown> }
  )

/** A command on a workspace. */
export function defineCommand<const A extends ArgumentSpecs, const F extends FlagSpecs, Result>(
  spec: CommandSpec<A, F, Result> & {
    run: (world: WorkspaceContext, given: InputValues<A, F>) => Promise<Result> | Result
  },
): Command {
  return eraseTypes({ ...spec, scope: 'workspace' })
}

/** A command that needs no workspace to be open. */
export function defineStandaloneCommand<const A extends ArgumentSpecs, const F extends FlagSpecs, Result>(
  spec: CommandSpec<A, F, Result> & {
    run: (outside: CommandContext, given: InputValues<A, F>) => Promise<Result> | Result
  },
): Command {
  return eraseTypes({ ...spec, scope: 'outside' })
}

/** A command on what the API leaves outside: on a remote profile it says so before it reads anything. */
export function defineLocalCommand<const A extends ArgumentSpecs, const F extends FlagSpecs, Result>(
  spec: CommandSpec<A, F, Result> & {
    run: (world: LocalWorkspaceContext, given: InputValues<A, F>) => Promise<Result> | Result
  },
): Command {
  return eraseTypes({ ...spec, scope: 'local' })
}

// What `run` is given is read by the entries of the very same spec, and `show` gets what `run` returned;
// the registry needs one type for all commands, so the compiler has to forget that here.
const eraseTypes = (spec: object): Command => spec as Command
