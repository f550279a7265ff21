/** What comes after an import: the rows that have no category yet. */

import type { World } from '../../../command/define.ts'
import { shellWord, valueWord } from '../../../import/model/shell-words.ts'
import type { ShownReport } from '../../../render/import-report.ts'

interface Imported {
  account: { name: string; on_budget?: boolean }
  /** The days of the file. */
  span: { first: string; last: string } | undefined
}

/** The report with the command that lists the rows without a category. An account off the budget needs none. */
export async function withNextStep(
  world: World,
  { categories, ...report }: ShownReport,
  { account, span }: Imported,
): Promise<ShownReport> {
  if (!categories || account.on_budget === false) return report
  if (categories.none === 0 || !span) return { ...report, categories }
  const profile = (await world.settings()).flag
  const words = [
    'budget tx list --uncategorized',
    `--account ${valueWord(account.name)}`,
    `--since ${span.first} --until ${span.last}`,
    ...(profile === undefined ? [] : [`--profile ${shellWord(profile)}`]),
  ]
  return { ...report, categories, next_step: words.join(' ') }
}
