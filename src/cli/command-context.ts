/** Creates the context of a command: files, prompts, messages and settings, by the global flags. */

import type { CommandContext, CommandUser, Computer, FileSystem } from '../command/context.ts'
import type { Runtime } from '../command/runtime.ts'
import { UserError } from '../contract/errors.ts'
import type { PlannedChange, UndoPlan } from '../contract/ports/history.ts'
import { sanitizeLine, sanitizeText } from '../output/sanitize.ts'
import type { FlagValues } from '../output/shell-words.ts'
import {
  recordDatabaseWrites,
  recordSettingsWrites,
  recordWorkspaceWrites,
} from '../remote/dry-run/record-local-writes.ts'
import { inferCurrency } from '../setup/resolve-workspace.ts'
import type { GlobalOptions } from './global-flags.ts'
import { createProgressReporter } from './progress.ts'
import { abortableApi, createRequestPolicy } from './request-policy.ts'

/** The lists that a command adds to while it runs. */
export interface CommandLists {
  /** The changes of a dry run; undefined when the command writes. */
  plannedChanges: PlannedChange[] | undefined
  /** The entries of the history that a dry run would take back. */
  plannedUndos: UndoPlan[]
  /** What is done once the result is written. */
  outputActions: (() => Promise<void>)[]
}

/** Returns the context of one invocation. */
export function createCommandContext(
  runtime: Runtime,
  globals: GlobalOptions,
  { plannedChanges, plannedUndos, outputActions }: CommandLists,
): CommandContext {
  const { versions, program, today, signal, stdout } = runtime
  return {
    invocation: {
      today,
      readToday: runtime.readToday,
      signal,
      versions,
      program,
      now: () => runtime.now(),
      wait: (milliseconds) => runtime.wait(milliseconds, signal),
      computeLong: (work) => runtime.computeLong(work),
      isDryRun: globals.dryRun,
      isReadOnly: globals.readOnly,
      assumesYes: globals.yes,
      repeatedFlags: listRepeatedFlags(globals),
      recordPlannedChange: (change) => void plannedChanges?.push(change),
      recordPlannedUndo: (plan) => void plannedUndos.push(plan),
      outputPath: globals.output,
      showsResultAsText: () => isResultText(stdout, globals),
      print: (text) => void stdout.write(text),
      afterOutput: (work) => void outputActions.push(work),
    },
    user: { ...createMessages(runtime, globals), ...createPrompts(runtime, globals) },
    computer: createComputer(runtime, globals, plannedChanges),
  }
}

/** Returns the flags without which a command would change more, ask more or wait longer. A draft asks nothing. */
const listRepeatedFlags = ({ draft, dryRun, yes, maxWait, maxRequests }: GlobalOptions): FlagValues => ({
  draft,
  dryRun: dryRun && !draft,
  yes: yes && !draft,
  noWait: maxWait === 0,
  maxWait: maxWait === 0 || maxWait === undefined ? undefined : `${maxWait}s`,
  maxRequests,
})

/** True if a variable that works as a switch is set: any text except empty and `0`. */
export const isEnvFlagSet = (value: string | undefined): boolean =>
  value !== undefined && value !== '' && value !== '0'

/** True if the environment or --no-input forbids every prompt. */
export const isPromptingDisabled = (env: Runtime['env'], { input }: GlobalOptions): boolean =>
  isEnvFlagSet(env['CI']) || isEnvFlagSet(env['BUDGET_NO_INPUT']) || !input

/** True if a terminal shows the result as text or table. */
const isResultText = (
  stdout: Runtime['stdout'],
  { output, fields, format }: Pick<GlobalOptions, 'output' | 'fields' | 'format'>,
): boolean =>
  stdout.isTTY && output === undefined && fields === undefined && (format === undefined || format === 'table')

function createMessages({ stderr, env }: Runtime, globals: GlobalOptions) {
  // Data in a pipe gets no remarks, unless --verbose asks for them.
  const showsInfo = (): boolean => !globals.quiet && (stderr.isTTY || globals.verbose)
  return {
    showsInfo,
    info(text: string) {
      if (showsInfo()) stderr.write(`${sanitizeLine(text)}\n`)
    },
    async infoInRed(text: string) {
      if (!showsInfo()) return
      const { resolveTextStyle } = await import('./text-style.ts')
      const { colors } = await resolveTextStyle(stderr, env, globals.color)
      stderr.write(`${colors.red(sanitizeLine(text))}\n`)
    },
    warn(text: string) {
      if (!globals.quiet) stderr.write(`${sanitizeLine(text)}\n`)
    },
    reportProgress: createProgressReporter(stderr, globals).step,
  } satisfies Partial<CommandUser>
}

type Prompts = Omit<CommandUser, keyof ReturnType<typeof createMessages>>

