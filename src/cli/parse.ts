/** A line of words becomes the values a command is given. commander's door. */

import { Argument as CommanderArgument, Command as CommanderCommand, CommanderError } from 'commander'
import type { Command, Entry, Flag, Reading } from '../commands/command.ts'
import { entryOfArgument, entryOfFlag, typedName } from '../commands/typed.ts'
import { Mistake } from '../contract/errors.ts'
import { type Globals, globalFlags, readGlobals } from './globals.ts'

/** What was typed, taken apart but not yet read. */
export interface Typed {
  globals: Globals
  /** The arguments, word for word. */
  words: readonly unknown[]
  /** The values of the command's arguments and flags, once they are read. */
  read(reading: Reading): Promise<Record<string, unknown>>
}

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
  return { globals, words, read: (reading) => readAll(command, { words, flags }, reading) }
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
    const optional = 'maybe' in argument || 'any' in argument
    const form = optional ? `[${placeholder}${dots}]` : `<${placeholder}${dots}>`
    parser.addArgument(new CommanderArgument(form, name))
  }
  for (const [name, flag] of Object.entries(command.flags ?? {})) {
    const entry = entryOfFlag(flag)
    const long = entry ? `--${typedName(name)} <${entry.placeholder}>` : `--${typedName(name)}`
    const short = command.shorts?.[name]
    const form = short === undefined ? long : `-${short}, ${long}`
    if ('needed' in flag) parser.requiredOption(form)
    else if ('each' in flag)
      parser.option(form, '', (word: string, before: string[]) => [...before, word], [])
    else parser.option(form)
  }
  return parser
}

interface Taken {
  words: readonly unknown[]
  flags: Readonly<Record<string, unknown>>
}

async function readAll(
  command: Command,
  { words, flags }: Taken,
  reading: Reading,
): Promise<Record<string, unknown>> {
  const given: Record<string, unknown> = {}
  for (const [at, [name, argument]] of Object.entries(command.arguments ?? {}).entries()) {
    given[name] = await readWords(entryOfArgument(argument), words[at], reading)
  }
  for (const [name, flag] of Object.entries(command.flags ?? {})) {
    given[name] = await readFlag({ name, flag }, flags, reading)
  }
  return given
}

const readWords = async (entry: Entry<unknown>, word: unknown, reading: Reading): Promise<unknown> => {
  if (typeof word === 'string') return entry.read(word, reading)
  if (!Array.isArray(word)) return undefined
  const values: unknown[] = []
  for (const one of word) values.push(await entry.read(String(one), reading))
  return values
}

async function readFlag(
  { name, flag }: { name: string; flag: Flag },
  flags: Taken['flags'],
  reading: Reading,
) {
  const key = typedName(name).replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())
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
  const quoted = /"(.+?)"/.exec(said)?.[1] ?? ''
  const hint = `budget ${command.name} --help shows how it goes`
  const what = `"budget ${command.name}"`
  switch (code) {
    case 'commander.missingArgument':
      return new Mistake('usage', `${what} needs ${argumentNamed(command, quoted)}`, { hint })
    case 'commander.missingMandatoryOptionValue':
      return new Mistake('usage', `${what} needs ${quoted.replace(/[<>]/g, '')}`, { hint })
    case 'commander.excessArguments':
      return new Mistake('usage', `${what} was given too many words`, { hint })
    case 'commander.unknownOption': {
      const near = /\(Did you mean (.+)\?\)/.exec(said)?.[1]
      const guess = near === undefined ? '' : `; did you mean "${near}"?`
      return new Mistake('usage', `${what} has no flag "${quoted}"${guess}`, { hint })
    }
    default:
      return new Mistake('usage', said.charAt(0).toUpperCase() + said.slice(1), { hint })
  }
}

const argumentNamed = (command: Command, name: string): string => {
  const argument = command.arguments?.[name]
  return argument === undefined ? name : entryOfArgument(argument).placeholder
}
