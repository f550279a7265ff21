/** A line of words becomes the values a command is given. commander's door. */

import { Argument as CommanderArgument, Command as CommanderCommand, CommanderError } from 'commander'
import type { Argument, Command, Entry, Flag, Reading } from '../command/define.ts'
import { entryOfArgument, entryOfFlag, typedName } from '../command/flag-names.ts'
import { Mistake } from '../contract/errors.ts'
import { type Globals, globalFlags, readGlobals } from './global-flags.ts'

/** What was typed, taken apart but not yet read. */
export interface Typed {
  globals: Globals
  /** The arguments, word for word. */
  words: readonly unknown[]
  /** What is needed and was left out; undefined when nothing was. */
  missing: Mistake | undefined
  /** The values of the command's arguments and flags, once they are read; what is missing is asked for. */
  read(reading: Reading, ask: Ask): Promise<Record<string, unknown>>
}

/** Gets a value that was not typed. */
export type Ask = <Value>(entry: Entry<Value>, reading: Reading) => Promise<Value>

/** Takes a line apart for a command. Throws a Mistake about anything the command does not know. */
export function parse(command: Command, args: readonly string[]): Typed {
  const parser = parserFor(command)
  try {
    parser.parse(args, { from: 'user' })
  } catch (error) {
    throw error instanceof CommanderError ? slip(command, error) : error
  }
  const flags: Record<string, unknown> = parser.opts()
  const globals = readGlobals(
    Object.fromEntries(Object.entries(flags).filter(([key]) => !isOwn(command, key))),
  )
  const words: readonly unknown[] = parser.processedArgs
  return {
    globals,
    words,
    missing: missing(command, { words, flags }),
    read: (reading, ask) => readAll(command, { words, flags }, { reading, ask }),
  }
}

/** A command's own flag stands before the global one of the same name: `keys create --read-only` is about the key. */
const isOwn = (command: Command, name: string): boolean =>
  Object.keys(command.flags ?? {}).some((own) => own === name || typedName(own) === name)

function parserFor(command: Command): CommanderCommand {
  const parser = new CommanderCommand(command.name)
    .exitOverride()
    .helpOption(false)
    .configureOutput({ writeErr: () => undefined, writeOut: () => undefined })
    .allowExcessArguments(false)
  for (const { name, short, placeholder } of globalFlags) {
    if (isOwn(command, name)) continue
    const long = placeholder === undefined ? `--${name}` : `--${name} <${placeholder}>`
    parser.option(short === undefined ? long : `-${short}, ${long}`)
  }
  for (const [name, argument] of Object.entries(command.arguments ?? {})) {
    const { placeholder } = entryOfArgument(argument)
    const dots = 'some' in argument || 'any' in argument ? '...' : ''
    // To commander everything may be left out: what is missing can still be asked for.
    parser.addArgument(new CommanderArgument(`[${placeholder}${dots}]`, name))
  }
  for (const [name, flag] of Object.entries(command.flags ?? {})) {
    const entry = entryOfFlag(flag)
    const long = entry ? `--${typedName(name)} <${entry.placeholder}>` : `--${typedName(name)}`
    const short = command.shorts?.[name]
    const form = short === undefined ? long : `-${short}, ${long}`
    if ('each' in flag) parser.option(form, '', (word: string, before: string[]) => [...before, word], [])
    else parser.option(form)
  }
  return parser
}

interface Taken {
  words: readonly unknown[]
  flags: Readonly<Record<string, unknown>>
}

interface Means {
  reading: Reading
  ask: Ask
}

async function readAll(
  command: Command,
  { words, flags }: Taken,
  { reading, ask }: Means,
): Promise<Record<string, unknown>> {
  const given: Record<string, unknown> = {}
  const refused: Mistake[] = []
  const collect = async (name: string, read: () => Promise<unknown>): Promise<void> => {
    given[name] = await read().catch((error: unknown) => {
      // All names that nothing has are told at once; whatever else is wrong is told by itself.
      if (!(error instanceof Mistake) || error.kind !== 'not_found') throw error
      refused.push(error)
    })
  }
  for (const [at, [name, argument]] of Object.entries(command.arguments ?? {}).entries()) {
    const entry = entryOfArgument(argument)
    if (!lacks(argument, words[at])) await collect(name, () => readWords(entry, words[at], reading))
  }
  for (const [name, flag] of Object.entries(command.flags ?? {})) {
    if (!lacksFlag(name, flag, flags)) await collect(name, () => readFlag({ name, flag }, flags, reading))
  }
  if (refused.length > 0) throw together(refused)
  return askMissing(command, { words, flags }, { given, reading, ask })
}

