/** Suggests the command after an import: listing uncategorized rows. */

import type { WorkspaceContext } from '../../../command/context.ts'
import { toShellPath, toShellValue } from '../../../import/model/shell-words.ts'
import type { ImportRunOutput } from '../../../render/import-report.ts'

interface ImportedSpan {
  account: { name: string; on_budget?: boolean }
  /** The dates of the file. */
  span: { first: string; last: string } | undefined
}

/** Adds the command that lists uncategorized rows, unless the account is off budget. */
export async function addNextStep(
  context: WorkspaceContext,
  { categories, ...report }: ImportRunOutput,
  { account, span }: ImportedSpan,
): Promise<ImportRunOutput> {
  if (!categories || account.on_budget === false) return report
  if (categories.none === 0 || !span) return { ...report, categories }
  const profile = (await context.settings()).profileFlag
  const parts = [
    'budget tx list --uncategorized',
    `--account ${toShellValue(account.name)}`,
    `--since ${span.first} --until ${span.last}`,
    ...(profile === undefined ? [] : [`--profile ${toShellPath(profile)}`]),
  ]
  return { ...report, categories, next_step: parts.join(' ') }
}