function createPrompts(runtime: Runtime, globals: GlobalOptions): Prompts {
  const { stderr, env } = runtime
  const isInteractive = (): boolean =>
    !isPromptingDisabled(env, globals) && runtime.stdinIsTTY() && stderr.isTTY
  return {
    isInteractive,
    countScreenLines: () => stderr.rows,
    async confirm(question, about) {
      stderr.write(`${about}\n`)
      return (await runtime.confirm(sanitizeLine(question))) === true
    },
    input: async (question, options = { hidden: false }) => {
      if (isInteractive()) return runtime.input(sanitizeLine(question), options)
      throw new UserError('usage', `Cannot prompt without a terminal: ${question}`)
    },
    select: (question, choices, options) =>
      runtime.select(
        sanitizeLine(question),
        choices.map(({ value, label }) => ({ value, label: sanitizeLine(label) })),
        options,
      ),
    selectMany: (question, { choices, initial }) =>
      runtime.selectMany(sanitizeLine(question), {
        choices: choices.map(({ value, label }) => ({ value, label: sanitizeLine(label) })),
        initial,
      }),
    canShowScreen: () => isInteractive() && !globals.readOnly && isResultText(runtime.stdout, globals),
    editText(text, use) {
      if (isInteractive()) return runtime.editText(text, use)
      throw new UserError('usage', '--editor requires a terminal')
    },
    async showScreen(use) {
      const { resolveTextStyle } = await import('./text-style.ts')
      const { colors } = await resolveTextStyle(runtime.stdout, env, globals.color)
      return runtime.showScreen((screen) => use(screen, colors))
    },
    requireConfirmation: (question, about) =>
      requireConfirmation(runtime, globals, { question, about, isInteractive }),
  }
}

interface ConfirmationRequest {
  question: string
  about: (() => Promise<string>) | undefined
  isInteractive: () => boolean
}

/** Gets a yes, from --yes or from the user. @see docs/cli.md#destructive-commands */
async function requireConfirmation(
  { stderr, confirm }: Pick<Runtime, 'stderr' | 'confirm'>,
  { yes, dryRun, quiet, format }: GlobalOptions,
  { question, about, isInteractive }: ConfirmationRequest,
): Promise<void> {
  // A program reads the list of writes on stdout and expects only errors on stderr.
  const isReadByUser = format === undefined || format === 'table'
  if (dryRun && about && isReadByUser && !yes && !quiet) stderr.write(`${sanitizeText(await about())}\n`)
  if (yes || dryRun) return
  if (!isInteractive()) {
    const hint = 'Add --yes to confirm'
    throw new UserError('unconfirmed', `This requires confirmation: ${question}`, { hint })
  }
  if (about) stderr.write(`${sanitizeText(await about())}\n`)
  if ((await confirm(sanitizeLine(question))) !== true)
    throw new UserError('unconfirmed', 'Nothing was changed')
}

function createComputer(
  runtime: Runtime,
  globals: GlobalOptions,
  plannedChanges: PlannedChange[] | undefined,
): Computer {
  const { signal, stderr, env } = runtime
  const writeLine = (line: string): void => void stderr.write(`${sanitizeLine(line)}\n`)
  return {
    files: createFileSystem(runtime),
    inferCurrency: () => inferCurrency(env),
    async settings() {
      const settings = await runtime.settings(globals.profile)
      return plannedChanges ? recordSettingsWrites(settings, plannedChanges) : settings
    },
    async withRemoteApi(remote, use) {
      const connection = await runtime.connectRemote(remote, createRequestPolicy(runtime, globals))
      try {
        return await use(abortableApi(connection.api, { signal }))
      } finally {
        await connection.close()
      }
    },
    readQuota: (remote) => runtime.readQuota(remote),
    async openLocalWorkspaces(folder) {
      const workspaces = await runtime.openLocalWorkspaces(globals.profile, folder)
      return plannedChanges ? recordWorkspaceWrites(workspaces, plannedChanges) : workspaces
    },
    useForeignTables: runtime.useForeignTables,
    runProgram: runtime.runProgram,
    openStreams: runtime.openStreams,
    executable: runtime.executable,
    serve: (workspaces, options) => runtime.serve(workspaces, { ...options, log_line: writeLine }),
    serveDatabase: (options) => runtime.serveDatabase({ ...options, log_line: writeLine }),
    async connectDatabase(file) {
      const database = await runtime.connectDatabase(file)
      return plannedChanges ? recordDatabaseWrites(database, plannedChanges) : database
    },
    async buildCompletionScript(shell) {
      const { buildCompletionScript } = await import('./completion/scripts.ts')
      const { getGlobalCompletions } = await import('./completion/scripts.ts')
      return buildCompletionScript(shell, getGlobalCompletions())
    },
  }
}

const createFileSystem = ({ files }: Runtime): FileSystem => ({
  ...files,
  async write(path, content, options) {
    const file = await files.create(path, options)
    try {
      file.write(content)
      file.commit()
    } catch (error) {
      file.discard()
      throw error
    }
  },
})
