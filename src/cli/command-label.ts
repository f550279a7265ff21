/** Builds the label of a history entry: the command as typed, without global flags, keys and directories. */

import type { Command } from '../command/define.ts'
import { getArgumentOption, getFlagOption, type OptionSpec, toFlagName } from '../command/option-spec.ts'
import type { Runtime } from '../command/runtime.ts'
import { createKeyRedactor } from './redact-typed-keys.ts'

/** A parsed command line; the values of flags have the names that the command gave them. */
interface TypedCommand {
  rawArguments: readonly unknown[]
  /** Only flags that were typed. */
  rawFlags: Readonly<Record<string, unknown>>
  /** The parsed arguments and flags. */
  input: Readonly<Record<string, unknown>>
}

const MAX_LENGTH = 200
const ELLIPSIS = '…'

/**
 * Returns the label of an entry, e.g. `month copy last`, `import girokonto.csv → Girokonto`. It has at most 200
 * characters, and API keys in it are masked.
 */
export async function buildCommandLabel(
  command: Command,
  typed: TypedCommand,
  runtime: Pick<Runtime, 'env' | 'settings'>,
): Promise<string> {
  const label = await maskKeys(command.formatLabel?.(typed.input) ?? formatTyped(command, typed), runtime)
  if (label.length <= MAX_LENGTH) return label
  // Half of a character at the end is no text.
  return `${label.slice(0, MAX_LENGTH - ELLIPSIS.length).replace(/[\uD800-\uDBFF]$/, '')}${ELLIPSIS}`
}

/** An id of the service, e.g. `txn_01K9ZZ0000000000000000000A`. */
const ENTITY_ID = /\b[a-z]{3}_[0-9A-Z]{26}\b/g
/** A word as long as a key is. Names of files and people are rarely as long. */
const LONG_WORD = /[^\s"'=/]{16,}/

/** Masks API keys. The stored keys are read only for a text that may hold one, because reading takes time. */
async function maskKeys(text: string, { env, settings }: Pick<Runtime, 'env' | 'settings'>): Promise<string> {
  const mayHoldKey = LONG_WORD.test(text.replace(ENTITY_ID, ''))
  const storedKeys = mayHoldKey ? (await settings(undefined)).listStoredKeys() : []
  return createKeyRedactor({ env }, storedKeys)(text)
}

function formatTyped(
  command: Command,
  { rawArguments, rawFlags }: Pick<TypedCommand, 'rawArguments' | 'rawFlags'>,
): string {
  const words = Object.values(command.arguments ?? {}).flatMap((argument, at) => {
    const values = [rawArguments[at]].flat()
    const count = countIds(values)
    return count === undefined
      ? values.flatMap((value) => formatValue(getArgumentOption(argument), value))
      : [count]
  })
  const flags = Object.entries(rawFlags).flatMap(([name, value]) => {
    const spec = command.flags?.[name]
    const option = spec && getFlagOption(spec)
    if (!option) return [`--${toFlagName(name)}`]
    return [value].flat().flatMap((one) => [`--${toFlagName(name)}`, ...formatValue(option, one)])
  })
  return [command.name, ...words, ...flags].join(' ')
}

/** More ids than these are counted. */
const MAX_LISTED_IDS = 3

const nouns: Readonly<Record<string, string>> = {
  acc: 'accounts',
  cat: 'categories',
  txn: 'transactions',
}

/** Returns e.g. `50 transactions` for more ids than are read; undefined for few ids and for names. */
function countIds(values: readonly unknown[]): string | undefined {
  const [first] = values
  if (values.length <= MAX_LISTED_IDS || typeof first !== 'string') return undefined
  const prefix = first.slice(0, 3)
  const areIds = values.every(
    (value) => typeof value === 'string' && /^[a-z]{3}_[0-9A-Z]{26}$/.test(value) && value.startsWith(prefix),
  )
  return areIds && nouns[prefix] ? `${values.length} ${nouns[prefix]}` : undefined
}

/** Formats a typed value as a shell word. Of a file only the name is kept, not its directory. */
function formatValue(option: OptionSpec<unknown>, value: unknown): string[] {
  if (typeof value !== 'string') return []
  return [quoteWord(option.completion === 'file' ? getFileName(value) : value)]
}

const getFileName = (path: string): string => path.replace(/^.*[/\\](?=[^/\\])/, '')

/** Quotes a word as a shell needs it. */
function quoteWord(word: string): string {
  // The first expression compiles in a hundredth of the time.
  if (/^[\w@%+=:,./-]+$/.test(word) || /^[\p{L}\p{N}\p{M}_@%+=:,./-]+$/u.test(word)) return word
  return /["$`\\!]/.test(word) ? `'${word.replaceAll("'", "'\\''")}'` : `"${word}"`
}
