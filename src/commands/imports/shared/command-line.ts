/**
 * Writes an import down as it was typed, so that pasting it changes only what was added.
 * @see docs/import.md#10-rules-found-with-unseen-files
 */

import { UserError } from '../../../contract/errors.ts'
import {
  type AmbiguityError,
  formatAnswers,
  formatPerAccountAnswer,
} from '../../../import/model/ambiguity-error.ts'
import { type ReadOptions, toFlags } from '../../../import/model/read-options.ts'
import {
  type FlagValues,
  toShellFlags,
  toShellPath,
  toShellValue,
} from '../../../import/model/shell-words.ts'

/** What was typed to import files. */
export interface ImportCommandLine {
  files: readonly string[]
  flags: FlagValues
  /** `--statement` names the accounts the rows go into. */
  assigns?: boolean
}

/** The account a file goes into, and the profile where another than the usual one was named. */
interface ImportTarget {
  account: string
  profile: string | undefined
}

/** The line that does the same with more flags; where another profile than the usual one was named, it is again. */
export function formatImportCommand(
  { files, flags, assigns = false }: ImportCommandLine,
  { account, profile, more }: ImportTarget & { more: readonly string[] },
): string {
  const named = profile === undefined ? [] : ['--profile', toShellPath(profile)]
  const words = [
    ...files.map(toShellPath),
    ...(assigns ? [] : ['--account', toShellValue(account)]),
    ...named,
    ...toShellFlags(flags),
    ...more,
  ]
  return `budget import ${words.join(' ')}`
}

/** The same question with the whole command behind every answer. `path` is the file in question. */
export function addCommandsToQuestion(
  { message, combinedAnswers, hintLines, perAccountAnswer }: AmbiguityError,
  { files, flags, ...typed }: ImportCommandLine,
  { path, ...destination }: ImportTarget & { path: string },
): UserError {
  // What is true of one file is true of others only where they are taken as one.
  const meant = flags['concat'] === true ? files : [path]
  const write = (some: readonly string[], choices: ReadOptions, assigns = typed.assigns ?? false) => {
    const answer = toFlags(choices)
    const kept = Object.entries(flags).filter(([name]) => !(name in answer))
    const more = toShellFlags(answer)
    return formatImportCommand(
      { assigns, files: some, flags: Object.fromEntries(kept) },
      { ...destination, more },
    )
  }
  const left = files.slice(files.indexOf(path) + 1).filter((file) => !meant.includes(file))
  const hint = [
    ...formatAnswers(combinedAnswers, (choices) => write(meant, choices)),
    ...formatPerAccountAnswer(perAccountAnswer, (choices) => write(meant, choices, true)),
    ...hintLines,
    ...(left.length > 0 ? [`Then the other files: ${write(left, {})}`] : []),
  ].join('\n')
  return new UserError('usage', message, { hint })
}
