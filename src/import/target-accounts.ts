/**
 * Resolves which account of a file goes into which account of the workspace.
 * @see docs/import.md#10-rules-found-with-unseen-files
 */

import { findByName } from '../command/names/find-by-name.ts'
import { accountLookup, type NameIndex } from '../command/names/resolve-name.ts'
import { UserError } from '../contract/errors.ts'
import { toShellPath, toShellValue } from '../output/shell-words.ts'
import { normalizeAccountName } from './columns/file-accounts.ts'

/** The account that rows are imported into. */
export interface Destination {
  account: { id: string; name: string }
  /** The account of the file; undefined when --statement names none. */
  statement: string | undefined
}

const ASSIGNMENT_SIGN = '='

/** True if --statement names an account for each account of the file, so that --account is not needed. */
export const assignsAccounts = (statements: unknown): boolean =>
  Array.isArray(statements) && statements.some((text) => String(text).includes(ASSIGNMENT_SIGN))

/**
 * Finds the account to import into.
 * @throws UserError with the command that adds it, because the first file of a bank is often before its account
 */
export async function findImportAccount(names: NameIndex, text: string) {
  const profile = await names.profileFlag?.()
  const flag = profile === undefined ? '' : ` --profile ${toShellPath(profile)}`
  const creationHint = `; to add it: budget accounts add ${toShellValue(text)} --type banking_checking${flag}`
  return findByName({ ...accountLookup, creationHint, isOftenNew: true }, names.accounts, text)
}

/**
 * Resolves --account and --statement.
 * @throws UserError when they contradict each other.
 */
export async function resolveDestinations(
  names: NameIndex,
  { account, statements }: { account: Destination['account'] | undefined; statements: readonly string[] },
): Promise<Destination[]> {
  if (!assignsAccounts(statements)) {
    if (statements.length > 1)
      throw new UserError('usage', '--statement takes one account of the file, or NAME=ACCOUNT for each', {
        hint: `Use --statement ${statements.map((name) => `'${name}=ACCOUNT'`).join(' --statement ')}`,
      })
    // The command asks for the account, unless --statement assigns accounts.
    if (!account) throw new UserError('usage', '"budget import" requires --account ACCOUNT')
    return [{ account, statement: statements[0] }]
  }
  if (account)
    throw new UserError('usage', 'Use either --account or --statement with an account for each, not both')
  const destinations: Destination[] = []
  for (const [statement, name] of statements.flatMap(parseStatementAccounts))
    destinations.push({ statement, account: await findImportAccount(names, name) })
  assertUniqueDestinations(destinations)
  return destinations
}

/** Parses `A=Giro,B=Visa`. A comma belongs to the name of an account if no `=` precedes the next comma. */
function parseStatementAccounts(text: string): [statement: string, account: string][] {
  const assignments: [string, string][] = []
  let pending = ''
  for (const part of text.split(',')) {
    const at = part.lastIndexOf(ASSIGNMENT_SIGN)
    pending += pending === '' ? part : `,${part}`
    if (at < 0) continue
    const end = pending.lastIndexOf(ASSIGNMENT_SIGN)
    const [statement, account] = [pending.slice(0, end).trim(), pending.slice(end + 1).trim()]
    if (statement === '' || account === '') throw incompleteAssignmentError(pending.trim())
    assignments.push([statement, account])
    pending = ''
  }
  if (pending !== '') throw incompleteAssignmentError(pending.trim())
  return assignments
}

const incompleteAssignmentError = (part: string): UserError =>
  new UserError('usage', `"${part}" is not NAME=ACCOUNT`, {
    hint: "Use --statement 'NAME IN THE FILE=ACCOUNT', separated by commas",
  })

function assertUniqueDestinations(destinations: readonly Destination[]): void {
  for (const [at, { statement = '', account }] of destinations.entries()) {
    const earlier = destinations.slice(0, at)
    if (
      earlier.some((other) => normalizeAccountName(other.statement ?? '') === normalizeAccountName(statement))
    )
      throw new UserError('usage', `--statement assigns "${statement}" to two accounts`)
    if (earlier.some((other) => other.account.id === account.id))
      throw new UserError('usage', `--statement assigns two accounts of the file to ${account.name}`, {
        hint: `Import them separately, the first with --account ${account.name} --statement ${earlier[0]?.statement}`,
      })
  }
}
