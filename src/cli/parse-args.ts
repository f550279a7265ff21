/** Parses the arguments of a command into typed values. Only this file imports commander. */

import { Argument as CommanderArgument, Command as CommanderCommand, CommanderError } from 'commander'
import type { Command } from '../command/define.ts'
import type { ArgumentSpec, FlagSpec, OptionSpec, ParseContext } from '../command/option-spec.ts'
import { getArgumentOption, getFlagOption, toFlagName } from '../command/option-spec.ts'
import { UserError } from '../contract/errors.ts'
import { type GlobalOptions, globalFlags, parseGlobalOptions } from './global-flags.ts'

/** A command line that was split into arguments and flags, whose values are not parsed yet. */
export interface ParsedArgs {
  globals: GlobalOptions
  /** The arguments as the user typed them. */
  rawArguments: readonly unknown[]
  /** The error for a missing argument or flag; undefined when nothing is missing. */
  missingInputError: UserError | undefined
  /** Parses the values of arguments and flags and asks for the missing ones. */
  readInput(reading: ParseContext, ask: PromptFor): Promise<Record<string, unknown>>
}

/** Asks the user for the value of an option. */
export type PromptFor = <Value>(entry: OptionSpec<Value>, reading: ParseContext) => Promise<Value>

/**
 * Splits a command line into arguments and flags.
 * @throws UserError for unknown flags and for too many arguments.
 */
export function parseArgs(command: Command, args: readonly string[]): ParsedArgs {
  const parser = createParser(command)
  try {
    parser.parse(args, { from: 'user' })
  } catch (error) {
    throw error instanceof CommanderError ? toUsageError(command, error) : error
  }
  const flags: Record<string, unknown> = parser.opts()
  const globals = parseGlobalOptions(
    Object.fromEntries(Object.entries(flags).filter(([key]) => !isCommandFlag(command, key))),
  )
  const words: readonly unknown[] = parser.processedArgs
  return {
    globals,
    rawArguments: words,
    missingInputError: findMissingInput(command, { words, flags }),
    readInput: (reading, ask) => readInputs(command, { words, flags }, { reading, ask }),
  }
}

/**
 * True if the command has a flag of this name. It takes precedence: `keys create --read-only` is about the
 * key.
 */
const isCommandFlag = (command: Command, name: string): boolean =>
  Object.keys(command.flags ?? {}).some((own) => own === name || toFlagName(own) === name)

function createParser(command: Command): CommanderCommand {
  const parser = new CommanderCommand(command.name)
    .exitOverride()
    .helpOption(false)
    .configureOutput({ writeErr: () => undefined, writeOut: () => undefined })
    .allowExcessArguments(false)
  for (const { name, short, placeholder } of globalFlags) {
    if (isCommandFlag(command, name)) continue
    const long = placeholder === undefined ? `--${name}` : `--${name} <${placeholder}>`
    parser.option(short === undefined ? long : `-${short}, ${long}`)
  }
  for (const [name, argument] of Object.entries(command.arguments ?? {})) {
    const { placeholder } = getArgumentOption(argument)
    const dots = 'oneOrMore' in argument || 'zeroOrMore' in argument ? '...' : ''
    // commander treats all arguments as optional, because a missing one can still be asked for.
    parser.addArgument(new CommanderArgument(`[${placeholder}${dots}]`, name))
  }
  for (const [name, flag] of Object.entries(command.flags ?? {})) {
    const entry = getFlagOption(flag)
    const long = entry ? `--${toFlagName(name)} <${entry.placeholder}>` : `--${toFlagName(name)}`
    const short = command.shortFlags?.[name]
    const form = short === undefined ? long : `-${short}, ${long}`
    if ('repeatable' in flag)
      parser.option(form, '', (word: string, before: string[]) => [...before, word], [])
    else parser.option(form)
  }
  return parser
}

interface RawInput {
  words: readonly unknown[]
  flags: Readonly<Record<string, unknown>>
}

interface InputReaders {
  reading: ParseContext
  ask: PromptFor
}

async function readInputs(
  command: Command,
  { words, flags }: RawInput,
  { reading, ask }: InputReaders,
): Promise<Record<string, unknown>> {
  const given: Record<string, unknown> = {}
  const refused: UserError[] = []
  const collect = async (name: string, read: () => Promise<unknown>): Promise<void> => {
    given[name] = await read().catch((error: unknown) => {
      // All unresolved names are reported together; any other error ends the parsing.
      if (!(error instanceof UserError) || error.kind !== 'not_found') throw error
      refused.push(error)
    })
  }
  for (const [at, [name, argument]] of Object.entries(command.arguments ?? {}).entries()) {
    const entry = getArgumentOption(argument)
    if (!lacksArgument(argument, words[at])) await collect(name, () => parseWords(entry, words[at], reading))
  }
  for (const [name, flag] of Object.entries(command.flags ?? {})) {
    if (!lacksFlag(name, flag, flags)) await collect(name, () => parseFlag({ name, flag }, flags, reading))
  }
  if (refused.length > 0) throw mergeErrors(refused)
  return promptMissing(command, { words, flags }, { given, reading, ask })
}

