/** Runs one command line, from its arguments to its exit code. */

import type { Command } from '../command/define.ts'
import { createNameIndex, type NameIndex } from '../command/names/resolve-name.ts'
import type { Connection, Runtime } from '../command/runtime.ts'
import { ApiError, PartialFailureError, StorageError, UserError } from '../contract/errors.ts'
import { toShortageError } from '../fs/file-errors.ts'
import { buildDryRunReport, dryRunView } from '../history/dry-run-view.ts'
import { noColors } from '../output/style.ts'
import { exitCodeByStatus, exitCodes, getInterruptCode, toExitCode } from './exit-codes.ts'
import { expandAlias, findCommand, parseHelpRequest } from './find-command.ts'
import { wantsJsonErrors } from './global-flags.ts'
import { createInvocation, type Invocation } from './invocation.ts'
import type { ParsedArgs } from './parse-args.ts'
import { logsRequests, withRedactedKeys } from './redact-typed-keys.ts'
import { formatError } from './report-error.ts'
import { createRequestPolicy } from './request-policy.ts'
import { type FinishCommand, runOnWorkspace } from './run-on-workspace.ts'
import { resolveTextStyle } from './text-style.ts'
import { emptyLookups, emptyNameIndex } from './workspace-context.ts'
import { withWrappedStderr } from './wrap-stderr.ts'
import { writeResult } from './write-result.ts'

/** Runs one command line and returns its exit code. Errors go to stderr; nothing is thrown. */
export async function runCli(args: readonly string[], processRuntime: Runtime): Promise<number> {
  const stored = logsRequests(args, processRuntime.env)
  const runtime = withWrappedStderr(await withRedactedKeys(processRuntime, { stored }))
  try {
    const { stdout, versions } = runtime
    if (args.length === 1 && (args[0] === '--version' || args[0] === '-V')) {
      stdout.write(`${versions.budget}\n`)
      return exitCodes.done
    }
    if (args[0] === '__complete') return await printSuggestions(args.slice(1), runtime)
    const helpWords = parseHelpRequest(args)
    if (helpWords) {
      const { renderHelp } = await import('./help/help.ts')
      stdout.write(await renderHelp(helpWords))
      return exitCodes.done
    }
    return await runCommand(args, runtime)
  } catch (error) {
    return reportError(
      toShortageError(error),
      args,
      withWrappedStderr(await withRedactedKeys(processRuntime, { stored: true })),
    )
  }
}

async function reportError(
  error: unknown,
  args: readonly string[],
  { stderr, env, signal }: Runtime,
): Promise<number> {
  const interruptCode = signal.aborted ? getInterruptCode(signal) : undefined
  const isJson = wantsJsonErrors(args)
  const { colors } = isJson ? { colors: noColors } : await resolveTextStyle(stderr, env, 'auto')
  const showsStack = Boolean(env['BUDGET_DEBUG']) || args.includes('--debug')
  stderr.write(formatError(error, { isJson, interruptCode, showsStack, colors }))
  return interruptCode ?? toExitCode(error)
}

/** The first use of this computer would create a workspace that the user did not ask for. */
class NoBudgetError extends UserError {
  constructor() {
    super('not_found', 'There is no budget yet', { hint: 'To create one: budget init' })
  }
}

async function runCommand(typed: readonly string[], runtime: Runtime): Promise<number> {
  const readAliases = async () => (await runtime.settings(undefined)).readProfiles().aliases
  const args = (await expandAlias(typed, readAliases)) ?? typed
  const { load, remainingArgs, isBare } = findCommand(args)
  const typedCommand = await load()
  const { parseArgs } = await import('./parse-args.ts')
  const typedArgs = parseArgs(typedCommand, remainingArgs)
  const { command, parsed } = typedArgs.globals.draft
    ? (await import('./draft-line.ts')).toDraftCommand(typedCommand, typedArgs)
    : { command: typedCommand, parsed: typedArgs }
  const invocation = await createInvocation(command, parsed, withCommandsForPage(runtime))
  try {
    return await executeCommand(invocation, parsed, isBare)
  } catch (error) {
    if (isBare && error instanceof NoBudgetError) {
      runtime.stdout.write((await import('./help/help.ts')).renderFirstSteps())
      return exitCodes.done
    }
    if (error instanceof PartialFailureError) {
      await (await import('./report-partial.ts')).writePartialResults(error, invocation)
      return toExitCode(error)
    }
    invocation.outputFile?.discard()
    if (error instanceof ApiError && error.name === 'unauthorized') {
      const settings = await runtime.settings(typedArgs.globals.profile)
      throw (await import('./refused-key.ts')).createRefusedKeyError(settings)
    }
    throw error instanceof ApiError
      ? (await import('./field-to-flag.ts')).toUserTerms(error, command, parsed.rawArguments)
      : error
  }
}

/** Returns the same runtime, whose server runs commands for its page as if they were typed. */
const withCommandsForPage = (runtime: Runtime): Runtime => ({
  ...runtime,
  serve: (workspaces, options) =>
    runtime.serve(workspaces, {
      ...options,
      readPageFile: (name) => runtime.files.readShippedFile(`dist/page/${name}`),
      createRunner: async (connection, today) =>
        (await import('./run-commands.ts')).createCommandRunner(
          { isDryRun: false, runtime: { ...runtime, today, readToday: () => today } },
          connection,
        ),
      openContext: async (connection) =>
        (await import('./open-served-context.ts')).openServedContext(runtime, connection),
    }),
})

