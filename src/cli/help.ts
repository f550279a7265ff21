/** What `--help` says, for 80 columns and without colour: frozen at build time, so that help starts no parser. */

import type { Argument, Command, Flag } from '../command/define.ts'
import { entryOfArgument, entryOfFlag, typedName } from '../command/flag-names.ts'
import { nearest } from '../command/suggest.ts'
import { registry, sections } from '../commands/registry.ts'
import { Mistake } from '../contract/errors.ts'
import { nounOf, unknownWord } from './find-command.ts'
import { globalFlags } from './global-flags.ts'
import { type Definition, topics } from './help-topics.ts'

const WIDTH = 80

const firstThings = [
  ['budget init', 'Set up your budget, with categories to begin with'],
  ['budget accounts add Checking --type banking_checking', 'Say where your money is'],
  ['budget import export.csv --account Checking', "Take in your bank's file"],
  ['budget month', 'Where this month stands'],
  ['budget demo', 'Or look at a filled budget first, in a throw-away place'],
] as const

/** The help about these words: all of budget, a noun, one command, or after `help` a topic. Throws a Mistake for words it does not know. */
export async function helpOn(words: readonly string[]): Promise<string> {
  const [word, verb] = words
  if (word === undefined) return overview()
  if (word === 'help') {
    const isKnown =
      verb === undefined || verb === 'help' || Object.hasOwn(topics, verb) || nounOf(verb) !== undefined
    if (!isKnown) throw unknownTopic(verb)
    return topicHelp(verb) ?? helpOn(words.slice(1))
  }
  const noun = nounOf(word)
  const entry = noun === undefined ? undefined : registry[noun]
  if (noun === undefined || !entry) throw unknownWord(word, Object.keys(registry), 'budget')
  if ('load' in entry) return commandHelp(await entry.load())
  if (verb === undefined) return nounHelp(noun)
  const load = Object.hasOwn(entry.verbs, verb) ? entry.verbs[verb] : undefined
  if (!load) throw unknownWord(verb, Object.keys(entry.verbs), `budget ${noun}`)
  return commandHelp(await load())
}

function unknownTopic(word: string): Mistake {
  const near = nearest(word, [...Object.keys(registry), ...Object.keys(topics)])
  const guess = near === undefined ? '' : `; did you mean "${near}"?`
  return new Mistake('usage', `No command and no topic "${word}"${guess}`, {
    hint: `The topics are ${Object.keys(topics).join(', ')}; budget --help lists the commands`,
  })
}

/** `budget --help`. */
function overview(): string {
  const groups = Object.entries(sections).flatMap(([title, nouns]) => [
    `${title}:`,
    ...definitions(nouns.map((noun) => [noun, summaryOf(noun)])),
    '',
  ])
  return text([
    'Envelope budgeting in the terminal',
    '',
    'Usage: budget COMMAND [ARGUMENTS] [FLAGS]',
    '',
    'Things to do first:',
    ...definitions(firstThings),
    '',
    ...groups,
    'Flags of every command:',
    ...definitions(globalRows()),
    '',
    'budget COMMAND --help tells more.',
    `budget help TOPIC: ${Object.keys(topics).join(', ')}.`,
  ])
}

const summaryOf = (noun: string): string => {
  const entry = registry[noun]
  if (!entry) return ''
  return 'verbs' in entry ? `${entry.summary}: ${Object.keys(entry.verbs).join(', ')}` : entry.summary
}

/** `budget help exit-codes`; undefined for what is no topic. A topic may be called like a command. */
function topicHelp(word = ''): string | undefined {
  const topic = Object.hasOwn(topics, word) ? topics[word] : undefined
  if (!topic) return undefined
  const { title, above, terms, below } = topic
  return text([
    title,
    '',
    ...(above === undefined ? [] : [...wrapped(above, WIDTH), '']),
    ...definitions(terms),
    ...(below === undefined ? [] : ['', ...wrapped(below, WIDTH)]),
  ])
}