/** Asks for the missing arguments and flags, after everything typed was parsed. */
async function promptMissing(
  command: Command,
  { words, flags }: RawInput,
  { given, reading, ask }: InputReaders & { given: Record<string, unknown> },
): Promise<Record<string, unknown>> {
  for (const [at, [name, argument]] of Object.entries(command.arguments ?? {}).entries()) {
    if (!lacksArgument(argument, words[at])) continue
    const value = await ask(getArgumentOption(argument), reading)
    given[name] = 'oneOrMore' in argument ? [value] : value
  }
  for (const [name, flag] of Object.entries(command.flags ?? {}))
    if ('required' in flag && lacksFlag(name, flag, flags)) given[name] = await ask(flag.required, reading)
  return given
}

/** Returns one error with the messages of all. */
function mergeErrors(refused: readonly UserError[]): UserError {
  const [first] = refused
  if (first && refused.length === 1) return first
  return new UserError('not_found', refused.map(({ message }) => message).join('\n'))
}

const isOptional = (argument: ArgumentSpec): boolean => 'optional' in argument || 'zeroOrMore' in argument

const lacksArgument = (argument: ArgumentSpec, word: unknown): boolean =>
  !isOptional(argument) && (word === undefined || (Array.isArray(word) && word.length === 0))

const lacksFlag = (name: string, flag: FlagSpec, flags: RawInput['flags']): boolean =>
  'required' in flag && flags[toCommanderKey(name)] === undefined && !('unless' in flag && flag.unless(flags))

/** Returns the error for the first missing argument or flag. */
function findMissingInput(command: Command, { words, flags }: RawInput): UserError | undefined {
  const argument = Object.values(command.arguments ?? {}).find((one, at) => lacksArgument(one, words[at]))
  const flag = Object.entries(command.flags ?? {}).find(([name, one]) => lacksFlag(name, one, flags))
  if (!argument && !flag) return undefined
  const form = argument
    ? getArgumentOption(argument).placeholder
    : flag && `--${toFlagName(flag[0])} ${getFlagOption(flag[1])?.placeholder}`
  return new UserError('usage', `"budget ${command.name}" needs ${form}`, { hint: formatHelpHint(command) })
}

const formatHelpHint = ({ name }: Command): string => `budget ${name} --help shows how it goes`

/** Returns the name under which commander stores the value of a flag. */
const toCommanderKey = (name: string): string =>
  toFlagName(name).replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())

const parseWords = async (
  entry: OptionSpec<unknown>,
  word: unknown,
  reading: ParseContext,
): Promise<unknown> => {
  if (typeof word === 'string') return entry.parse(word, reading)
  if (!Array.isArray(word)) return undefined
  const values: unknown[] = []
  const refused: UserError[] = []
  for (const one of word) {
    try {
      values.push(await entry.parse(String(one), reading))
    } catch (error) {
      if (!(error instanceof UserError) || error.kind !== 'not_found') throw error
      refused.push(error)
    }
  }
  if (refused.length > 0) throw mergeErrors(refused)
  return values
}

async function parseFlag(
  { name, flag }: { name: string; flag: FlagSpec },
  flags: RawInput['flags'],
  reading: ParseContext,
) {
  const key = toCommanderKey(name)
  // commander stores `--no-header-row` as `headerRow: false`.
  const negated = /^no([A-Z].*)$/.exec(key)?.[1]
  if ('boolean' in flag) {
    if (negated === undefined) return flags[key] === true
    return flags[negated.charAt(0).toLowerCase() + negated.slice(1)] === false
  }
  const entry = getFlagOption(flag)
  if ('repeatable' in flag) return parseWords(flag.repeatable, flags[key], reading)
  const text = flags[key] ?? ('withDefault' in flag ? flag.defaultText : undefined)
  return typeof text === 'string' ? entry?.parse(text, reading) : undefined
}

/** Translates an error of commander into a UserError. */
function toUsageError(command: Command, { code, message }: CommanderError): UserError {
  const said = message.replace(/^error: /, '').replaceAll("'", '"')
  const hint = formatHelpHint(command)
  const what = `"budget ${command.name}"`
  switch (code) {
    case 'commander.excessArguments':
      return new UserError('usage', `${what} was given too many words`, { hint })
    case 'commander.unknownOption': {
      const quoted = /"(.+?)"/.exec(said)?.[1] ?? ''
      const near = /\(Did you mean (.+)\?\)/.exec(said)?.[1]
      const guess = near === undefined ? '' : `; did you mean "${near}"?`
      return new UserError('usage', `${what} has no flag "${quoted}"${guess}`, { hint })
    }
    case 'commander.optionMissingArgument':
      return new UserError('usage', `${what} needs a value after ${/--[\w-]+/.exec(said)?.[0]}`, { hint })
    default:
      return new UserError('usage', said.charAt(0).toUpperCase() + said.slice(1), { hint })
  }
}
