/** One invocation, from the words that were typed to the number it ends with. */

import type { Command, Outside, World } from '../command/define.ts'
import { rehearse } from '../command/dry-run/recording-api.ts'
import { adminOf, attemptOn, importsOf, type Trial, trialOn } from '../command/dry-run/undoable-writes.ts'
import { remembering } from '../command/name-cache.ts'
import { type Names, openNames } from '../command/resolve-name.ts'
import type { NewFile, Opened, Surroundings } from '../command/runtime.ts'
import { ApiError, Mistake, PartlyDone, StorageTrouble } from '../contract/errors.ts'
import { planOf, planSheet } from '../render/dry-run.ts'
import { plain } from '../render/style.ts'
import { watched } from './abortable-api.ts'
import { isOn, type Opening, outsideOf } from './command-context.ts'
import { exitCodeOf, exitCodes } from './exit-codes.ts'
import { helpAsked, meantBy } from './find-command.ts'
import { wantsStructure } from './global-flags.ts'
import { type Transaction, transactionOn } from './local-transaction.ts'
import type { Typed } from './parse-args.ts'
import { asking } from './prompt-missing.ts'
import { hidingKeys, isTalkative } from './redact-typed-keys.ts'
import { told } from './report-error.ts'
import { mannersOf } from './request-policy.ts'
import { fieldsIn } from './result-formats.ts'
import { lookOf } from './text-style.ts'
import { foldingLines } from './wrap-output.ts'
import { openOutput, write } from './write-result.ts'

/** Runs one command line and answers with its exit code. */
export async function run(args: readonly string[], given: Surroundings): Promise<number> {
  const surroundings = foldingLines(await hidingKeys(given, { stored: isTalkative(args, given.env) }))
  try {
    const { stdout, versions } = surroundings
    if (args.length === 1 && (args[0] === '--version' || args[0] === '-V')) {
      stdout.write(`${versions.budget}\n`)
      return exitCodes.done
    }
    if (args[0] === '__complete') return await suggest(args.slice(1), surroundings)
    const topic = helpAsked(args)
    if (topic) {
      const { helpOn } = await import('./help.ts')
      stdout.write(await helpOn(topic))
      return exitCodes.done
    }
    return await invoke(args, surroundings)
  } catch (error) {
    return report(error, args, foldingLines(await hidingKeys(given, { stored: true })))
  }
}

async function report(
  error: unknown,
  args: readonly string[],
  { stderr, env, signal }: Surroundings,
): Promise<number> {
  const interrupted = signal.aborted
  const structured = wantsStructure(args)
  const { paint } = structured ? { paint: plain } : await lookOf(stderr, env, 'auto')
  const debug = Boolean(env['BUDGET_DEBUG']) || args.includes('--debug')
  stderr.write(told(error, { structured, interrupted, debug, paint }))
  return interrupted ? exitCodes.interrupted : exitCodeOf(error)
}

async function invoke(args: readonly string[], surroundings: Surroundings): Promise<number> {
  const { load, rest } = meantBy(args)
  const command = await load()
  const { parse } = await import('./parse-args.ts')
  const { globals, words, missing, read } = parse(command, rest)
  const changes = typeof command.changes === 'function' ? command.changes(words) : command.changes === true
  if (changes && !globals.dryRun && (globals.readOnly || isOn(surroundings.env['BUDGET_READ_ONLY']))) {
    throw new Mistake('forbidden', `"budget ${command.name}" changes things, and --read-only refuses that`)
  }
  const isPlanned = changes || command.plans === true
  const isRehearsal = globals.dryRun && isPlanned && command.previews !== true
  const opening: Opening = { surroundings, globals, plan: isRehearsal ? [] : undefined }
  // Asked for afterwards, a field that does not exist would hide what was changed.
  if (globals.fields) fieldsIn(isRehearsal ? planSheet : command.show, globals.fields, globals.format)
  const outside = outsideOf(opening)
  if (missing && !outside.canAsk()) throw missing
  // Refused afterwards, a file would hide what was changed, and who tries again would change it twice.
  const file = await openOutput(surroundings, globals, command.secret)
  const isChange = changes && !globals.dryRun
  try {
    return await perform({ command, read, outside, opening: { ...opening, file }, isChange })
  } catch (error) {
    if (error instanceof PartlyDone) {
      await (await import('./report-partial.ts')).writeOutcomes(error, { ...opening, file })
      return exitCodeOf(error)
    }
    file?.abandon()
    throw error instanceof ApiError
      ? (await import('./field-to-flag.ts')).inOwnWords(error, command, words)
      : error
  }
}

