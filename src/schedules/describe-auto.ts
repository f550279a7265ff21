/** Says that an account whose rows come from the bank needs no `--auto`. */

import type { WorkspaceContext } from '../command/context.ts'
import type { Schedule } from '../contract/operations/schedules.ts'

/** Returns what is to be said about a schedule with `--auto`; nothing where none of its accounts is imported. */
export async function describeAuto(
  { workspace }: Pick<WorkspaceContext, 'workspace'>,
  { auto_post, account_id, account_name, transfer_account_id, transfer_account_name }: Schedule,
): Promise<string[]> {
  if (!auto_post) return []
  const imports = (await workspace.openImportStore()).listImports()
  const imported = new Set(imports.filter(({ state }) => state !== 'undone').map((one) => one.account_id))
  const name = imported.has(account_id)
    ? account_name
    : transfer_account_id !== null && imported.has(transfer_account_id)
      ? transfer_account_name
      : null
  return name === null
    ? []
    : [
        `${name} is imported: the bank's row takes the place of what is posted, so nothing is doubled, but --auto is not needed`,
      ]
}
