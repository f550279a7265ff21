/**
 * Formats the command line of an import, so that the user can paste it with changed flags.
 * @see docs/import.md#10-rules-found-with-unseen-files
 */

import { UserError } from '../../contract/errors.ts'
import { type FlagValues, toShellFlags, toShellPath, toShellValue } from '../../output/shell-words.ts'
import {
  type AmbiguityError,
  describeOtherWorkspaces,
  formatAnswers,
  formatPerAccountAnswer,
  type OtherCurrency,
} from '../../tables/ambiguity-error.ts'
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

/** What the commands for a workspace in another currency need. */
export interface NewWorkspace {
  /** The type of the account that is created in it. */
  account_type: string
  /** The names of the profiles that exist. */
  profiles: readonly string[]
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

/**
 * Returns the question with a complete command for each answer; `path` is the ambiguous file. Without `newWorkspace`,
 * other currencies are named only.
 */
export function addCommandsToQuestion(
  { message, combinedAnswers, hintLines, perAccountAnswer, otherCurrencies }: AmbiguityError,
  { files, flags, assignsAccounts = false }: ImportCommandLine,
  {
    path,
    newWorkspace,
    ...destination
  }: ImportTarget & { path: string; newWorkspace?: NewWorkspace | undefined },
): UserError {
  // An answer about one file holds for the others only if they are read as one.
  const affectedFiles = flags['concat'] === true ? files : [path]
  const write = (
    files: readonly string[],
    choices: ReadOptions,
    changed: { assignsAccounts?: boolean; profile?: string } = {},
  ) => {
    const answer = toFlags(choices)
    const otherFlags = Object.entries(flags).filter(([name]) => !(name in answer))
    const more = toShellFlags(answer)
    return formatImportCommand(
      { assignsAccounts, ...changed, files, flags: Object.fromEntries(otherFlags) },
      { ...destination, ...changed, more },
    )
  }
  const remainingFiles = files.slice(files.indexOf(path) + 1).filter((file) => !affectedFiles.includes(file))
  const hint = [
    ...formatAnswers(combinedAnswers, (choices) => write(affectedFiles, choices)),
    ...formatPerAccountAnswer(perAccountAnswer, (choices) =>
      write(affectedFiles, choices, { assignsAccounts: true }),
    ),
    ...hintLines,
    ...listOtherWorkspaces(otherCurrencies, newWorkspace, {
      account: destination.account,
      write: (profile, choices) => write(affectedFiles, choices, { profile }),
    }),
    ...(remainingFiles.length > 0 ? [`Then the other files: ${write(remainingFiles, {})}`] : []),
  ].join('\n')
  return new UserError('usage', message, { hint })
}

interface OtherImport {
  account: string
  /** Writes the import with another profile. */
  write(profile: string, choices: ReadOptions): string
}

function listOtherWorkspaces(
  others: readonly OtherCurrency[],
  newWorkspace: NewWorkspace | undefined,
  importing: OtherImport,
): string[] {
  if (newWorkspace) return others.map((other) => formatNewWorkspace(other, { ...newWorkspace, ...importing }))
  return others.length > 0 ? [describeOtherWorkspaces(others)] : []
}

/** Returns the commands that create a workspace in a currency, unless it has a profile, and import into it. */
function formatNewWorkspace(
  { currency, options }: OtherCurrency,
  { account, account_type, profiles, write }: NewWorkspace & OtherImport,
): string {
  const profile = currency.toLowerCase()
  const importing = write(profile, options)
  if (profiles.includes(profile)) return `Into the workspace of the profile ${profile}: ${importing}`
  const commands = [
    `budget workspaces create ${currency} --currency ${currency}`,
    `budget profile add ${profile} --workspace ${currency}`,
    `budget accounts add ${toShellValue(account)} --type ${account_type} --profile ${profile}`,
    importing,
  ]
  return `Into a new workspace in ${currency}: ${commands.join(' && ')}`
}
