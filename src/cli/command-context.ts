/** What a command may reach of the world outside, with the global flags applied to it. */

import type { Outside, Overwriting } from '../command/define.ts'
import { rehearseSettings } from '../command/dry-run/recording-profiles.ts'
import { rehearseWorkspaces } from '../command/dry-run/recording-workspaces.ts'
import type { Surroundings } from '../command/runtime.ts'
import { firstCurrency } from '../commands/workspaces/shared/default-workspace.ts'
import { Mistake } from '../contract/errors.ts'
import type { Planned } from '../render/planned-write.ts'
import { manyLines, oneLine } from '../render/sanitize.ts'
import { watched } from './abortable-api.ts'
import type { Globals } from './global-flags.ts'
import { tellerOn } from './progress.ts'
import { mannersOf } from './request-policy.ts'

/** An invocation as far as it is known once its line was parsed. */
export interface Opening {
  surroundings: Surroundings
  globals: Globals
  /** Where writes go instead of to the service, under `--dry-run`. */
  plan: Planned[] | undefined
}

/** Is a switch of the environment set? */
export const isOn = (word: string | undefined): boolean => word !== undefined && word !== '' && word !== '0'

/** Is nobody ever to be asked? */
export const isSilent = (env: Surroundings['env'], { input }: Globals): boolean =>
  isOn(env['CI']) || isOn(env['BUDGET_NO_INPUT']) || !input

export function outsideOf({ surroundings, globals, plan }: Opening): Outside {
  const { env, stdout, stderr, files, signal, today } = surroundings
  // Beside data in a pipe a remark would only be in the way, unless it was asked for.
  const isHeard = (): boolean => !globals.quiet && (stderr.isTTY || globals.verbose)
  const canAsk = (): boolean => !isSilent(env, globals) && surroundings.stdinIsTTY() && stderr.isTTY
  return {
    today,
    signal,
    canAsk,
    dryRun: globals.dryRun,
    yes: globals.yes,
    files: {
      ...files,
      write: (path, content, options) => writeFile(surroundings, { path, content }, options),
    },
    isHeard,
    note: (text) => {
      if (isHeard()) stderr.write(`${oneLine(text)}\n`)
    },
    warn: (text) => {
      if (!globals.quiet) stderr.write(`${oneLine(text)}\n`)
    },
    announce: (text) => void stdout.write(text),
    progress: tellerOn(stderr, globals).step,
    async ask(question, about) {
      stderr.write(`${about}\n`)
      return (await surroundings.ask(oneLine(question))) === true
    },
    type: async (question, options = { hidden: false }) => {
      if (canAsk()) return surroundings.type(oneLine(question), options)
      throw new Mistake('usage', `Nobody can be asked: ${question}`)
    },
    choose: (question, choices) =>
      surroundings.choose(
        oneLine(question),
        choices.map(({ value, label }) => ({ value, label: oneLine(label) })),
      ),
    async settings() {
      const settings = await surroundings.settings(globals.profile)
      return plan ? rehearseSettings(settings, plan) : settings
    },
    plan: (change) => void plan?.push(change),
    async connected(remote, use) {
      const opened = await surroundings.connect(remote, mannersOf(surroundings, globals))
      try {
        return await use(watched(opened.api, { signal, say: undefined }))
      } finally {
        await opened.close()
      }
    },
    quota: (remote) => surroundings.quota(remote),
    firstCurrency: () => firstCurrency(env),
    versions: surroundings.versions,
    now: () => surroundings.now(),
    wait: (milliseconds) => surroundings.wait(milliseconds, signal),
    confirm: confirming(surroundings, globals, canAsk),
    async workspaces(folder) {
      const opened = await surroundings.workspaces(globals.profile, folder)
      return plan ? rehearseWorkspaces(opened, plan) : opened
    },
    serve: (workspaces, options) =>
      surroundings.serve(workspaces, {
        ...options,
        log_line: (line) => void stderr.write(`${oneLine(line)}\n`),
      }),
    async completionScript(shell) {
      const { completionScript } = await import('../completion/scripts.ts')
      const { besideCommands } = await import('./generated-files.ts')
      return completionScript(shell, besideCommands())
    },
  }
}

/** Asks for a yes where one can be had, and refuses where none can. */ // cli.md §1, Destructive commands
function confirming(
  { stderr, ask }: Pick<Surroundings, 'stderr' | 'ask'>,
  { yes, dryRun, quiet, format }: Globals,
  canAsk: () => boolean,
): Outside['confirm'] {
  return async (question, about) => {
    // A program reads the plan, and on stderr nothing but an error.
    const isRead = format === undefined || format === 'table'
    if (dryRun && about && isRead && !yes && !quiet) stderr.write(`${manyLines(await about())}\n`)
    if (yes || dryRun) return
    if (!canAsk()) {
      const hint = 'Add --yes to do it without being asked'
      throw new Mistake('unconfirmed', `This needs a yes: ${question}`, { hint })
    }
    if (about) stderr.write(`${manyLines(await about())}\n`)
    if ((await ask(oneLine(question))) !== true) throw new Mistake('unconfirmed', 'Nothing was changed')
  }
}

interface Written {
  path: string
  content: string | Uint8Array
}

async function writeFile(
  { files }: Surroundings,
  { path, content }: Written,
  options: Overwriting,
): Promise<void> {
  const file = await files.create(path, options)
  try {
    file.write(content)
    file.finish()
  } catch (error) {
    file.abandon()
    throw error
  }
}
