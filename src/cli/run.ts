/** One invocation, from the words that were typed to the number it ends with. */

import type { Command, CommandContext, WorkspaceContext } from '../command/define.ts'
import { recordWrites } from '../command/dry-run/recording-api.ts'
import {
  beginUndoable,
  createDryRunAdmin,
  createWriteSimulator,
  openDryRunImportStore,
  type UndoableWrites,
} from '../command/dry-run/undoable-writes.ts'
import { withNameCache } from '../command/name-cache.ts'
import { createNameIndex, type NameIndex } from '../command/resolve-name.ts'
import type { AtomicFile, Connection, Runtime } from '../command/runtime.ts'
import { ApiError, PartialFailureError, StorageError, UserError } from '../contract/errors.ts'
import { buildDryRunReport, dryRunView } from '../render/dry-run.ts'
import { noColors } from '../render/style.ts'
import { abortableApi } from './abortable-api.ts'
import { createCommandContext, type Invocation, isEnvFlagSet } from './command-context.ts'
import { exitCodes, toExitCode } from './exit-codes.ts'
import { findCommand, parseHelpRequest } from './find-command.ts'
import { wantsJsonErrors } from './global-flags.ts'
import { type CommandTransaction, createCommandTransaction } from './local-transaction.ts'
import type { ParsedArgs } from './parse-args.ts'
import { createPrompter } from './prompt-missing.ts'
import { logsRequests, withRedactedKeys } from './redact-typed-keys.ts'
import { formatError } from './report-error.ts'
import { createRequestPolicy } from './request-policy.ts'
import { resolveFields } from './result-formats.ts'
import { resolveTextStyle } from './text-style.ts'
import { withWrappedStderr } from './wrap-output.ts'
import { openOutputFile, writeResult } from './write-result.ts'

/** Runs one command line and answers with its exit code. */
export async function runCli(args: readonly string[], given: Runtime): Promise<number> {
  const surroundings = withWrappedStderr(
    await withRedactedKeys(given, { stored: logsRequests(args, given.env) }),
  )
  try {
    const { stdout, versions } = surroundings
    if (args.length === 1 && (args[0] === '--version' || args[0] === '-V')) {
      stdout.write(`${versions.budget}\n`)
      return exitCodes.done
    }
    if (args[0] === '__complete') return await printSuggestions(args.slice(1), surroundings)
    const topic = parseHelpRequest(args)
    if (topic) {
      const { renderHelp: helpOn } = await import('./help.ts')
      stdout.write(await helpOn(topic))
      return exitCodes.done
    }
    return await runCommand(args, surroundings)
  } catch (error) {
    return reportError(error, args, withWrappedStderr(await withRedactedKeys(given, { stored: true })))
  }
}

async function reportError(
  error: unknown,
  args: readonly string[],
  { stderr, env, signal }: Runtime,
): Promise<number> {
  const interrupted = signal.aborted
  const structured = wantsJsonErrors(args)
  const { paint } = structured ? { paint: noColors } : await resolveTextStyle(stderr, env, 'auto')
  const debug = Boolean(env['BUDGET_DEBUG']) || args.includes('--debug')
  stderr.write(formatError(error, { structured, interrupted, debug, paint }))
  return interrupted ? exitCodes.interrupted : toExitCode(error)
}

async function runCommand(args: readonly string[], surroundings: Runtime): Promise<number> {
  const { load, remainingArgs } = findCommand(args)
  const command = await load()
  const { parseArgs: parse } = await import('./parse-args.ts')
  const { globals, rawArguments, missingInputError, readInput } = parse(command, remainingArgs)
  const changes =
    typeof command.mutates === 'function' ? command.mutates(rawArguments) : command.mutates === true
  if (
    changes &&
    !globals.dryRun &&
    (globals.readOnly || isEnvFlagSet(surroundings.env['BUDGET_READ_ONLY']))
  ) {
    throw new UserError('forbidden', `"budget ${command.name}" changes things, and --read-only refuses that`)
  }
  const isPlanned = changes || command.plansLocalWrites === true
  const isRehearsal = globals.dryRun && isPlanned && command.hasOwnDryRun !== true
  const opening: Invocation = { runtime: surroundings, globals, plannedWrites: isRehearsal ? [] : undefined }
  // Asked for afterwards, a field that does not exist would hide what was changed.
  if (globals.fields) resolveFields(isRehearsal ? dryRunView : command.view, globals.fields, globals.format)
  const outside = createCommandContext(opening)
  if (missingInputError && !outside.isInteractive()) throw missingInputError
  // Refused afterwards, a file would hide what was changed, and who tries again would change it twice.
  const file = await openOutputFile(surroundings, globals, command.hasSecretOutput)
  const isChange = changes && !globals.dryRun
  try {
    return await executeCommand({
      command,
      read: readInput,
      outside,
      opening: { ...opening, file },
      isChange,
    })
  } catch (error) {
    if (error instanceof PartialFailureError) {
      await (await import('./report-partial.ts')).writePartialResults(error, { ...opening, file })
      return toExitCode(error)
    }
    file?.discard()
    throw error instanceof ApiError
      ? (await import('./field-to-flag.ts')).toUserTerms(error, command, rawArguments)
      : error
  }
}

