/**
 * Before rows are booked that stand in another account already: is this the account that is meant?
 * @see docs/import.md#10-rules-found-with-unseen-files
 */

import type { WorkspaceContext } from '../../../command/define.ts'
import { UserError } from '../../../contract/errors.ts'
import type { ImportPreview } from '../../../import/plan/preview-import.ts'
import { describeOverlap, type OverlappingAccount } from '../../../render/import-accounts.ts'
import { formatImportCommand, type ImportCommandLine } from './command-line.ts'

/** The other account by its name; undefined where none has the rows, or it is gone. */
export async function findOverlappingAccount(
  { names }: WorkspaceContext,
  { overlap }: ImportPreview,
): Promise<OverlappingAccount | undefined> {
  if (!overlap) return undefined
  const account = (await names.accounts()).find(({ id }) => id === overlap.account_id)
  return account && { account_name: account.name, rows: overlap.rows, of: overlap.of }
}

/** From this share on the file is that of the other account. */
const OVERLAP_THRESHOLD = 0.9

interface OverlapQuestion {
  path: string
  account: { name: string }
  typed?: ImportCommandLine
  accepted: boolean
  plan?: string | undefined
}

/** Asks whether to book rows that another account has. Throws a Mistake where nobody says so; a part of them is only told. */
export async function confirmOverlap(
  world: WorkspaceContext,
  other: OverlappingAccount | undefined,
  { path, account, typed, accepted, plan }: OverlapQuestion,
): Promise<void> {
  if (!other) return
  const { account_name: name, rows, of } = other
  const told = describeOverlap(other)
  if (accepted || plan !== undefined || rows < of * OVERLAP_THRESHOLD) return world.warn(told)
  if (world.isInteractive()) {
    if (await world.confirm(`${told}. Book them in ${account.name} as well?`, '')) return
    throw new UserError('unconfirmed', 'Nothing was booked')
  }
  const profile = (await world.settings()).profileFlag
  const line = typed ?? { files: [path], flags: {} }
  const there = formatImportCommand({ ...line, assigns: false }, { account: name, profile, more: [] })
  const here = formatImportCommand(line, { account: account.name, profile, more: ['--accept'] })
  throw new UserError('usage', told, {
    hint: `The file is that of ${name}: ${there}\nIt belongs into ${account.name} all the same: ${here}`,
  })
}
