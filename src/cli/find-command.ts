/** The first words of a line: which command they mean. */

import type { Command } from '../command/define.ts'
import { nearest } from '../command/suggest.ts'
import { registry } from '../commands/registry.ts'
import { Mistake } from '../contract/errors.ts'
import { globalFlags } from './global-flags.ts'

/** A command that was meant, and what is left of the line. */
export interface Meant {
  load: () => Promise<Command>
  rest: string[]
}

const takesValue = new Set(
  globalFlags
    .filter((flag) => flag.placeholder !== undefined)
    .flatMap(({ name, short }) => [`--${name}`, ...(short === undefined ? [] : [`-${short}`])]),
)
const isGlobal = (arg: string): boolean =>
  globalFlags.some(
    ({ name, short }) =>
      arg === `--${name}` ||
      arg.startsWith(`--${name}=`) ||
      (short !== undefined && arg.startsWith(`-${short}`)),
  )

/** The position of the next word, with only global flags before it. */
function nextWord(args: readonly string[], from: number): number | undefined {
  for (let at = from; at < args.length; at++) {
    const arg = args[at] ?? ''
    if (!arg.startsWith('-')) return at
    if (!isGlobal(arg)) return undefined
    if (takesValue.has(arg)) at++
  }
  return undefined
}

/** The position of the verb after a noun; no verb begins with a digit, so `budget month 2026-11` has none. */
function verbIn(args: readonly string[], from: number, words = /^\d/): number | undefined {
  const at = nextWord(args, from)
  const word = at === undefined ? '' : (args[at] ?? '')
  return /^\d/.test(word) || words.test(word) ? undefined : at
}

/** The canonical name of a noun. */
export const nounOf = (word: string): string | undefined =>
  word in registry
    ? word
    : Object.entries(registry).find(([, entry]) => 'aliases' in entry && entry.aliases?.includes(word))?.[0]

/** The words of a line with nothing but global flags between them. */
function firstWords(args: readonly string[]): string[] {
  const words: string[] = []
  for (let at = nextWord(args, 0); at !== undefined; at = nextWord(args, at + 1)) words.push(args[at] ?? '')
  return words
}

/** The command a line means. Throws a Mistake with the nearest word when there is none. */
export function meantBy(args: readonly string[]): Meant {
  const at = nextWord(args, 0)
  const word = at === undefined ? undefined : args[at]
  if (at === undefined || word === undefined) {
    const stray = args.find((arg) => arg.startsWith('-') && !isGlobal(arg))
    throw new Mistake('usage', stray === undefined ? 'No command given' : `Unknown option "${stray}"`, {
      hint: 'budget --help lists the commands',
    })
  }
  const noun = nounOf(word)
  const entry = noun === undefined ? undefined : registry[noun]
  if (!entry) throw unknownWord(word, Object.keys(registry), 'budget')
  const rest = args.toSpliced(at, 1)
  if ('load' in entry) return { load: entry.load, rest }
  const verbAt = verbIn(rest, at, entry.words)
  const verb = verbAt === undefined ? entry.usual : (rest[verbAt] ?? '')
  if (verb === undefined)
    throw new Mistake('usage', `"budget ${noun}" needs one more word`, {
      hint: `One of: ${Object.keys(entry.verbs).join(', ')}`,
    })
  const load = Object.hasOwn(entry.verbs, verb) ? entry.verbs[verb] : undefined
  if (!load) throw unknownWord(verb, Object.keys(entry.verbs), `budget ${noun}`)
  return { load, rest: verbAt === undefined ? rest : rest.toSpliced(verbAt, 1) }
}

/** No such word here; the nearest one is suggested. */
export function unknownWord(word: string, words: readonly string[], before: string): Mistake {
  const near = nearest(word, words)
  const guess = near === undefined ? '' : `; did you mean "${before} ${near}"?`
  const hint = near === undefined ? { hint: `One of: ${words.join(', ')}` } : {}
  return new Mistake('usage', `No command "${before} ${word}"${guess}`, hint)
}

/** The words help was asked about, with `help` itself; undefined when it was not asked for. No words at all ask for the overview. */
export function helpAsked(args: readonly string[]): string[] | undefined {
  const end = args.indexOf('--')
  const flags = end < 0 ? args : args.slice(0, end)
  const words = firstWords(args)
  if (words[0] === 'help') return words
  return flags.includes('--help') || flags.includes('-h') || args.length === 0 ? words : undefined
}
