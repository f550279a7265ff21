/** Suggests the command after an import: reviewing the rows of the account that have no category. */

import type { WorkspaceContext } from '../../command/context.ts'
import { toShellPath, toShellValue } from '../../output/shell-words.ts'
import type { ImportRunOutput } from '../views/report-view.ts'

interface ImportedAccount {
  name: string
  on_budget?: boolean
}

/** Adds the command that reviews uncategorized rows, unless the account is off budget. */
export async function addNextStep(
  context: WorkspaceContext,
  { categories, ...report }: ImportRunOutput,
  account: ImportedAccount,
): Promise<ImportRunOutput> {
  if (!categories || account.on_budget === false) return report
  if (categories.none === 0) return { ...report, categories }
  const profile = (await context.computer.settings()).profileFlag
  const parts = [
    `budget review --account ${toShellValue(account.name)}`,
    ...(profile === undefined ? [] : [`--profile ${toShellPath(profile)}`]),
  ]
  return { ...report, categories, next_step: parts.join(' ') }
}
