/** Builds the invocation: a command, its parsed arguments and the one context that serves it. */

import type { CommandContext } from '../command/context.ts'
import type { Command } from '../command/define.ts'
import type { AtomicFile, Runtime } from '../command/runtime.ts'
import { UserError } from '../contract/errors.ts'
import type { KeepMeaning } from '../contract/ports/drafts.ts'
import { type PlannedChange, toPlannedChange, type UndoPlan } from '../contract/ports/history.ts'
import { dryRunView } from '../history/dry-run-view.ts'
import { createCommandContext, isEnvFlagSet } from './command-context.ts'
import type { GlobalOptions } from './global-flags.ts'
import {
  type CommandTransaction,
  createCommandTransaction,
  createDryRunTransaction,
  createNoTransaction,
} from './local-transaction.ts'
import type { ParsedArgs, PromptFor } from './parse-args.ts'
import { createPrompter } from './prompt-missing.ts'
import { resolveFields } from './select-fields.ts'

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
  /** The changes of a dry run, which are listed and not kept; undefined when the command lists none. */
  plannedChanges: PlannedChange[] | undefined
  /** The entries of the history that a dry run would take back. */
  plannedUndos: UndoPlan[]
  /** What is done once the command has committed its writes. */
  commitActions: (() => void)[]
  /** What is done once the result is written. */
  outputActions: (() => Promise<void>)[]
  /** The file of `--output`. */
  outputFile: AtomicFile | undefined
  /** True if the command keeps what it writes. */
  isChange: boolean
  /** Keeps what the words of a drafted line mean. */
  keepMeaning?: KeepMeaning
}

/**
 * Builds the invocation of a parsed command line and opens the file of `--output`.
 * @throws UserError when --read-only forbids the command, a field does not exist, an argument is missing and
 *   cannot be asked for, or the file cannot be created: all of it before the command writes anything.
 */
export async function createInvocation(
  command: Command,
  { globals, rawArguments, rawFlags, missingInputError }: ParsedArgs,
  processRuntime: Runtime,
): Promise<Invocation> {
  const isReadOnly = globals.readOnly || isEnvFlagSet(processRuntime.env['BUDGET_READ_ONLY'])
  const { mutates: decide } = command
  const mutates = typeof decide === 'function' ? decide(rawArguments, rawFlags, isReadOnly) : decide === true
  if (mutates && !globals.dryRun && isReadOnly)
    throw new UserError('forbidden', `"budget ${command.name}" makes changes, which --read-only forbids`)
  const isChange = mutates && !globals.dryRun
  const listsWrites = mutates || command.plansLocalWrites === true
  const plannedChanges = globals.dryRun && listsWrites && command.hasOwnDryRun !== true ? [] : undefined
  assertFormat(command, globals)
  // After the command has written, an unknown field would hide what it wrote.
  if (globals.fields)
    resolveFields(plannedChanges ? dryRunView : command.view, globals.fields, globals.format)
  const transaction = createTransaction(command, { isChange, plannedChanges })
  const runtime = transaction.wrapRuntime(processRuntime)
  const outputActions: Invocation['outputActions'] = []
  const plannedUndos: Invocation['plannedUndos'] = []
  const lists = { plannedChanges, plannedUndos, outputActions }
  const context = createCommandContext(runtime, { ...globals, readOnly: isReadOnly }, lists)
  if (missingInputError && !context.user.isInteractive()) throw missingInputError
  // If the file were refused after the write, the user would run the command again and write twice.
  const outputFile = await openOutputFile(runtime, globals, command.hasSecretOutput)
  const promptFor = createPrompter(runtime, context)
  return {
    command,
    globals,
    runtime,
    context,
    promptFor,
    transaction,
    plannedChanges,
    plannedUndos,
    commitActions: [],
    outputActions,
    outputFile,
    isChange,
  }
}

/** @throws UserError when the result of a command cannot be shown in the format of the flags */
function assertFormat({ name, view: { formats } }: Command, { format, output }: GlobalOptions): void {
  if (!formats || format === undefined || formats.includes(format)) return
  const cause = output === undefined ? format : `${format}, the format of ${output}`
  throw new UserError('usage', `"budget ${name}" cannot be shown as ${cause}`, {
    hint: `Use --format ${formats.join(' or ')}, or another name for the file`,
  })
}

/** Returns the transaction of a command: committed, rolled back for a dry run, or none. */
function createTransaction(
  { isAtomic }: Command,
  { isChange, plannedChanges }: Pick<Invocation, 'isChange' | 'plannedChanges'>,
): CommandTransaction {
  if (plannedChanges)
    return createDryRunTransaction((changes) => {
      for (const change of changes) plannedChanges.push(toPlannedChange(change))
    })
  return isChange && isAtomic !== false ? createCommandTransaction() : createNoTransaction()
}

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
