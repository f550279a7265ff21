/** Asks the user to decide each near match. @see docs/import.md#5-duplicates */

import type { WorkspaceContext } from '../../../command/context.ts'
import { UserError } from '../../../contract/errors.ts'
import type { NearMatch } from '../../../import/matching/near-matches.ts'
import type { MatchDecision } from '../../../import/model/row-decisions.ts'
import type { ImportPreview } from '../../../import/plan/preview-import.ts'
import { groupThousands } from '../../../render/format-amount.ts'

const matchChoices: readonly { value: MatchDecision; label: string }[] = [
  { value: 'match', label: 'The same: keep what is there, take the bank’s date' },
  { value: 'skip', label: 'The same: leave what is there as it is' },
  { value: 'import', label: 'Another one: book it' },
  { value: 'hold', label: 'Not now' },
]

/**
 * Returns the decision about each held row, by row number.
 * @throws UserError when the user cannot be asked.
 */
export async function promptNearMatches(
  { isInteractive, select }: WorkspaceContext,
  { plan, file }: ImportPreview,
): Promise<Record<number, MatchDecision>> {
  const verdicts: Record<number, MatchDecision> = {}
  if (plan.held.length > 0 && !isInteractive()) {
    throw new UserError('usage', `Rows of ${file} may be there already, and nobody can be asked`, {
      hint: 'Take one of --possible skip, import and match',
    })
  }
  for (const pair of plan.held) {
    const answer = await select(formatQuestion(pair), matchChoices)
    const verdict = matchChoices.find(({ value }) => value === answer)?.value
    if (verdict === undefined) throw new UserError('unconfirmed', 'Nothing was booked')
    verdicts[pair.row.row] = verdict
  }
  return verdicts
}

function formatQuestion({ row, existing }: NearMatch): string {
  const description =
    existing.transfer_account_id === null ? existing.payee || 'without a name' : 'a transfer'
  const file = `${row.date} ${groupThousands(row.amount)} ${row.payee} (line ${row.line})`
  return `${file}: is it ${existing.date} ${groupThousands(existing.amount)} ${description} (${existing.id})?`
}