/** A command whose words were understood. */
interface CommandRun {
  command: Command
  read: ParsedArgs['readInput']
  outside: CommandContext
  opening: Invocation & { file: AtomicFile | undefined }
  /** Is something else once it has run? */
  isChange: boolean
}

async function executeCommand(act: CommandRun): Promise<number> {
  const { command, read, outside, opening, isChange } = act
  const { runtime, globals } = opening
  const ask = createPrompter(runtime, outside)
  if (command.scope === 'outside') {
    const given = await read({ today: runtime.today, names: emptyNameIndex }, ask)
    return finishCommand(act, await command.run(outside, given))
  }
  const manners = createRequestPolicy(runtime, globals, command.waitsForRateLimit)
  const opened = await runtime.connectProfile(globals.profile, manners)
  const trial = beginUndoable(opened)
  const transaction = createCommandTransaction(opened, isChange && command.isAtomic !== false)
  try {
    const world = createWorkspaceContext(opened, opening, { trial, transaction })
    if (command.scope === 'local') {
      const local = { ...world, admin: world.workspaceAdmin() }
      const given = await read(local, ask)
      const result = await transaction.run(() => command.run(local, given))
      return await finishCommand(act, result, world.names)
    }
    const given = await read(world, ask)
    const result = await transaction.run(() => command.run(world, given))
    return await finishCommand(act, result, world.names)
  } finally {
    trial.undo()
    await opened.close()
  }
}

// A command without a workspace asks for nothing in one; should it do so all the same, that is our bug.
const rejectNameLookup = (): never => {
  throw new Error('A standalone command asked for a name in a workspace')
}
const emptyNameIndex: NameIndex = {
  accounts: rejectNameLookup,
  groups: rejectNameLookup,
  categories: rejectNameLookup,
  merchants: rejectNameLookup,
  currency: rejectNameLookup,
  resolvedNames: async () => new Map(),
}

/** What becomes of the writes of a command. */
interface WriteHandling {
  trial: UndoableWrites
  transaction: CommandTransaction
}

function createWorkspaceContext(
  opened: Connection,
  opening: Invocation,
  { trial, transaction }: WriteHandling,
): WorkspaceContext {
  const { workspace_id, isLocal, nameCache } = opened
  const { globals, plannedWrites } = opening
  const surroundings = transaction.wrapRuntime(opening.runtime)
  const { signal } = surroundings
  const outside = createCommandContext({ ...opening, runtime: surroundings })
  const remembered = nameCache ? withNameCache(opened.api, nameCache) : opened.api
  const heard = abortableApi(remembered, { signal, say: globals.verbose ? outside.info : undefined })
  const api = plannedWrites
    ? recordWrites(heard, plannedWrites, createWriteSimulator(opened, trial))
    : transaction.wrapApi(heard)
  const ask = createPrompter(surroundings, outside)
  const names = createNameIndex(api, globals.refresh ? undefined : nameCache)
  return {
    ...outside,
    api,
    workspace_id,
    isLocal,
    names,
    promptFor: (entry) => ask(entry, { today: outside.today, names }),
    workspaceAdmin: () => transaction.wrapAdmin(createDryRunAdmin(opened, opening, trial)),
    openImportStore: () => openDryRunImportStore(opened, opening),
    countResentWrites: () => opened.countResentWrites?.() ?? 0,
    reserveRequests: (requests) => (plannedWrites ? undefined : opened.reserveRequests?.(requests)),
    findHttpResponse: (outcome) => opened.findHttpResponse?.(outcome),
  }
}

async function finishCommand(
  { command, opening, isChange }: CommandRun,
  result: unknown,
  names: Pick<NameIndex, 'resolvedNames'> = emptyNameIndex,
): Promise<number> {
  const { plannedWrites } = opening
  if (plannedWrites) {
    await writeResult(buildDryRunReport(plannedWrites, await names.resolvedNames()), dryRunView, opening)
    return exitCodes.done
  }
  const code = command.exitCode?.(result) ?? exitCodes.done
  try {
    await writeResult(result, command.view, opening)
  } catch (error) {
    throw isChange && code === exitCodes.done ? withDoneNote(error) : error
  }
  return code
}

const OUTPUT_LOST = 'what was asked for is done; only its output is missing'

/** A failure to tell what was done, in words that keep a person from doing it twice. */
function withDoneNote(error: unknown): unknown {
  if (error instanceof StorageError)
    return new StorageError(`${error.message}; ${OUTPUT_LOST}`, error, error.hint)
  if (error instanceof UserError) return new UserError(error.kind, `${error.message}; ${OUTPUT_LOST}`)
  return error
}

async function printSuggestions(words: readonly string[], surroundings: Runtime): Promise<number> {
  const { listSuggestions: suggestions } = await import('../completion/suggestions.ts')
  // A shell that asks for suggestions must never see an error.
  const silence = () => undefined
  const waits = { max_wait_seconds: 0, max_wait_of_many: 0, max_requests: 0 }
  const manners = { ...waits, waiting: silence, priced: silence, trace: silence }
  const opened = await surroundings.connectProfile(undefined, manners).catch(() => undefined)
  if (!opened) return exitCodes.done
  const { api, nameCache } = opened
  surroundings.stdout.write(
    await suggestions(createNameIndex(api, nameCache), words, nameCache).catch(() => ''),
  )
  await opened.close()
  return exitCodes.done
}
