/**
 * Formats the command line of an import, so that the user can paste it with changed flags.
 * @see docs/import.md#10-rules-found-with-unseen-files
 */

import { UserError } from '../../contract/errors.ts'
import { type FlagValues, toShellFlags, toShellPath, toShellValue } from '../../output/shell-words.ts'
import { type AmbiguityError, formatAnswers, formatPerAccountAnswer } from '../../tables/ambiguity-error.ts'
import { type ReadOptions, toFlags } from '../../tables/read-options.ts'

/** The files and flags the user typed. */
export interface ImportCommandLine {
  files: readonly string[]
  flags: FlagValues
  /** --statement names the account for each account of the file, so that --account is not needed. */
  assignsAccounts?: boolean
}

/** The account a file is imported into, and the profile if it is not the default. */
interface ImportTarget {
  account: string
  profile: string | undefined
}

/** Formats the command line of an import with further flags. */
export function formatImportCommand(
  { files, flags, assignsAccounts = false }: ImportCommandLine,
  { account, profile, more }: ImportTarget & { more: readonly string[] },
): string {
  const profileFlag = profile === undefined ? [] : ['--profile', toShellPath(profile)]
  const parts = [
    ...files.map(toShellPath),
    ...(assignsAccounts ? [] : ['--account', toShellValue(account)]),
    ...profileFlag,
    ...toShellFlags(flags),
    ...more,
  ]
  return `budget import ${parts.join(' ')}`
}

/** Returns the question with a complete command for each answer; `path` is the ambiguous file. */
export function addCommandsToQuestion(
  { message, combinedAnswers, hintLines, perAccountAnswer }: AmbiguityError,
  { files, flags, assignsAccounts = false }: ImportCommandLine,
  { path, ...destination }: ImportTarget & { path: string },
): UserError {
  // An answer about one file holds for the others only if they are read as one.
  const affectedFiles = flags['concat'] === true ? files : [path]
  const write = (files: readonly string[], choices: ReadOptions, isAssigned = assignsAccounts) => {
    const answer = toFlags(choices)
    const otherFlags = Object.entries(flags).filter(([name]) => !(name in answer))
    const more = toShellFlags(answer)
    return formatImportCommand(
      { assignsAccounts: isAssigned, files, flags: Object.fromEntries(otherFlags) },
      { ...destination, more },
    )
  }
  const remainingFiles = files.slice(files.indexOf(path) + 1).filter((file) => !affectedFiles.includes(file))
  const hint = [
    ...formatAnswers(combinedAnswers, (choices) => write(affectedFiles, choices)),
    ...formatPerAccountAnswer(perAccountAnswer, (choices) => write(affectedFiles, choices, true)),
    ...hintLines,
    ...(remainingFiles.length > 0 ? [`Then the other files: ${write(remainingFiles, {})}`] : []),
  ].join('\n')
  return new UserError('usage', message, { hint })
}
