/** Finds the command of a command line by its first words. */

import type { Command } from '../command/define.ts'
import { closestMatch } from '../command/suggest.ts'
import { commandRegistry } from '../commands/registry.ts'
import type { NounEntry } from '../commands/registry-entry.ts'
import { UserError } from '../contract/errors.ts'
import { globalFlags } from './global-flags.ts'

/** A command in the registry, and the arguments after its words. */
export interface FoundCommand {
  load: () => Promise<Command>
  remainingArgs: string[]
  /** True if no command was typed: then it is `status`. */
  isBare: boolean
}

const flagsTakingValue = new Set(
  globalFlags
    .filter((flag) => flag.placeholder !== undefined)
    .flatMap(({ name, short }) => [`--${name}`, ...(short === undefined ? [] : [`-${short}`])]),
)
const isGlobalFlag = (arg: string): boolean =>
  globalFlags.some(
    ({ name, short }) =>
      arg === `--${name}` ||
      arg.startsWith(`--${name}=`) ||
      (short !== undefined && arg.startsWith(`-${short}`)),
  )

/** Returns the index of the next word that has only global flags before it. */
function findNextWord(args: readonly string[], from: number): number | undefined {
  for (let at = from; at < args.length; at++) {
    const arg = args[at] ?? ''
    if (!arg.startsWith('-')) return at
    if (!isGlobalFlag(arg)) return undefined
    if (flagsTakingValue.has(arg)) at++
  }
  return undefined
}

/** Returns the index of the verb. A verb never starts with a digit, so `budget month 2026-11` has none. */
function findVerb(args: readonly string[], from: number, words = /^\d/): number | undefined {
  const at = findNextWord(args, from)
  const word = at === undefined ? '' : (args[at] ?? '')
  return /^\d/.test(word) || words.test(word) ? undefined : at
}

/** Returns the name of a noun for the noun or an alias of it. */
export const resolveNoun = (noun: string): string | undefined =>
  noun in commandRegistry
    ? noun
    : Object.entries(commandRegistry).find(
        ([, entry]) => 'aliases' in entry && entry.aliases?.includes(noun),
      )?.[0]

/** Returns the words of a command line that have only global flags between them. */
function collectWords(args: readonly string[]): string[] {
  const words: string[] = []
  for (let at = findNextWord(args, 0); at !== undefined; at = findNextWord(args, at + 1))
    words.push(args[at] ?? '')
  return words
}

/**
 * Returns the command line with its first word replaced by what the user's alias says; undefined if it is none.
 * @param readAliases is called only for a word that is no command.
 */
export async function expandAlias(
  args: readonly string[],
  readAliases: () => Promise<Readonly<Record<string, string>>>,
): Promise<string[] | undefined> {
  const at = findNextWord(args, 0)
  const word = at === undefined ? undefined : args[at]
  if (at === undefined || word === undefined || resolveNoun(word) !== undefined) return undefined
  const aliases = await readAliases()
  const line = Object.hasOwn(aliases, word) ? aliases[word] : undefined
  const words = line?.match(/(?:[^\s"']+|"[^"]*"|'[^']*')+/g) ?? []
  const unquoted = words.map((one) => one.replace(/"([^"]*)"|'([^']*)'/g, '$1$2'))
  return line === undefined ? undefined : args.toSpliced(at, 1, ...unquoted)
}

/**
 * Finds the command of a command line.
 * @throws UserError with the most similar word when there is none.
 */
export function findCommand(args: readonly string[]): FoundCommand {
  const at = findNextWord(args, 0)
  const word = at === undefined ? undefined : args[at]
  if (at === undefined || word === undefined) {
    const unknownFlag = args.find((arg) => arg.startsWith('-') && !isGlobalFlag(arg))
    if (unknownFlag === undefined) return { ...findCommand(['status', ...args]), isBare: true }
    throw new UserError('usage', `Unknown option "${unknownFlag}"`, {
      hint: 'budget --help lists the commands',
    })
  }
  const noun = resolveNoun(word)
  const entry = noun === undefined ? undefined : commandRegistry[noun]
  if (!entry) throw unknownCommandError(word, Object.keys(commandRegistry), 'budget')
  const remainingArgs = args.toSpliced(at, 1)
  if ('load' in entry) return { load: entry.load, remainingArgs, isBare: false }
  const verbAt = findVerb(remainingArgs, at, entry.argumentPattern)
  const verb = verbAt === undefined ? entry.defaultVerb : (remainingArgs[verbAt] ?? '')
  if (verb === undefined)
    throw new UserError('usage', `"budget ${noun}" requires a subcommand`, {
      hint: `One of: ${Object.keys(entry.verbs).join(', ')}`,
    })
  const load = findVerbLoader(entry, verb)
  if (!load) throw unknownCommandError(verb, Object.keys(entry.verbs), `budget ${noun}`)
  return {
    load,
    remainingArgs: verbAt === undefined ? remainingArgs : remainingArgs.toSpliced(verbAt, 1),
    isBare: false,
  }
}

/** Returns the loader of a verb, or of the verb that another word stands for. */
export function findVerbLoader({ verbs, verbAliases = {} }: NounEntry, word: string) {
  const verb = Object.hasOwn(verbAliases, word) ? (verbAliases[word] ?? word) : word
  return Object.hasOwn(verbs, verb) ? verbs[verb] : undefined
}

/** Words that people try first, with the command that does it. */
const commandByWord: Readonly<Record<string, string>> = {
  add: 'budget spend',
  assign: 'budget month assign',
  backup: 'budget db backup',
  balance: 'budget accounts',
  categorize: 'budget review',
  cover: 'budget month cover',
  envelopes: 'budget month',
  forecast: 'budget report forecast',
  goals: 'budget targets',
  income: 'budget earn',
  login: 'budget auth login',
  move: 'budget month move',
  networth: 'budget report networth',
  payees: 'budget merchants',
  reconcile: 'budget accounts reconcile',
  refund: 'budget earn AMOUNT MERCHANT CATEGORY',
  register: 'budget tx list',
  search: 'budget tx list TEXT',
  split: 'budget tx split',
  subscriptions: 'budget report recurring',
  transfer: 'budget tx transfer AMOUNT --from ACCOUNT --to ACCOUNT',
  use: 'budget profile use',
}

/** Returns the error for an unknown command, with the one that is meant or most similar. */
export function unknownCommandError(word: string, words: readonly string[], prefix: string): UserError {
  const meant = prefix === 'budget' && Object.hasOwn(commandByWord, word) ? commandByWord[word] : undefined
  if (meant !== undefined)
    return new UserError('usage', `No command "${prefix} ${word}"`, { hint: `To do that: ${meant}` })
  const match = closestMatch(word, words)
  const suggestion = match === undefined ? '' : `; did you mean "${prefix} ${match}"?`
  const list = prefix === 'budget' ? 'budget --help lists the commands' : `One of: ${words.join(', ')}`
  const hint = match === undefined ? { hint: list } : {}
  return new UserError('usage', `No command "${prefix} ${word}"${suggestion}`, hint)
}

/**
 * Returns the words the user wants help on, with `help` itself; undefined without --help or help. No words
 * mean the overview.
 */
export function parseHelpRequest(args: readonly string[]): string[] | undefined {
  const end = args.indexOf('--')
  const flags = end < 0 ? args : args.slice(0, end)
  const words = collectWords(args)
  if (words[0] === 'help') return words
  return flags.includes('--help') || flags.includes('-h') ? words : undefined
}