/** `budget accounts --help`. */
async function nounHelp(noun: string): Promise<string> {
  const entry = registry[noun]
  if (!entry) return overview()
  if ('load' in entry) return commandHelp(await entry.load())
  const commands = await Promise.all(Object.values(entry.verbs).map((load) => load()))
  const aliases = entry.aliases
    ? [`Also: ${entry.aliases.map((alias) => `budget ${alias}`).join(', ')}`, '']
    : []
  return text([
    entry.summary,
    '',
    entry.usual === undefined
      ? `Usage: budget ${noun} COMMAND`
      : `Usage: budget ${noun} [COMMAND]     (alone: ${entry.usual})`,
    '',
    ...aliases,
    'Commands:',
    ...definitions(commands.map(({ name, summary }) => [name.split(' ').slice(1).join(' '), summary])),
    '',
    `budget ${noun} COMMAND --help tells more.`,
  ])
}

/** `budget accounts add --help`. */
function commandHelp(command: Command): string {
  const args = Object.values(command.arguments ?? {})
  const flags = Object.entries(command.flags ?? {})
  return text([
    command.summary,
    '',
    `Usage: budget ${[command.name, ...args.map(argumentForm), ...(flags.length > 0 ? ['[FLAGS]'] : [])].join(' ')}`,
    '',
    ...section(
      'Arguments',
      args.map((argument) => [argumentForm(argument), entryOfArgument(argument).help]),
    ),
    ...section(
      'Flags',
      flags.map(([name, flag]) => [flagForm(name, flag, command.shorts), flagHelp(flag)]),
    ),
    'Examples:',
    ...command.examples.flatMap(({ when, type }) => [`  # ${when}`, `  ${type}`]),
    '',
    'Flags of every command: budget --help',
    ...(Object.hasOwn(topics, command.name) ? [`More: budget help ${command.name}`] : []),
  ])
}

const section = (title: string, rows: readonly Definition[]): string[] =>
  rows.length === 0 ? [] : [`${title}:`, ...definitions(rows), '']

/** An argument as usage lines write it. */
export const argumentForm = (argument: Argument): string => {
  const { placeholder } = entryOfArgument(argument)
  if ('some' in argument) return `${placeholder}...`
  if ('any' in argument) return `[${placeholder}...]`
  return 'maybe' in argument ? `[${placeholder}]` : placeholder
}

/** A flag as usage lines write it. */
export const flagForm = (name: string, flag: Flag, shorts: Command['shorts'] = {}): string => {
  const entry = entryOfFlag(flag)
  const long = entry ? `--${typedName(name)} ${entry.placeholder}` : `--${typedName(name)}`
  return shorts[name] === undefined ? long : `-${shorts[name]}, ${long}`
}

/** What a flag is for, and what happens without it. */
export const flagHelp = (flag: Flag): string => {
  if ('toggle' in flag) return flag.toggle
  if ('needed' in flag) return `${flag.needed.help} (needed)`
  if ('each' in flag) return `${flag.each.help} (may be given again)`
  return 'usual' in flag ? `${flag.usual.help} (${flag.text} when left out)` : flag.help
}

const globalRows = (): Definition[] =>
  globalFlags.map(({ name, short, placeholder, help }) => [
    `${short === undefined ? '    ' : `-${short}, `}--${name}${placeholder === undefined ? '' : ` ${placeholder}`}`,
    help,
  ])

const WIDEST_TERM = 28

/** Terms in one column, what they mean in the next; a long term gets a line of its own. */
function definitions(rows: readonly Definition[]): string[] {
  const fitting = rows.map(([term]) => term.length).filter((length) => length <= WIDEST_TERM)
  const indent = Math.max(0, ...fitting) + 4
  return rows.flatMap(([term, meaning]) => {
    const [first = '', ...rest] = wrapped(meaning, WIDTH - indent)
    const more = rest.map((line) => ' '.repeat(indent) + line)
    if (term.length > WIDEST_TERM) return [`  ${term}`, ' '.repeat(indent) + first, ...more]
    return [`  ${term}`.padEnd(indent) + first, ...more]
  })
}

function wrapped(sentence: string, width: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of sentence.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line)
      line = word
    } else line = line === '' ? word : `${line} ${word}`
  }
  return [...lines, line]
}

const text = (lines: readonly string[]): string => lines.map((line) => `${line.trimEnd()}\n`).join('')
