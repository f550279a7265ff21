/** Runs commands on the workspace of another one, e.g. for a screen: each as if it were typed. */

import type { CommandRunner } from '../command/context.ts'
import type { Command } from '../command/define.ts'
import type { Connection, OutputStream, Runtime } from '../command/runtime.ts'
import { ApiError, UserError } from '../contract/errors.ts'
import { findCommand } from './find-command.ts'
import { createInvocation, type Invocation } from './invocation.ts'
import { createRollbackTransaction } from './local-transaction.ts'
import type { ParsedArgs } from './parse-args.ts'
import { runOnWorkspace } from './run-on-workspace.ts'

/** Returns what runs commands on a connection, one at a time. */
export function createCommandRunner(outer: Invocation, connection: Connection): CommandRunner {
  const { isDryRun } = outer.context.invocation
  const run = async (args: readonly string[]) => {
    if (isDryRun) throw new UserError('forbidden', 'This is a dry run: nothing is saved')
    const { runtime, remarks } = silence(outer.runtime)
    const { command, parsed } = await parseCommandLine(args)
    const invocation = await createInvocation(command, parsed, runtime)
    let result: unknown
    let error: unknown
    try {
      result = await runParsed(invocation, parsed, connection)
    } catch (thrown) {
      outer.runtime.signal.throwIfAborted()
      error = thrown instanceof ApiError ? await toUserTerms(thrown, command, parsed) : thrown
    }
    return { result, error, entry: connection.recordedEntry(), remarks }
  }
  return {
    run,
    async preview(args, read) {
      const { command, parsed } = await parseCommandLine(['--dry-run', ...args])
      const invocation = await createInvocation(command, parsed, silence(outer.runtime).runtime)
      if (!connection.isLocal) {
        await runParsed(invocation, parsed, connection)
        return { after: undefined, changes: invocation.plannedChanges ?? [] }
      }
      let after: Awaited<ReturnType<typeof read>> | undefined
      const transaction = createRollbackTransaction(async () => {
        after = await read(connection.api)
      })
      await runParsed({ ...invocation, transaction }, parsed, connection)
      return { after, changes: [] }
    },
    readChangeCounter: () => connection.changeCounter?.(),
  }
}

async function parseCommandLine(args: readonly string[]): Promise<{ command: Command; parsed: ParsedArgs }> {
  const { load, remainingArgs } = findCommand(['--yes', ...args])
  const { parseArgs } = await import('./parse-args.ts')
  const command = await load()
  return { command, parsed: parseArgs(command, remainingArgs) }
}

async function runParsed(
  invocation: Invocation,
  parsed: ParsedArgs,
  connection: Connection,
): Promise<unknown> {
  let result: unknown
  invocation.transaction.attach(connection)
  const finish = async (value: unknown) => {
    result = value
    return 0
  }
  await runOnWorkspace(invocation, { parsed, connection, finish })
  return result
}

const toUserTerms = async (error: ApiError, command: Command, { rawArguments }: ParsedArgs) =>
  (await import('./field-to-flag.ts')).toUserTerms(error, command, rawArguments)

/** Returns the same runtime without a terminal, so that nothing is asked; what it says is collected. */
function silence(runtime: Runtime): { runtime: Runtime; remarks: string[] } {
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
  return { runtime: { ...runtime, stdout: stream, stderr, stdinIsTTY: () => false }, remarks }
}
