/** Defines a command: its name, arguments, flags, examples, view and behaviour in one value. */

import type { View } from '../output/view.ts'
import type { CommandContext, LocalWorkspaceContext, WorkspaceContext } from './context.ts'
import type { ArgumentSpecs, FlagSpecs, InputValues } from './option-spec.ts'

/** A command line for the help, with the situation it is for. */
export interface CommandExample {
  /** The situation, without a full stop. */
  when: string
  commandLine: string
}

/** How a command ended that did not throw; src/cli/exit-codes.ts maps it to an exit code. */
export type ResultStatus = 'done' | 'incomplete' | 'outdated' | 'problems-found' | 'interrupted'

interface CommandSpec<A extends ArgumentSpecs, F extends FlagSpecs, Result> {
  /** The words the user types, without `budget`. */
  name: string
  summary: string
  /** The arguments in their order. */
  arguments?: A
  flags?: F
  examples: readonly [CommandExample, ...CommandExample[]]
  /** One-letter forms of flags, by the flag's name. */
  shortFlags?: Readonly<Record<string, string>>
  /**
   * True if the command writes: then it supports --dry-run, and --read-only forbids it. The arguments and flags may
   * decide; with --read-only, a command that may also only read then must not ask what to write.
   */
  mutates?:
    | boolean
    | ((
        rawArguments: readonly unknown[],
        rawFlags: Readonly<Record<string, unknown>>,
        isReadOnly: boolean,
      ) => boolean)
  /** Makes its own preview under --dry-run instead of the list of writes. */
  hasOwnDryRun?: boolean
  /** Why --draft cannot keep it although it writes a workspace, e.g. `it shows a screen`. */
  cannotDraft?: string
  /** Writes no budget data, so that --read-only allows it, but --dry-run lists what it would write to disk. */
  plansLocalWrites?: true
  /** false: the command commits as it goes. Every other mutating command is one transaction of a local workspace. */
  isAtomic?: false
  /** The result holds a key, so that its `--output` file is readable by the owner only. */
  hasSecretOutput?: boolean
  /**
   * The command makes many requests and waits for the rate limit rather than stop.
   * @see docs/http-client.md#wait-or-fail
   */
  waitsForRateLimit?: boolean
  view: View<Result>
  /** Returns the view of a result whose columns depend on it. */
  createView?: (result: Result) => View<Result>
  /** Tells how the command ended. @default 'done' */
  resultStatus?: (result: Result) => ResultStatus
}

type UntypedInput = Readonly<Record<string, unknown>>

interface Labelled<Input> {
  /** Returns how the history names a run of this command. @default the command as typed */
  formatLabel?: (input: Input) => string | undefined
}

/** A command in the registry. The types of its input and result are known only where it is defined. */
export type Command = CommandSpec<ArgumentSpecs, FlagSpecs, unknown> &
  Labelled<UntypedInput> &
  (
    | { scope: 'standalone'; run: (context: CommandContext, input: UntypedInput) => Promise<unknown> }
    | { scope: 'workspace'; run: (context: WorkspaceContext, input: UntypedInput) => Promise<unknown> }
    | {
        scope: 'local-workspace'
        run: (context: LocalWorkspaceContext, input: UntypedInput) => Promise<unknown>
      }
  )

/** Defines a command that works on a workspace, local or remote. */
export function defineCommand<const A extends ArgumentSpecs, const F extends FlagSpecs, Result>(
  spec: CommandSpec<A, F, Result> &
    Labelled<InputValues<A, F>> & {
      run: (context: WorkspaceContext, input: InputValues<A, F>) => Promise<Result> | Result
    },
): Command {
  return eraseTypes(spec, 'workspace')
}

/** Defines a command that opens no workspace. */
export function defineStandaloneCommand<const A extends ArgumentSpecs, const F extends FlagSpecs, Result>(
  spec: CommandSpec<A, F, Result> & {
    run: (context: CommandContext, input: InputValues<A, F>) => Promise<Result> | Result
  },
): Command {
  return eraseTypes(spec, 'standalone')
}

/** Defines a command on local data that the API does not cover. On a remote profile it fails before it reads anything. */
export function defineLocalCommand<const A extends ArgumentSpecs, const F extends FlagSpecs, Result>(
  spec: CommandSpec<A, F, Result> & {
    run: (context: LocalWorkspaceContext, input: InputValues<A, F>) => Promise<Result> | Result
  },
): Command {
  return eraseTypes(spec, 'local-workspace')
}

// The options of the same spec parse the input of `run`, and `view` gets what `run` returned. The registry needs one
// type for all commands, so this cast removes the types of input and result.
const eraseTypes = (spec: object, scope: Command['scope']): Command => ({ ...spec, scope }) as Command
