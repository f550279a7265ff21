/** What a command may reach of the world outside, with the global flags applied to it. */

import type { CommandContext, FileWriteOptions } from '../command/define.ts'
import { recordSettingsWrites } from '../command/dry-run/recording-profiles.ts'
import { recordWorkspaceWrites } from '../command/dry-run/recording-workspaces.ts'
import type { Runtime } from '../command/runtime.ts'
import { inferCurrency } from '../commands/workspaces/shared/default-workspace.ts'
import { UserError } from '../contract/errors.ts'
import type { PlannedWrite } from '../render/planned-write.ts'
import { sanitizeLine, sanitizeText } from '../render/sanitize.ts'
import { abortableApi } from './abortable-api.ts'
import type { GlobalOptions } from './global-flags.ts'
import { createProgressReporter } from './progress.ts'
import { createRequestPolicy } from './request-policy.ts'

/** An invocation as far as it is known once its line was parsed. */
export interface Invocation {
  runtime: Runtime
  globals: GlobalOptions
  /** Where writes go instead of to the service, under `--dry-run`. */
  plannedWrites: PlannedWrite[] | undefined
}

/** Is a switch of the environment set? */
export const isEnvFlagSet = (word: string | undefined): boolean =>
  word !== undefined && word !== '' && word !== '0'

/** Is nobody ever to be asked? */
export const isPromptingDisabled = (env: Runtime['env'], { input }: GlobalOptions): boolean =>
  isEnvFlagSet(env['CI']) || isEnvFlagSet(env['BUDGET_NO_INPUT']) || !input

export function createCommandContext({ runtime, globals, plannedWrites }: Invocation): CommandContext {
  const { env, stdout, stderr, files, signal, today } = runtime
  // Beside data in a pipe a remark would only be in the way, unless it was asked for.
  const isHeard = (): boolean => !globals.quiet && (stderr.isTTY || globals.verbose)
  const canAsk = (): boolean => !isPromptingDisabled(env, globals) && runtime.stdinIsTTY() && stderr.isTTY
  return {
    today,
    signal,
    isInteractive: canAsk,
    isDryRun: globals.dryRun,
    assumesYes: globals.yes,
    files: {
      ...files,
      write: (path, content, options) => writeWholeFile(runtime, { path, content }, options),
    },
    showsInfo: isHeard,
    info: (text) => {
      if (isHeard()) stderr.write(`${sanitizeLine(text)}\n`)
    },
    warn: (text) => {
      if (!globals.quiet) stderr.write(`${sanitizeLine(text)}\n`)
    },
    print: (text) => void stdout.write(text),
    reportProgress: createProgressReporter(stderr, globals).step,
    async confirm(question, about) {
      stderr.write(`${about}\n`)
      return (await runtime.confirm(sanitizeLine(question))) === true
    },
    input: async (question, options = { hidden: false }) => {
      if (canAsk()) return runtime.input(sanitizeLine(question), options)
      throw new UserError('usage', `Nobody can be asked: ${question}`)
    },
    select: (question, choices) =>
      runtime.select(
        sanitizeLine(question),
        choices.map(({ value, label }) => ({ value, label: sanitizeLine(label) })),
      ),
    async settings() {
      const settings = await runtime.settings(globals.profile)
      return plannedWrites ? recordSettingsWrites(settings, plannedWrites) : settings
    },
    recordPlannedWrite: (change) => void plannedWrites?.push(change),
    async withRemoteApi(remote, use) {
      const opened = await runtime.connectRemote(remote, createRequestPolicy(runtime, globals))
      try {
        return await use(abortableApi(opened.api, { signal, say: undefined }))
      } finally {
        await opened.close()
      }
    },
    readQuota: (remote) => runtime.readQuota(remote),
    inferCurrency: () => inferCurrency(env),
    versions: runtime.versions,
    now: () => runtime.now(),
    wait: (milliseconds) => runtime.wait(milliseconds, signal),
    requireConfirmation: createRequireConfirmation(runtime, globals, canAsk),
    async openLocalWorkspaces(folder) {
      const opened = await runtime.openLocalWorkspaces(globals.profile, folder)
      return plannedWrites ? recordWorkspaceWrites(opened, plannedWrites) : opened
    },
    serve: (workspaces, options) =>
      runtime.serve(workspaces, {
        ...options,
        log_line: (line) => void stderr.write(`${sanitizeLine(line)}\n`),
      }),
    async buildCompletionScript(shell) {
      const { buildCompletionScript } = await import('../completion/scripts.ts')
      const { getGlobalCompletions: besideCommands } = await import('./generated-files.ts')
      return buildCompletionScript(shell, besideCommands())
    },
  }
}

/** Asks for a yes where one can be had, and refuses where none can. @see docs/cli.md#destructive-commands */
function createRequireConfirmation(
  { stderr, confirm: ask }: Pick<Runtime, 'stderr' | 'confirm'>,
  { yes, dryRun, quiet, format }: GlobalOptions,
  canAsk: () => boolean,
): CommandContext['requireConfirmation'] {
  return async (question, about) => {
    // A program reads the plan, and on stderr nothing but an error.
    const isRead = format === undefined || format === 'table'
    if (dryRun && about && isRead && !yes && !quiet) stderr.write(`${sanitizeText(await about())}\n`)
    if (yes || dryRun) return
    if (!canAsk()) {
      const hint = 'Add --yes to do it without being asked'
      throw new UserError('unconfirmed', `This needs a yes: ${question}`, { hint })
    }
    if (about) stderr.write(`${sanitizeText(await about())}\n`)
    if ((await ask(sanitizeLine(question))) !== true)
      throw new UserError('unconfirmed', 'Nothing was changed')
  }
}

interface FileContent {
  path: string
  content: string | Uint8Array
}

async function writeWholeFile(
  { files }: Runtime,
  { path, content }: FileContent,
  options: FileWriteOptions,
): Promise<void> {
  const file = await files.create(path, options)
  try {
    file.write(content)
    file.commit()
  } catch (error) {
    file.discard()
    throw error
  }
}
