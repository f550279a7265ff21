/**
 * Asks before rows are imported that another account already has.
 * @see docs/import.md#10-rules-found-with-unseen-files
 */

import type { WorkspaceContext } from '../../command/context.ts'
import { UserError } from '../../contract/errors.ts'
import type { ImportPreview } from '../plan/preview-import.ts'
import { describeOverlap, type OverlappingAccount } from '../views/account-text.ts'
import { formatImportCommand, type ImportCommandLine } from './command-line.ts'

/**
 * Returns the other account with its name; undefined when no account has the rows, or when it was deleted.
 */
export async function findOverlappingAccount(
  { workspace: { names } }: WorkspaceContext,
  { overlap }: ImportPreview,
): Promise<OverlappingAccount | undefined> {
  if (!overlap) return undefined
  const account = (await names.accounts()).find(({ id }) => id === overlap.account_id)
  return account && { account_name: account.name, rows: overlap.rows, of: overlap.of }
}

/** Returns the field of a report that names the other account. */
export const toAlsoInField = (other: OverlappingAccount | undefined) => (other ? { also_in: other } : {})

/** From this share of rows on, the file probably belongs to the other account. */
const OVERLAP_THRESHOLD = 0.9

interface OverlapQuestion {
  path: string
  account: { name: string }
  commandLine?: ImportCommandLine
  accepted: boolean
  plan?: string | undefined
}

/**
 * Asks whether to import rows that another account has. A smaller share of rows is only a warning.
 * @throws UserError when the answer is no, or when the user cannot be asked.
 */
export async function confirmOverlap(
  context: WorkspaceContext,
  overlap: OverlappingAccount | undefined,
  { path, account, commandLine, accepted, plan }: OverlapQuestion,
): Promise<void> {
  if (!overlap) return
  const { account_name: name, rows, of } = overlap
  const message = describeOverlap(overlap)
  if (accepted || plan !== undefined || rows < of * OVERLAP_THRESHOLD) return context.user.warn(message)
  if (context.user.isInteractive()) {
    if (await context.user.confirm(`${message}. Import them into ${account.name} as well?`, '')) return
    throw new UserError('unconfirmed', 'Nothing was imported')
  }
  const profile = (await context.computer.settings()).profileFlag
  const line = commandLine ?? { files: [path], flags: context.invocation.repeatedFlags }
  const otherLine = { ...line, assignsAccounts: false }
  const otherCommand = formatImportCommand(otherLine, { account: name, profile, more: [] })
  const thisCommand = formatImportCommand(line, { account: account.name, profile, more: ['--accept'] })
  throw new UserError('usage', message, {
    hint: `To import into ${name}: ${otherCommand}\nTo import into ${account.name} anyway: ${thisCommand}`,
  })
}
