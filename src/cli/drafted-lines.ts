/** Prepares command lines that run as one: without a terminal, on the day and with the meanings of their draft. */

import { createHash } from 'node:crypto'
import type { DraftedLines, LinesOutcome } from '../command/context.ts'
import type { Connection, Runtime } from '../command/runtime.ts'
import { ApiError, UserError } from '../contract/errors.ts'
import type { DraftMeanings, KeepMeaning } from '../contract/ports/drafts.ts'
import type { Change } from '../contract/ports/history.ts'
import { recordSettingsWrites } from '../remote/dry-run/record-local-writes.ts'
import { assertDraftable } from './draft-line.ts'
import { createInvocation, type Invocation } from './invocation.ts'
import { createNoTransaction } from './local-transaction.ts'
import type { ParsedArgs } from './parse-args.ts'
import { isAboutDates, postDueDates, runOnWorkspace } from './run-on-workspace.ts'
import { parseCommandLine, rejectNesting, silence, toUserTerms } from './typed-line.ts'
import { createWorkspaceContext } from './workspace-context.ts'

/** Which lines run together, and on what. */
export interface TogetherRun {
  connection: Connection
  drafted: DraftedLines
  accept: (outcome: LinesOutcome) => Promise<boolean>
}

/** Parses command lines, and returns what runs them. */
export async function prepareLines(
  outer: Runtime,
  { lines: drafted, today, meanings }: DraftedLines,
  isDryRun = false,
) {
  const { runtime: silent, remarks } = silence(outer)
  const kept = createMeanings(meanings)
  const runtime = toDraftRuntime(silent, { today, keepMeaning: kept.keepMeaning })
  const lines: { invocation: Invocation; parsed: ParsedArgs }[] = []
  for (const args of drafted) {
    const { command, parsed } = await parseCommandLine(args)
    assertDraftable(command, parsed)
    if (isDryRun && command.hasOwnDryRun)
      throw new UserError('usage', `"budget ${command.name}" cannot be drafted on a remote profile`)
    Object.assign(parsed.globals, { draft: true, yes: true, dryRun: isDryRun })
    // The transaction around all lines alone is committed, and they have one entry of the history.
    const invocation = { ...(await createInvocation(command, parsed, runtime)), isChange: false }
    lines.push({ parsed, invocation: { ...invocation, transaction: joinedTransaction, ...kept } })
  }
  const names = new Map<string, string>()
  const openCommandRunner = rejectNesting
  return {
    async postDueDates(connection: Connection): Promise<void> {
      const [first] = lines
      if (!first || lines.some(({ invocation }) => isAboutDates(invocation.command))) return
      const { invocation } = first
      const context = await createWorkspaceContext(invocation, connection, openCommandRunner)
      await postDueDates({ ...invocation, isChange: true }, connection, context)
    },
    async run(connection: Connection): Promise<void> {
      for (const [at, { invocation, parsed }] of lines.entries()) {
        kept.beginLine(at)
        const finish: Parameters<typeof runOnWorkspace>[1]['finish'] = async (_result, loaded) => {
          for (const [id, name] of await loaded.resolvedNames()) names.set(id, name)
          return 0
        }
        try {
          await runOnWorkspace(invocation, { parsed, connection, finish, openCommandRunner })
        } catch (error) {
          throw error instanceof ApiError ? await toUserTerms(error, invocation.command, parsed) : error
        }
      }
    },
    /** Lists the changes that each line planned in a dry run. */
    listPlanned: () => lines.map(({ invocation }) => invocation.plannedChanges ?? []),
    describe: (changes: readonly Change[]) => ({ meanings: kept.list(changes), names, remarks }),
    commitActions: () => lines.flatMap(({ invocation }) => invocation.commitActions),
  }
}

/** Each line writes into the transaction that is open; a batch of an import must not be committed on its own. */
const joinedTransaction: Invocation['transaction'] = {
  ...createNoTransaction(),
  wrapImportStore: (imports) => ({ ...imports, groupCommit: (work) => work() }),
}

/** Returns what keeps the meanings of words, each with the number of its line. */
function createMeanings(known: DraftMeanings = {}) {
  const kept: Record<string, string | readonly string[]> = { ...known }
  let line = 0
  const keepMeaning: KeepMeaning = async <Value extends string | readonly string[]>(
    what: string,
    find: () => Promise<Value>,
  ) => {
    const key = `${line} ${what}`
    const value = (kept[key] ?? (await find())) as Value // the same `what` always has the same kind of value
    kept[key] = value
    return value
  }
  return {
    keepMeaning,
    beginLine: (at: number) => void (line = at),
    /** Returns the meanings, without those that only these changes create. */
    list(changes: readonly Change[]): DraftMeanings {
      const created = new Set(changes.flatMap(({ id, before }) => (before === null ? [id] : [])))
      return Object.fromEntries(
        Object.entries(kept).filter(([, value]) => typeof value !== 'string' || !created.has(value)),
      )
    },
  }
}

/** Returns the same runtime on the day of a draft: it saves no setting and no file, and knows the files that it reads. */
function toDraftRuntime(
  runtime: Runtime,
  { today, keepMeaning }: { today: string; keepMeaning: KeepMeaning },
): Runtime {
  const { files } = runtime
  return {
    ...runtime,
    today,
    settings: async (profile) => recordSettingsWrites(await runtime.settings(profile), []),
    files: {
      ...files,
      create: (path) =>
        Promise.reject(new UserError('usage', `A draft changes the budget only; it cannot write ${path}`)),
      async read(path, options) {
        if (path === '-')
          throw new UserError('usage', 'A draft cannot read stdin again when it is applied', {
            hint: 'Save it as a file, and name the file',
          })
        const bytes = await files.read(
          await keepMeaning(`path ${path}`, async () => files.resolvePath(path)),
          options,
        )
        const hash = createHash('sha256').update(bytes).digest('hex')
        if ((await keepMeaning(`content ${path}`, async () => hash)) !== hash)
          throw new UserError('conflict', `${path} was changed after the draft was made`)
        return bytes
      },
    },
  }
}
