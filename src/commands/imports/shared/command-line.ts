/** Writes an import down as it was typed, so that pasting it changes only what was added. */ // import.md §10

import { Mistake } from '../../../contract/errors.ts'
import {
  answerLines,
  assigningLines,
  type Choices,
  type Question,
  toFlags,
} from '../../../import/model/read-options.ts'
import { flagWords, shellWord, type TypedFlags, valueWord } from '../../../import/model/shell-words.ts'

/** What was typed to import files. */
export interface TypedImport {
  files: readonly string[]
  flags: TypedFlags
  /** `--statement` names the accounts the rows go into. */
  assigns?: boolean
}

/** The account a file goes into, and the profile where another than the usual one was named. */
interface Destination {
  account: string
  profile: string | undefined
}

/** The line that does the same with more flags; where another profile than the usual one was named, it is again. */
export function importCommand(
  { files, flags, assigns = false }: TypedImport,
  { account, profile, more }: Destination & { more: readonly string[] },
): string {
  const named = profile === undefined ? [] : ['--profile', shellWord(profile)]
  const words = [
    ...files.map(shellWord),
    ...(assigns ? [] : ['--account', valueWord(account)]),
    ...named,
    ...flagWords(flags),
    ...more,
  ]
  return `budget import ${words.join(' ')}`
}

/** The same question with the whole command behind every answer. `path` is the file in question. */
export function namingCommands(
  { message, complete, below, assigning }: Question,
  { files, flags, ...typed }: TypedImport,
  { path, ...destination }: Destination & { path: string },
): Mistake {
  // What is true of one file is true of others only where they are taken as one.
  const meant = flags['concat'] === true ? files : [path]
  const write = (some: readonly string[], choices: Choices, assigns = typed.assigns ?? false) => {
    const answer = toFlags(choices)
    const kept = Object.entries(flags).filter(([name]) => !(name in answer))
    const more = flagWords(answer)
    return importCommand({ assigns, files: some, flags: Object.fromEntries(kept) }, { ...destination, more })
  }
  const left = files.slice(files.indexOf(path) + 1).filter((file) => !meant.includes(file))
  const hint = [
    ...answerLines(complete, (choices) => write(meant, choices)),
    ...assigningLines(assigning, (choices) => write(meant, choices, true)),
    ...below,
    ...(left.length > 0 ? [`Then the other files: ${write(left, {})}`] : []),
  ].join('\n')
  return new Mistake('usage', message, { hint })
}
