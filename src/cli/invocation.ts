/** Builds the invocation: a command, its parsed arguments and the one context that serves it. */

import type { CommandContext } from '../command/context.ts'
import type { Command } from '../command/define.ts'
import type { AtomicFile, Runtime } from '../command/runtime.ts'
import { UserError } from '../contract/errors.ts'
import { dryRunView } from '../render/dry-run.ts'
import type { PlannedWrite } from '../render/planned-write.ts'
import { createCommandContext, isEnvFlagSet } from './command-context.ts'
import type { GlobalOptions } from './global-flags.ts'
import {
  type CommandTransaction,
  createCommandTransaction,
  createNoTransaction,
} from './local-transaction.ts'
import type { ParsedArgs, PromptFor } from './parse-args.ts'
import { createPrompter } from './prompt-missing.ts'
import { resolveFields } from './result-formats.ts'

/** One parsed command line. Everything that is needed to run it is built once, here. */
export interface Invocation {
  command: Command
  globals: GlobalOptions
  /** The runtime, which releases the local database while it waits for the user. */
  runtime: Runtime
  context: CommandContext
  /** Asks the user for the value of an argument or a flag. */
  promptFor: PromptFor
  transaction: CommandTransaction
  /** The writes of a dry run, which are listed instead of sent; undefined when the command writes. */
  plannedWrites: PlannedWrite[] | undefined
  /** The file of `--output`. */
  outputFile: AtomicFile | undefined
  /** True if the command keeps what it writes. */
  isChange: boolean
}

/**
 * Builds the invocation of a parsed command line and opens the file of `--output`.
 * @throws UserError when --read-only forbids the command, a field does not exist, an argument is missing and
 *   cannot be asked for, or the file cannot be created: all of it before the command writes anything.
 */
export async function createInvocation(
  command: Command,
  { globals, rawArguments, missingInputError }: ParsedArgs,
  processRuntime: Runtime,
): Promise<Invocation> {
  const mutates = isMutation(command, rawArguments)
  const isReadOnly = globals.readOnly || isEnvFlagSet(processRuntime.env['BUDGET_READ_ONLY'])
  if (mutates && !globals.dryRun && isReadOnly)
    throw new UserError('forbidden', `"budget ${command.name}" makes changes, which --read-only forbids`)
  const isChange = mutates && !globals.dryRun
  const listsWrites = mutates || command.plansLocalWrites === true
  const plannedWrites = globals.dryRun && listsWrites && command.hasOwnDryRun !== true ? [] : undefined
  // After the command has written, an unknown field would hide what it wrote.
  if (globals.fields) resolveFields(plannedWrites ? dryRunView : command.view, globals.fields, globals.format)
  const transaction =
    isChange && command.isAtomic !== false ? createCommandTransaction() : createNoTransaction()
  const runtime = transaction.wrapRuntime(processRuntime)
  const context = createCommandContext(runtime, globals, plannedWrites)
  if (missingInputError && !context.isInteractive()) throw missingInputError
  // If the file were refused after the write, the user would run the command again and write twice.
  const outputFile = await openOutputFile(runtime, globals, command.hasSecretOutput)
  const promptFor = createPrompter(runtime, context)
  return { command, globals, runtime, context, promptFor, transaction, plannedWrites, outputFile, isChange }
}

const isMutation = ({ mutates }: Command, rawArguments: readonly unknown[]): boolean =>
  typeof mutates === 'function' ? mutates(rawArguments) : mutates === true

/**
 * Creates the file of `--output`; undefined without the flag.
 * @param isSecret makes it readable by its owner only.
 * @throws UserError when the file exists and --force is missing, or when it cannot be created.
 */
const openOutputFile = async (
  { files }: Pick<Runtime, 'files'>,
  { output, force }: Pick<GlobalOptions, 'output' | 'force'>,
  isSecret = false,
): Promise<AtomicFile | undefined> =>
  output === undefined ? undefined : files.create(output, { force, secret: isSecret })
