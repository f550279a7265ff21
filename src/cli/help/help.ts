/**
 * Renders the help texts for 80 columns without colour. The build stores them, so that --help loads no
 * parser.
 */

import type { Command } from '../../command/define.ts'
import { helpSections } from '../../command/help-sections.ts'
import type { ArgumentSpec, FlagSpec } from '../../command/option-spec.ts'
import { getArgumentOption, getFlagOption, toFlagName } from '../../command/option-spec.ts'
import { closestMatch } from '../../command/suggest.ts'
import { commandRegistry } from '../../commands/registry.ts'
import { UserError } from '../../contract/errors.ts'
import { findVerbLoader, resolveNoun, unknownCommandError } from '../find-command.ts'
import { globalFlags } from '../global-flags.ts'
import { helpTopics, type TermDefinition } from './help-topics.ts'

const WIDTH = 80

const firstSteps = [
  ['budget init', 'Create a budget with starter categories'],
  ['budget accounts add Checking --type banking_checking', 'Add an account'],
  ['budget import export.csv --account Checking', 'Import a bank file'],
  ['budget month', 'Show this month'],
  ['budget demo', 'Or try a sample budget first'],
] as const

/**
 * Returns the help for these words: the overview, a noun, a command or, after `help`, a topic.
 * @throws UserError for unknown words.
 */
export async function renderHelp(words: readonly string[]): Promise<string> {
  const [word, verb] = words
  if (word === undefined) return renderOverview()
  if (word === 'help') {
    const isKnown =
      verb === undefined ||
      verb === 'help' ||
      Object.hasOwn(helpTopics, verb) ||
      resolveNoun(verb) !== undefined
    if (!isKnown) throw unknownTopicError(verb)
    return renderTopicHelp(verb) ?? renderHelp(words.slice(1))
  }
  const noun = resolveNoun(word)
  const entry = noun === undefined ? undefined : commandRegistry[noun]
  if (noun === undefined || !entry) throw unknownCommandError(word, Object.keys(commandRegistry), 'budget')
  if ('load' in entry) return renderCommandHelp(await entry.load())
  if (verb === undefined) return renderNounHelp(noun)
  const load = findVerbLoader(entry, verb)
  if (!load) throw unknownCommandError(verb, Object.keys(entry.verbs), `budget ${noun}`)
  return renderCommandHelp(await load())
}

function unknownTopicError(word: string): UserError {
  const match = closestMatch(word, [...Object.keys(commandRegistry), ...Object.keys(helpTopics)])
  const suggestion = match === undefined ? '' : `; did you mean "${match}"?`
  return new UserError('usage', `No command or topic "${word}"${suggestion}`, {
    hint: `Topics: ${Object.keys(helpTopics).join(', ')}; budget --help lists the commands`,
  })
}

/** Renders what `budget` shows before there is a budget. */
export const renderFirstSteps = (): string =>
  joinLines([
    'Envelope budgeting in the terminal. There is no budget on this computer yet.',
    '',
    ...renderDefinitions([
      ['budget init', 'Create a budget with starter categories'],
      ['budget migrate FILE', 'Move in from YNAB, Actual or a spreadsheet'],
      ['budget auth login', 'Use a budget on a remote service'],
      ['budget demo', 'Try a sample budget first'],
      ['budget --help', 'List all commands'],
    ]),
  ])

/** Renders `budget --help`. */
function renderOverview(): string {
  const groups = Object.entries(helpSections).flatMap(([title, nouns]) => [
    `${title}:`,
    ...renderDefinitions(nouns.map((noun) => [noun, summarizeNoun(noun)])),
    '',
  ])
  return joinLines([
    'Envelope budgeting in the terminal',
    '',
    'Usage: budget COMMAND [ARGUMENTS] [FLAGS]',
    '',
    'Getting started:',
    ...renderDefinitions(firstSteps),
    '',
    ...groups,
    'Global flags:',
    ...renderDefinitions(listGlobalFlagRows()),
    '',
    'Run budget COMMAND --help for details.',
    ...wrapSentence(`Topics (budget help TOPIC): ${Object.keys(helpTopics).join(', ')}`, WIDTH),
  ])
}

const summarizeNoun = (noun: string): string => {
  const entry = commandRegistry[noun]
  if (!entry) return ''
  return 'verbs' in entry ? `${entry.summary}: ${Object.keys(entry.verbs).join(', ')}` : entry.summary
}

/**
 * Renders `budget help exit-codes`; undefined for an unknown topic. A topic may have the name of a command.
 */
function renderTopicHelp(word = ''): string | undefined {
  const topic = Object.hasOwn(helpTopics, word) ? helpTopics[word] : undefined
  if (!topic) return undefined
  const { title, intro, terms, outro } = topic
  return joinLines([
    title,
    '',
    ...(intro === undefined ? [] : [...wrapSentence(intro, WIDTH), '']),
    ...renderDefinitions(terms),
    ...(outro === undefined ? [] : ['', ...wrapSentence(outro, WIDTH)]),
  ])
}