/** Asks for what is needed and was left out, once all that was typed is understood. */
async function askMissing(
  command: Command,
  { words, flags }: Taken,
  { given, reading, ask }: Means & { given: Record<string, unknown> },
): Promise<Record<string, unknown>> {
  for (const [at, [name, argument]] of Object.entries(command.arguments ?? {}).entries()) {
    if (!lacks(argument, words[at])) continue
    const value = await ask(entryOfArgument(argument), reading)
    given[name] = 'some' in argument ? [value] : value
  }
  for (const [name, flag] of Object.entries(command.flags ?? {}))
    if ('needed' in flag && lacksFlag(name, flag, flags)) given[name] = await ask(flag.needed, reading)
  return given
}

/** One refusal that says what each of them says. */
function together(refused: readonly Mistake[]): Mistake {
  const [first] = refused
  if (first && refused.length === 1) return first
  return new Mistake('not_found', refused.map(({ message }) => message).join('\n'))
}

const isOptional = (argument: Argument): boolean => 'maybe' in argument || 'any' in argument

const lacks = (argument: Argument, word: unknown): boolean =>
  !isOptional(argument) && (word === undefined || (Array.isArray(word) && word.length === 0))

const lacksFlag = (name: string, flag: Flag, flags: Taken['flags']): boolean =>
  'needed' in flag && flags[flagKey(name)] === undefined && !('unless' in flag && flag.unless(flags))

/** The first thing a command needs and was not given. */
function missing(command: Command, { words, flags }: Taken): Mistake | undefined {
  const argument = Object.values(command.arguments ?? {}).find((one, at) => lacks(one, words[at]))
  const flag = Object.entries(command.flags ?? {}).find(([name, one]) => lacksFlag(name, one, flags))
  if (!argument && !flag) return undefined
  const form = argument
    ? entryOfArgument(argument).placeholder
    : flag && `--${typedName(flag[0])} ${entryOfFlag(flag[1])?.placeholder}`
  return new Mistake('usage', `"budget ${command.name}" needs ${form}`, { hint: hintOf(command) })
}

const hintOf = ({ name }: Command): string => `budget ${name} --help shows how it goes`

/** The name commander keeps a flag's value under. */
const flagKey = (name: string): string =>
  typedName(name).replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())

const readWords = async (entry: Entry<unknown>, word: unknown, reading: Reading): Promise<unknown> => {
  if (typeof word === 'string') return entry.read(word, reading)
  if (!Array.isArray(word)) return undefined
  const values: unknown[] = []
  const refused: Mistake[] = []
  for (const one of word) {
    try {
      values.push(await entry.read(String(one), reading))
    } catch (error) {
      if (!(error instanceof Mistake) || error.kind !== 'not_found') throw error
      refused.push(error)
    }
  }
  if (refused.length > 0) throw together(refused)
  return values
}

async function readFlag(
  { name, flag }: { name: string; flag: Flag },
  flags: Taken['flags'],
  reading: Reading,
) {
  const key = flagKey(name)
  // To commander `--no-header-row` is the flag `headerRow` set to false.
  const negated = /^no([A-Z].*)$/.exec(key)?.[1]
  if ('toggle' in flag) {
    if (negated === undefined) return flags[key] === true
    return flags[negated.charAt(0).toLowerCase() + negated.slice(1)] === false
  }
  const entry = entryOfFlag(flag)
  if ('each' in flag) return readWords(flag.each, flags[key], reading)
  const text = flags[key] ?? ('usual' in flag ? flag.text : undefined)
  return typeof text === 'string' ? entry?.read(text, reading) : undefined
}

/** commander's complaint in our words. */
function slip(command: Command, { code, message }: CommanderError): Mistake {
  const said = message.replace(/^error: /, '').replaceAll("'", '"')
  const hint = hintOf(command)
  const what = `"budget ${command.name}"`
  switch (code) {
    case 'commander.excessArguments':
      return new Mistake('usage', `${what} was given too many words`, { hint })
    case 'commander.unknownOption': {
      const quoted = /"(.+?)"/.exec(said)?.[1] ?? ''
      const near = /\(Did you mean (.+)\?\)/.exec(said)?.[1]
      const guess = near === undefined ? '' : `; did you mean "${near}"?`
      return new Mistake('usage', `${what} has no flag "${quoted}"${guess}`, { hint })
    }
    case 'commander.optionMissingArgument':
      return new Mistake('usage', `${what} needs a value after ${/--[\w-]+/.exec(said)?.[0]}`, { hint })
    default:
      return new Mistake('usage', said.charAt(0).toUpperCase() + said.slice(1), { hint })
  }
}
