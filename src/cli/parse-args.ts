/** Parses the arguments of a command into typed values. Only this file imports commander. */

import { Argument as CommanderArgument, Command as CommanderCommand, CommanderError } from 'commander'
import type { Command } from '../command/define.ts'
import type { ArgumentSpec, FlagSpec, OptionSpec, ParseContext } from '../command/option-spec.ts'
import { getArgumentOption, getFlagOption, toFlagName } from '../command/option-spec.ts'
import { closestMatch } from '../command/suggest.ts'
import { UserError } from '../contract/errors.ts'
import { type GlobalOptions, globalFlags, parseGlobalOptions } from './global-flags.ts'

/** A command line that was split into arguments and flags, whose values are not parsed yet. */
export interface ParsedArgs {
  globals: GlobalOptions
  /** The arguments as the user typed them. */
  rawArguments: readonly unknown[]
  /** The values of the command's own flags that the user typed, under the names that the command gave them. */
  rawFlags: Readonly<Record<string, unknown>>
  /** The error for a missing argument or flag; undefined when nothing is missing. */
  missingInputError: UserError | undefined
  /** Parses the values of arguments and flags and asks for the missing ones. */
  readInput(context: ParseContext, ask: PromptFor): Promise<Record<string, unknown>>
}

/** Asks the user for the value of an option. */
export type PromptFor = <Value>(option: OptionSpec<Value>, context: ParseContext) => Promise<Value>

/**
 * Splits a command line into arguments and flags.
 * @throws UserError for unknown flags and for too many arguments.
 */
export function parseArgs(command: Command, args: readonly string[]): ParsedArgs {
  const parser = createParser(command)
  try {
    parser.parse(expandFlagAliases(command, args).map(protectAmount), { from: 'user' })
  } catch (error) {
    throw error instanceof CommanderError ? toUsageError(command, error) : error
  }
  const flags: Record<string, unknown> = Object.fromEntries(
    Object.entries(parser.opts()).map(([name, value]) => [name, restoreAmount(value)]),
  )
  const globals = parseGlobalOptions(
    Object.fromEntries(Object.entries(flags).filter(([key]) => !isCommandFlag(command, key))),
  )
  const words: readonly unknown[] = parser.processedArgs.map(restoreAmount)
  return {
    globals,
    rawArguments: words,
    rawFlags: collectOwnFlags(command, flags),
    missingInputError: findMissingInput(command, { rawArguments: words, flags }),
    readInput: (context, ask) =>
      readInputs(command, { rawArguments: words, flags }, { context, promptFor: ask }),
  }
}

// No argument of a process holds this character.
const PROTECTED = '\0'

/** Marks `-12,50`, `-1,234.56` and `-20*2`: commander takes only `-12.50` for a number, and the others for flags. */
const protectAmount = (arg: string): string =>
  /^-(?:[\d.,][\d.,+*/-]*)?\d$/.test(arg) ? `${PROTECTED}${arg}` : arg

/** Removes the mark of an amount, also from those of a list. */
const restoreAmount = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(restoreAmount)
  return typeof value === 'string' && value.startsWith(PROTECTED) ? value.slice(1) : value
}

/** Returns the arguments with `--rta` as `--ready-to-assign`, if the command has that flag. */
function expandFlagAliases({ flags = {} }: Command, args: readonly string[]): string[] {
  const end = args.includes('--') ? args.indexOf('--') : args.length
  return args.map((arg, at) =>
    arg === '--rta' && at < end && 'readyToAssign' in flags ? '--ready-to-assign' : arg,
  )
}

/** Returns the flags of the command that were typed. */
const collectOwnFlags = (command: Command, flags: RawInput['flags']): ParsedArgs['rawFlags'] =>
  Object.fromEntries(
    Object.entries(command.flags ?? {}).flatMap(([name, flag]) => {
      const value = readRawFlag(name, flag, flags)
      const isTyped = Array.isArray(value) ? value.length > 0 : value !== undefined && value !== false
      return isTyped ? [[name, value]] : []
    }),
  )