async function executeCommand(invocation: Invocation, parsed: ParsedArgs, isBare: boolean): Promise<number> {
  const { command, context, globals, runtime, promptFor, transaction } = invocation
  if (command.scope === 'standalone') {
    const input = await parsed.readInput({ today: context.invocation.today, ...emptyLookups }, promptFor)
    return finishCommand(invocation, await command.run(context, input))
  }
  const policy = createRequestPolicy(runtime, globals, command.waitsForRateLimit)
  const connection = await runtime.connectProfile(globals.profile, {
    ...policy,
    beforeFirstWorkspace({ name, currency }) {
      if (isBare || context.invocation.isReadOnly || context.user.isInteractive()) throw new NoBudgetError()
      context.user.warn(
        `Creating the budget ${name} in ${currency}; budget init gives it another name or currency`,
      )
    },
  })
  transaction.attach(connection)
  try {
    const finish: FinishCommand = (result, names) => finishCommand(invocation, result, names)
    const openCommandRunner = async () =>
      (await import('./run-commands.ts')).createCommandRunner(
        {
          isDryRun: context.invocation.isDryRun,
          // The lines run in the workspace of this command, whose profile they do not name.
          runtime: { ...runtime, settings: (profile) => runtime.settings(profile ?? globals.profile) },
        },
        connection,
      )
    const code = await runOnWorkspace(invocation, { parsed, connection, finish, openCommandRunner })
    if (isBare) context.user.info('Run budget --help for all commands.')
    return code
  } finally {
    await connection.close()
  }
}

/** Writes the result, or the changes of a dry run, and returns the exit code. */
async function finishCommand(
  invocation: Invocation,
  result: unknown,
  names: Pick<NameIndex, 'resolvedNames'> = emptyNameIndex,
): Promise<number> {
  const { command, plannedChanges, plannedUndos, isChange } = invocation
  if (plannedChanges) {
    const planned = { changes: plannedChanges, undos: plannedUndos }
    await writeResult(buildDryRunReport(planned, await names.resolvedNames()), dryRunView, invocation)
    return exitCodes.done
  }
  const status = toResultStatus(command, result)
  try {
    const write = () => writeResult(result, command.createView?.(result) ?? command.view, invocation)
    // A slow reader, or very many rows, would leave a signal unnoticed; a file and a terminal have to be put in order.
    const { stdout, signal, computeLong } = invocation.runtime
    const canEndAtOnce = !isChange && !invocation.outputFile && !stdout.isTTY && !signal.aborted
    await (canEndAtOnce ? computeLong(write) : write())
    for (const action of invocation.outputActions) await action()
  } catch (error) {
    throw isChange && status === 'done' ? addDoneNote(error) : error
  }
  return status === 'interrupted' ? getInterruptCode(invocation.runtime.signal) : exitCodeByStatus[status]
}

const toResultStatus = ({ resultStatus }: Command, result: unknown) => resultStatus?.(result) ?? 'done'

const OUTPUT_LOST = 'the command succeeded, but its output was lost'

/** Tells the user that the command succeeded although its output failed, because running it again would write twice. */
function addDoneNote(error: unknown): unknown {
  if (error instanceof StorageError)
    return new StorageError(`${error.message}; ${OUTPUT_LOST}`, error, error.hint)
  if (error instanceof UserError) return new UserError(error.kind, `${error.message}; ${OUTPUT_LOST}`)
  return error
}

/** How many of the newest entries of the history are suggested. */
const MAX_SUGGESTED_ENTRIES = 20

async function listNewestEntries({ history }: Pick<Connection, 'history'>) {
  const { describeEntry } = await import('../history/history-view.ts')
  const { sanitizeLine } = await import('../output/sanitize.ts')
  const entries = await history().list({ limit: MAX_SUGGESTED_ENTRIES })
  return entries.map((entry) => ({ id: entry.id, description: sanitizeLine(describeEntry(entry)) }))
}

async function printSuggestions(words: readonly string[], runtime: Runtime): Promise<number> {
  const { listSuggestions } = await import('./completion/suggestions.ts')
  const ignore = () => undefined
  const noRequests = { max_wait_seconds: 0, max_wait_of_many: 0, max_requests: 0 }
  const policy = { ...noRequests, waiting: ignore, onEstimate: ignore, trace: ignore }
  const beforeFirstWorkspace = () => {
    throw new NoBudgetError()
  }
  // A shell that asks for suggestions must never see an error.
  const connection = await runtime
    .connectProfile(undefined, { ...policy, beforeFirstWorkspace })
    .catch(() => undefined)
  if (!connection) return exitCodes.done
  const { api, nameCache } = connection
  const suggestions = listSuggestions(words, {
    names: createNameIndex(api, { cache: nameCache }),
    cache: nameCache,
    listEntries: () => listNewestEntries(connection),
  })
  runtime.stdout.write(await suggestions.catch(() => ''))
  await connection.close()
  return exitCodes.done
}