/** Renders `budget accounts --help`. */
async function renderNounHelp(noun: string): Promise<string> {
  const entry = commandRegistry[noun]
  if (!entry) return renderOverview()
  if ('load' in entry) return renderCommandHelp(await entry.load())
  const commands = await Promise.all(Object.values(entry.verbs).map((load) => load()))
  const standard = commands.find(({ name }) => name === `${noun} ${entry.defaultVerb}`)
  const aliases = entry.aliases
    ? [`Also: ${entry.aliases.map((alias) => `budget ${alias}`).join(', ')}`, '']
    : []
  return joinLines([
    entry.summary,
    '',
    entry.defaultVerb === undefined
      ? `Usage: budget ${noun} COMMAND`
      : `Usage: budget ${noun} [COMMAND]     (default: ${entry.defaultVerb})`,
    '',
    ...aliases,
    'Commands:',
    ...renderDefinitions(commands.map(({ name, summary }) => [name.split(' ').slice(1).join(' '), summary])),
    '',
    // `budget history --since` takes the flags of the default command.
    ...renderSection(`Flags of ${entry.defaultVerb}`, standard ? listFlagRows(standard) : []),
    `Run budget ${noun} COMMAND --help for details.`,
  ])
}

/** Renders `budget accounts add --help`. */
function renderCommandHelp(command: Command): string {
  const args = Object.values(command.arguments ?? {})
  return joinLines([
    command.summary,
    '',
    `Usage: ${formatCommandUsage(command)}`,
    '',
    ...renderSection(
      'Arguments',
      args.map((argument) => [formatArgumentUsage(argument), getArgumentOption(argument).help]),
    ),
    ...renderSection('Flags', listFlagRows(command)),
    'Examples:',
    ...command.examples.flatMap(({ when, commandLine }) => [`  # ${when}`, `  ${commandLine}`]),
    '',
    'Global flags: budget --help',
    ...(Object.hasOwn(helpTopics, command.name) ? [`See also: budget help ${command.name}`] : []),
  ])
}

const listFlagRows = ({ flags = {}, shortFlags }: Command): TermDefinition[] =>
  Object.entries(flags).map(([name, flag]) => [formatFlagUsage(name, flag, shortFlags), formatFlagHelp(flag)])

const renderSection = (title: string, rows: readonly TermDefinition[]): string[] =>
  rows.length === 0 ? [] : [`${title}:`, ...renderDefinitions(rows), '']

/** Formats the usage of a command, e.g. `budget tx show ID... [FLAGS]`. */
export function formatCommandUsage({ name, arguments: args = {}, flags = {} }: Command): string {
  const flagsUsage = Object.keys(flags).length > 0 ? ['[FLAGS]'] : []
  return ['budget', name, ...Object.values(args).map(formatArgumentUsage), ...flagsUsage].join(' ')
}

/** Formats an argument for a usage line: `NAME`, `[NAME]`, `NAME...`. */
export const formatArgumentUsage = (argument: ArgumentSpec): string => {
  const { placeholder } = getArgumentOption(argument)
  if ('oneOrMore' in argument) return `${placeholder}...`
  if ('zeroOrMore' in argument) return `[${placeholder}...]`
  return 'optional' in argument ? `[${placeholder}]` : placeholder
}

/** Formats a flag for a usage line: `-n, --dry-run`, `--account ACCOUNT`. */
export const formatFlagUsage = (name: string, flag: FlagSpec, shorts: Command['shortFlags'] = {}): string => {
  const option = getFlagOption(flag)
  const long = option ? `--${toFlagName(name)} ${option.placeholder}` : `--${toFlagName(name)}`
  return shorts[name] === undefined ? long : `-${shorts[name]}, ${long}`
}

/** Returns the help of a flag, with what applies when it is not given. */
export const formatFlagHelp = (flag: FlagSpec): string => {
  if ('boolean' in flag) return flag.boolean
  if ('required' in flag) return `${flag.required.help} (required)`
  if ('repeatable' in flag) return `${flag.repeatable.help} (repeatable)`
  return 'withDefault' in flag ? `${flag.withDefault.help} (default: ${flag.defaultText})` : flag.help
}

const listGlobalFlagRows = (): TermDefinition[] =>
  globalFlags.map(({ name, short, placeholder, help }) => [
    `${short === undefined ? '    ' : `-${short}, `}--${name}${placeholder === undefined ? '' : ` ${placeholder}`}`,
    help,
  ])

const MAX_TERM_WIDTH = 28

/** Renders terms in one column and explanations in the next; a long term has its own line. */
function renderDefinitions(rows: readonly TermDefinition[]): string[] {
  const fitting = rows.map(([term]) => term.length).filter((length) => length <= MAX_TERM_WIDTH)
  const indent = Math.max(0, ...fitting) + 4
  return rows.flatMap(([term, meaning]) => {
    const [first = '', ...furtherLines] = wrapSentence(meaning, WIDTH - indent)
    const more = furtherLines.map((line) => ' '.repeat(indent) + line)
    if (term.length > MAX_TERM_WIDTH) return [`  ${term}`, ' '.repeat(indent) + first, ...more]
    return [`  ${term}`.padEnd(indent) + first, ...more]
  })
}

function wrapSentence(sentence: string, width: number): string[] {
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

const joinLines = (lines: readonly string[]): string => lines.map((line) => `${line.trimEnd()}\n`).join('')
