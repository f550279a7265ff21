/** Parses a command line that another command runs, and takes the terminal away from it. */

import type { Command } from '../command/define.ts'
import type { OutputStream, Runtime } from '../command/runtime.ts'
import type { ApiError } from '../contract/errors.ts'
import { findCommand } from './find-command.ts'
import type { ParsedArgs } from './parse-args.ts'

/** Finds the command of a command line and parses the rest. @throws UserError for a wrong one */
export async function parseCommandLine(
  args: readonly string[],
): Promise<{ command: Command; parsed: ParsedArgs }> {
  const { load, remainingArgs } = findCommand(args)
  const { parseArgs } = await import('./parse-args.ts')
  const command = await load()
  return { command, parsed: parseArgs(command, remainingArgs) }
}

/** Returns an error of the API under the names of the flags that a user typed. */
export const toUserTerms = async (error: ApiError, command: Command, { rawArguments }: ParsedArgs) =>
  (await import('./field-to-flag.ts')).toUserTerms(error, command, rawArguments)

/** Rejects a command that wants to run further ones. */
export const rejectNesting = () =>
  Promise.reject(new Error('A command that another one runs cannot run further ones'))

/** Returns the same runtime without a terminal, so that nothing is asked; what it says is collected. */
export function silence(runtime: Runtime): { runtime: Runtime; remarks: string[] } {
  const remarks: string[] = []
  const stream: OutputStream = {
    isTTY: false,
    columns: runtime.stdout.columns,
    rows: runtime.stdout.rows,
    write: () => true,
    status: () => undefined,
  }
  const stderr: OutputStream = {
    ...stream,
    write(text) {
      remarks.push(...text.split('\n').filter((line) => line !== ''))
      return true
    },
  }
  const today = runtime.readToday() // a screen or a server may be open for days
  return { runtime: { ...runtime, today, stdout: stream, stderr, stdinIsTTY: () => false }, remarks }
}