/**
 * True if the command has a flag of this name. It takes precedence: `keys create --read-only` is about the
 * key.
 */
const isCommandFlag = (command: Command, name: string): boolean =>
  Object.keys(command.flags ?? {}).some((flag) => flag === name || toFlagName(flag) === name)

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
    const option = getFlagOption(flag)
    const long = option ? `--${toFlagName(name)} <${option.placeholder}>` : `--${toFlagName(name)}`
    const short = command.shortFlags?.[name]
    const form = short === undefined ? long : `-${short}, ${long}`
    if ('repeatable' in flag)
      parser.option(form, '', (value: string, previous: string[]) => [...previous, value], [])
    else parser.option(form)
  }
  return parser
}

interface RawInput {
  rawArguments: readonly unknown[]
  flags: Readonly<Record<string, unknown>>
}

interface InputReaders {
  context: ParseContext
  promptFor: PromptFor
}

async function readInputs(
  command: Command,
  { rawArguments: words, flags }: RawInput,
  { context, promptFor }: InputReaders,
): Promise<Record<string, unknown>> {
  const input: Record<string, unknown> = {}
  const errors: UserError[] = []
  const collect = async (name: string, read: () => Promise<unknown>): Promise<void> => {
    input[name] = await read().catch((error: unknown) => {
      // All unresolved names are reported together; any other error ends the parsing.
      if (!(error instanceof UserError) || error.kind !== 'not_found') throw error
      errors.push(error)
    })
  }
  for (const [at, [name, argument]] of Object.entries(command.arguments ?? {}).entries()) {
    const option = getArgumentOption(argument)
    if (!lacksArgument(argument, words[at])) await collect(name, () => parseWords(option, words[at], context))
  }
  for (const [name, flag] of Object.entries(command.flags ?? {})) {
    if (!lacksFlag(name, flag, flags)) await collect(name, () => parseFlag({ name, flag }, flags, context))
  }
  if (errors.length > 0) throw mergeErrors(errors)
  return promptMissing(command, { rawArguments: words, flags }, { given: input, context, promptFor })
}

/** Asks for the missing arguments and flags, after everything typed was parsed. */
async function promptMissing(
  command: Command,
  { rawArguments: words, flags }: RawInput,
  { given: input, context, promptFor }: InputReaders & { given: Record<string, unknown> },
): Promise<Record<string, unknown>> {
  for (const [at, [name, argument]] of Object.entries(command.arguments ?? {}).entries()) {
    if (!lacksArgument(argument, words[at])) continue
    const value = await promptFor(getArgumentOption(argument), context)
    input[name] = 'oneOrMore' in argument ? [value] : value
  }
  for (const [name, flag] of Object.entries(command.flags ?? {}))
    if ('required' in flag && lacksFlag(name, flag, flags))
      input[name] = await promptFor(flag.required, context)
  return input
}

/** Returns one error with the messages of all. */
function mergeErrors(errors: readonly UserError[]): UserError {
  const [first] = errors
  if (first && errors.length === 1) return first
  const hint = errors.every((error) => error.hint === first?.hint) ? first?.hint : undefined
  return new UserError('not_found', errors.map(({ message }) => message).join('\n'), { hint })
}

const isOptional = (argument: ArgumentSpec): boolean => 'optional' in argument || 'zeroOrMore' in argument

const lacksArgument = (argument: ArgumentSpec, rawValue: unknown): boolean =>
  !isOptional(argument) && (rawValue === undefined || (Array.isArray(rawValue) && rawValue.length === 0))

const lacksFlag = (name: string, flag: FlagSpec, flags: RawInput['flags']): boolean =>
  'required' in flag && flags[toCommanderKey(name)] === undefined && !('unless' in flag && flag.unless(flags))

