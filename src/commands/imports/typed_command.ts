/** Writes an import down as it was typed, so that pasting it changes only what was added. */ // import.md §10

import { typedName } from '../typed.ts'

/** A word as a shell takes it for one. */
function shellWord(text: string): string {
  const safe = text.startsWith('-') && text !== '-' ? `./${text}` : text
  return /^[\w@%+=:,./-]+$/.test(safe) ? safe : `'${safe.replaceAll("'", "'\\''")}'`
}

/** The flags of a line and their values, by the names that commands give them. */
export type TypedFlags = Readonly<Record<string, string | number | boolean | undefined>>

/** What was typed to import files. */
export interface TypedImport {
  files: readonly string[]
  flags: TypedFlags
}

/** The line that does the same with more flags; where another profile than the usual one was named, it is again. */
export function importCommand(
  { files, flags }: TypedImport,
  { account, profile, more }: { account: string; profile: string | undefined; more: readonly string[] },
): string {
  const named = profile === undefined ? [] : ['--profile', shellWord(profile)]
  const words = [
    ...files.map(shellWord),
    '--account',
    valueWord(account),
    ...named,
    ...flagWords(flags),
    ...more,
  ]
  return `budget import ${words.join(' ')}`
}

const flagWords = (flags: TypedFlags): string[] =>
  Object.entries(flags).flatMap(([name, value]) => {
    if (value === undefined || value === false) return []
    const flag = `--${typedName(name)}`
    return value === true ? [flag] : [`${flag} ${valueWord(String(value))}`]
  })

/** A value may begin with a dash: it is no file. */
const valueWord = (text: string): string => (text.startsWith('-') ? `'${text}'` : shellWord(text))