/** A command whose words were understood. */
interface Act {
  command: Command
  read: Typed['read']
  outside: Outside
  opening: Opening & { file: NewFile | undefined }
  /** Is something else once it has run? */
  isChange: boolean
}

async function perform(act: Act): Promise<number> {
  const { command, read, outside, opening, isChange } = act
  const { surroundings, globals } = opening
  const ask = asking(surroundings, outside)
  if (command.reach === 'outside') {
    const given = await read({ today: surroundings.today, names: noNames }, ask)
    return conclude(act, await command.run(outside, given))
  }
  const manners = mannersOf(surroundings, globals, command.patient)
  const opened = await surroundings.open(globals.profile, manners)
  const trial = trialOn(opened)
  const transaction = transactionOn(opened, isChange && command.atomic !== false)
  try {
    const world = worldOf(opened, opening, { trial, transaction })
    if (command.reach === 'local') {
      const local = { ...world, admin: world.local() }
      const given = await read(local, ask)
      const result = await transaction.run(() => command.run(local, given))
      return await conclude(act, result, world.names)
    }
    const given = await read(world, ask)
    const result = await transaction.run(() => command.run(world, given))
    return await conclude(act, result, world.names)
  } finally {
    trial.end()
    await opened.close()
  }
}

// A command without a workspace asks for nothing in one; should it do so all the same, that is our bug.
const unknown = (): never => {
  throw new Error('A standalone command asked for a name in a workspace')
}
const noNames: Names = {
  accounts: unknown,
  groups: unknown,
  categories: unknown,
  merchants: unknown,
  currency: unknown,
  known: async () => new Map(),
}

/** What becomes of the writes of a command. */
interface Writing {
  trial: Trial
  transaction: Transaction
}

function worldOf(opened: Opened, opening: Opening, { trial, transaction }: Writing): World {
  const { workspace_id, isLocal, kept } = opened
  const { globals, plan } = opening
  const surroundings = transaction.pausing(opening.surroundings)
  const { signal } = surroundings
  const outside = outsideOf({ ...opening, surroundings })
  const remembered = kept ? remembering(opened.api, kept) : opened.api
  const heard = watched(remembered, { signal, say: globals.verbose ? outside.note : undefined })
  const api = plan ? rehearse(heard, plan, attemptOn(opened, trial)) : transaction.covering(heard)
  const ask = asking(surroundings, outside)
  const names = openNames(api, globals.refresh ? undefined : kept)
  return {
    ...outside,
    api,
    workspace_id,
    isLocal,
    names,
    askFor: (entry) => ask(entry, { today: outside.today, names }),
    local: () => transaction.coveringAdmin(adminOf(opened, opening, trial)),
    imports: () => importsOf(opened, opening),
    resent: () => opened.resent?.() ?? 0,
    price: (requests) => (plan ? undefined : opened.price?.(requests)),
    answerTo: (outcome) => opened.answerTo?.(outcome),
  }
}

async function conclude(
  { command, opening, isChange }: Act,
  result: unknown,
  names: Pick<Names, 'known'> = noNames,
): Promise<number> {
  const { plan } = opening
  if (plan) {
    await write(planOf(plan, await names.known()), planSheet, opening)
    return exitCodes.done
  }
  const code = command.outcome?.(result) ?? exitCodes.done
  try {
    await write(result, command.show, opening)
  } catch (error) {
    throw isChange && code === exitCodes.done ? doneUnseen(error) : error
  }
  return code
}

const ONLY_UNSEEN = 'what was asked for is done; only its output is missing'

/** A failure to tell what was done, in words that keep a person from doing it twice. */
function doneUnseen(error: unknown): unknown {
  if (error instanceof StorageTrouble)
    return new StorageTrouble(`${error.message}; ${ONLY_UNSEEN}`, error, error.hint)
  if (error instanceof Mistake) return new Mistake(error.kind, `${error.message}; ${ONLY_UNSEEN}`)
  return error
}

async function suggest(words: readonly string[], surroundings: Surroundings): Promise<number> {
  const { suggestions } = await import('../completion/suggestions.ts')
  // A shell that asks for suggestions must never see an error.
  const silence = () => undefined
  const waits = { max_wait_seconds: 0, max_wait_of_many: 0, max_requests: 0 }
  const manners = { ...waits, waiting: silence, priced: silence, trace: silence }
  const opened = await surroundings.open(undefined, manners).catch(() => undefined)
  if (!opened) return exitCodes.done
  const { api, kept } = opened
  surroundings.stdout.write(await suggestions(openNames(api, kept), words, kept).catch(() => ''))
  await opened.close()
  return exitCodes.done
}