/** Returns the error for the first missing argument or flag. */
function findMissingInput(command: Command, { rawArguments: words, flags }: RawInput): UserError | undefined {
  const argument = Object.values(command.arguments ?? {}).find((spec, at) => lacksArgument(spec, words[at]))
  const flag = Object.entries(command.flags ?? {}).find(([name, spec]) => lacksFlag(name, spec, flags))
  if (!argument && !flag) return undefined
  const form = argument
    ? getArgumentOption(argument).placeholder
    : flag && `--${toFlagName(flag[0])} ${getFlagOption(flag[1])?.placeholder}`
  return new UserError('usage', `"budget ${command.name}" requires ${form}`, {
    hint: formatHelpHint(command),
  })
}

const formatHelpHint = ({ name }: Command): string => `budget ${name} --help shows the usage`

/** Returns the name under which commander stores the value of a flag. */
const toCommanderKey = (name: string): string =>
  toFlagName(name).replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())

const parseWords = async (
  option: OptionSpec<unknown>,
  rawValue: unknown,
  context: ParseContext,
): Promise<unknown> => {
  if (typeof rawValue === 'string') return option.parse(rawValue, context)
  if (!Array.isArray(rawValue)) return undefined
  const values: unknown[] = []
  const errors: UserError[] = []
  for (const text of rawValue) {
    try {
      values.push(await option.parse(String(text), context))
    } catch (error) {
      if (!(error instanceof UserError) || error.kind !== 'not_found') throw error
      errors.push(error)
    }
  }
  if (errors.length > 0) throw mergeErrors(errors)
  return values
}

/** Returns what commander stored for a flag; of a boolean flag, whether it was typed. */
function readRawFlag(name: string, flag: FlagSpec, flags: RawInput['flags']): unknown {
  const key = toCommanderKey(name)
  if (!('boolean' in flag)) return flags[key]
  // commander stores `--no-header-row` as `headerRow: false`.
  const negated = /^no([A-Z].*)$/.exec(key)?.[1]
  if (negated === undefined) return flags[key] === true
  return flags[negated.charAt(0).toLowerCase() + negated.slice(1)] === false
}

async function parseFlag(
  { name, flag }: { name: string; flag: FlagSpec },
  flags: RawInput['flags'],
  context: ParseContext,
) {
  const rawValue = readRawFlag(name, flag, flags)
  if ('boolean' in flag) return rawValue
  const option = getFlagOption(flag)
  if ('repeatable' in flag) return parseWords(flag.repeatable, rawValue, context)
  const text = rawValue ?? ('withDefault' in flag ? flag.defaultText : undefined)
  return typeof text === 'string' ? option?.parse(text, context) : undefined
}

const listFlagForms = ({ flags = {} }: Command): string[] => [
  ...Object.keys(flags).map((name) => `--${toFlagName(name)}`),
  ...globalFlags.map(({ name }) => `--${name}`),
]

/** Translates an error of commander into a UserError. */
function toUsageError(command: Command, { code, message }: CommanderError): UserError {
  const detail = message.replace(/^error: /, '').replaceAll("'", '"')
  const hint = formatHelpHint(command)
  const commandLabel = `"budget ${command.name}"`
  switch (code) {
    case 'commander.excessArguments':
      return new UserError('usage', `${commandLabel} got too many arguments`, { hint })
    case 'commander.unknownOption': {
      // Without its value, which may be a password.
      const quoted = (/"(.+?)"/.exec(detail)?.[1] ?? '').replace(/=.*/s, '')
      const match = closestMatch(quoted, listFlagForms(command))
      const suggestion = match === undefined ? '' : `; did you mean "${match}"?`
      return new UserError('usage', `${commandLabel} has no flag "${quoted}"${suggestion}`, { hint })
    }
    case 'commander.optionMissingArgument':
      return new UserError(
        'usage',
        `${commandLabel} requires a value after ${/--[\w-]+/.exec(detail)?.[0]}`,
        {
          hint,
        },
      )
    default:
      return new UserError('usage', detail.charAt(0).toUpperCase() + detail.slice(1), { hint })
  }
}
