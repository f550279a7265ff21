/** Runs commands on the workspace of another one, e.g. for a screen: each as if it were typed. */

import type { CheckBeforeRun, CommandRunner } from '../command/context.ts'
import type { Connection, Runtime } from '../command/runtime.ts'
import { type BudgetApi, isWriteOperation, wrapApi } from '../contract/api.ts'
import { ApiError, UserError } from '../contract/errors.ts'
import { createInvocation, type Invocation } from './invocation.ts'
import { createRollbackTransaction } from './local-transaction.ts'
import type { ParsedArgs } from './parse-args.ts'
import { runOnWorkspace } from './run-on-workspace.ts'
import { parseCommandLine, rejectNesting, silence, toUserTerms } from './typed-line.ts'

/** What runs commands: a command, or a server for its page. */
interface Outer {
  isDryRun: boolean
  runtime: Runtime
}

/** Returns what runs commands on a connection, one at a time. */
export function createCommandRunner(outer: Outer, connection: Connection): CommandRunner {
  const { isDryRun } = outer
  const { months, remembering } = rememberMonths(connection)
  const run: CommandRunner['run'] = async (args, check, actor) => {
    if (isDryRun) throw new UserError('forbidden', 'This is a dry run: nothing is saved')
    const { runtime, remarks } = silence(outer.runtime)
    const { command, parsed } = await parseCommandLine(args)
    const invocation = await createInvocation(command, parsed, runtime)
    const before = connection.recordedEntry()
    let result: unknown
    let error: unknown
    // A check reads what is there now, and the command uses what it has read.
    if (check) months.clear()
    try {
      const own = actor === undefined ? remembering : recordUnder(remembering, actor)
      result = await runParsed(invocation, parsed, { connection: own, check })
    } catch (thrown) {
      outer.runtime.signal.throwIfAborted()
      error = thrown instanceof ApiError ? await toUserTerms(thrown, command, parsed) : thrown
    } finally {
      connection.endSnapshot?.()
    }
    months.clear()
    const entry = connection.recordedEntry()
    return { result, error, entry: entry === before ? undefined : entry, remarks }
  }
  return {
    run,
    async preview(args, read) {
      const { command, parsed } = await parseCommandLine(['--dry-run', ...args])
      const invocation = await createInvocation(command, parsed, silence(outer.runtime).runtime)
      if (!connection.isLocal) {
        await runParsed(invocation, parsed, { connection: remembering })
        return { after: undefined, changes: invocation.plannedChanges ?? [] }
      }
      let after: Awaited<ReturnType<typeof read>> | undefined
      const transaction = createRollbackTransaction(async () => {
        after = await read(connection.api)
      })
      await runParsed({ ...invocation, transaction }, parsed, { connection })
      return { after, changes: [] }
    },
    runTogether: async (drafted, accept) =>
      (await import('./run-together.ts')).runTogether(outer.runtime, {
        connection: remembering,
        drafted,
        accept,
      }),
    async readMonth(month) {
      const reply = await connection.api.getMonth({ month })
      if (!connection.isLocal) months.set(month, reply)
      return reply
    },
    readChangeCounter: () => connection.changeCounter?.(),
  }
}

/** Returns the same connection, which asks a service only once for a month until the months are cleared. */
function rememberMonths(connection: Connection): {
  months: Map<string, MonthReply>
  remembering: Connection
} {
  const months = new Map<string, MonthReply>()
  if (connection.isLocal) return { months, remembering: connection }
  const api = wrapApi(connection.api, (name, call) => (request, signal) => {
    // After a write, even one whose answer was lost, the service alone knows the month.
    if (isWriteOperation(name)) months.clear()
    return call(request, signal)
  })
  const getMonth: BudgetApi['getMonth'] = async (request, signal) => {
    const reply = months.get(request.month) ?? (await api.getMonth(request, signal))
    months.set(request.month, reply)
    return reply
  }
  return { months, remembering: { ...connection, api: { ...api, getMonth } } }
}

/** Returns the same connection, whose changes the history has under a name. */
const recordUnder = (connection: Connection, actor: string): Connection => ({
  ...connection,
  recordAs: (command, origin) => connection.recordAs(command, { actor, ...origin }),
})

type MonthReply = Awaited<ReturnType<CommandRunner['readMonth']>>

async function runParsed(
  invocation: Invocation,
  parsed: ParsedArgs,
  { connection, check }: { connection: Connection; check?: CheckBeforeRun | undefined },
): Promise<unknown> {
  let result: unknown
  invocation.transaction.attach(connection)
  const finish = async (value: unknown) => {
    result = value
    return 0
  }
  await runOnWorkspace(invocation, { parsed, connection, check, finish, openCommandRunner: rejectNesting })
  return result
}
