/**
 * Formats the command line of an import, so that the user can paste it with changed flags.
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

/** The files and flags the user typed. */
export interface ImportCommandLine {
  files: readonly string[]
  flags: FlagValues
  /** --statement names the account for each account of the file, so that --account is not needed. */
  assigns?: boolean
}

/** The account a file is imported into, and the profile if it is not the default. */
interface ImportTarget {
  account: string
  profile: string | undefined
}

/** Formats the command line of an import with further flags. */
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

/** Returns the question with a complete command for each answer; `path` is the ambiguous file. */
export function addCommandsToQuestion(
  { message, combinedAnswers, hintLines, perAccountAnswer }: AmbiguityError,
  { files, flags, ...typed }: ImportCommandLine,
  { path, ...destination }: ImportTarget & { path: string },
): UserError {
  // An answer about one file holds for the others only if they are read as one.
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
