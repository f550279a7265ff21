/** Asks the user to decide each near match. @see docs/import.md#5-duplicates */

import type { WorkspaceContext } from '../../command/context.ts'
import { UserError } from '../../contract/errors.ts'
import { groupThousands } from '../../output/format-amount.ts'
import type { NearMatch } from '../matching/near-matches.ts'
import type { MatchDecision } from '../model/row-decisions.ts'
import type { ImportPreview } from '../plan/preview-import.ts'

const matchChoices: readonly { value: MatchDecision; label: string }[] = [
  { value: 'match', label: 'Same transaction: keep it, with the bank’s date' },
  { value: 'skip', label: 'Same transaction: keep it unchanged' },
  { value: 'import', label: 'Different transaction: import it' },
  { value: 'hold', label: 'Decide later' },
]

/**
 * Returns the decision about each held row, by row number.
 * @throws UserError when the user cannot be asked.
 */
export async function promptNearMatches(
  { user: { isInteractive, select } }: WorkspaceContext,
  { plan, file }: ImportPreview,
): Promise<Record<number, MatchDecision>> {
  const verdicts: Record<number, MatchDecision> = {}
  if (plan.held.length > 0 && !isInteractive()) {
    throw new UserError('usage', `${file} has possible duplicates, and --possible ask requires a terminal`, {
      hint: 'Use --possible skip, import or match',
    })
  }
  for (const pair of plan.held) {
    const answer = await select(formatQuestion(pair), matchChoices)
    const verdict = matchChoices.find(({ value }) => value === answer)?.value
    if (verdict === undefined) throw new UserError('unconfirmed', 'Nothing was imported')
    verdicts[pair.row.row] = verdict
  }
  return verdicts
}

function formatQuestion({ row, existing }: NearMatch): string {
  const description = existing.transfer_account_id === null ? existing.payee || 'unnamed' : 'a transfer'
  const file = `${row.date} ${groupThousands(row.amount)} ${row.payee} (line ${row.line})`
  return `${file}: is it the same as ${existing.date} ${groupThousands(existing.amount)} ${description} (${existing.id})?`
}
