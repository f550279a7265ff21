/** A line of words becomes the values a command is given. commander's door. */

import { Argument as CommanderArgument, Command as CommanderCommand, CommanderError } from 'commander'
import type { Command, Entry, Flag, Reading } from '../commands/command.ts'
import { Mistake } from '../contract/errors.ts'
import { type Globals, globalFlags, readGlobals } from './globals.ts'
import { entryOfArgument, entryOfFlag, typedName } from '../commands/typed.ts'

/** What was typed, taken apart but not yet read. */
export interface Typed {
  globals: Globals
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
  const globals = readGlobals(flags)
  return { globals, read: (reading) => readAll(command, { words: parser.processedArgs, flags }, reading) }
}

function parserFor(command: Command): CommanderCommand {
  const parser = new CommanderCommand(command.name)
    .exitOverride()
    .helpOption(false)
    .configureOutput({ writeErr: () => undefined, writeOut: () => undefined })
    .allowExcessArguments(false)
  for (const { name, short, placeholder } of globalFlags) {
    const long = placeholder === undefined ? `--${name}` : `--${name} <${placeholder}>`
    parser.option(short === undefined ? long : `-${short}, ${long}`)
  }
  for (const [name, argument] of Object.entries(command.arguments ?? {})) {
    const { placeholder } = entryOfArgument(argument)
    const dots = 'some' in argument ? '...' : ''
    const form = 'maybe' in argument ? `[${placeholder}]` : `<${placeholder}${dots}>`
    parser.addArgument(new CommanderArgument(form, name))
  }
  for (const [name, flag] of Object.entries(command.flags ?? {})) {
    const entry = entryOfFlag(flag)
    const form = entry ? `--${typedName(name)} <${entry.placeholder}>` : `--${typedName(name)}`
    if ('needed' in flag) parser.requiredOption(form)
    else parser.option(form)
  }
  return parser
}

interface Taken {
  words: readonly unknown[]
  flags: Readonly<Record<string, unknown>>
}

async function readAll(command: Command, { words, flags }: Taken, reading: Reading): Promise<Record<string, unknown>> {
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

async function readFlag({ name, flag }: { name: string; flag: Flag }, flags: Taken['flags'], reading: Reading) {
  const key = typedName(name).replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())
  // To commander `--no-header-row` is the flag `headerRow` set to false.
  const negated = /^no([A-Z].*)$/.exec(key)?.[1]
  if ('toggle' in flag) {
    if (negated === undefined) return flags[key] === true
    return flags[negated.charAt(0).toLowerCase() + negated.slice(1)] === false
  }
  const entry = entryOfFlag(flag)
  const text = flags[key] ?? ('usual' in flag ? flag.text : undefined)
  return typeof text === 'string' ? entry?.read(text, reading) : undefined
}

/** commander's complaint in our words. */
function slip(command: Command, error: CommanderError): Mistake {
  const said = error.message.replace(/^error: /, '').replaceAll("'", '"')
  const first = said.split('\n')[0] ?? said
  const near = /\(Did you mean (.+)\?\)/.exec(said)?.[1]
  const message = `${first.charAt(0).toUpperCase()}${first.slice(1)}${near === undefined ? '' : `; did you mean ${near}?`}`
  return new Mistake('usage', message.replace(/\.$/, ''), { hint: `budget ${command.name} --help shows how it goes` })
}
