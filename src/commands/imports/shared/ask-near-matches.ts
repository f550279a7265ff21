/** Asks about each row that may be in the account already. */ // import.md §5 --possible ask

import type { World } from '../../../command/define.ts'
import { Mistake } from '../../../contract/errors.ts'
import type { HeldPair } from '../../../import/matching/near-matches.ts'
import type { Verdict } from '../../../import/model/row-decisions.ts'
import type { ImportPreview } from '../../../import/plan/preview-import.ts'
import { grouped } from '../../../render/format-amount.ts'

const answers: readonly { value: Verdict; label: string }[] = [
  { value: 'match', label: 'The same: keep what is there, take the bank’s date' },
  { value: 'skip', label: 'The same: leave what is there as it is' },
  { value: 'import', label: 'Another one: book it' },
  { value: 'hold', label: 'Not now' },
]

/** What is to become of each held row, by its number. Throws a Mistake where nobody can be asked. */
export async function verdictsOf(
  { canAsk, choose }: World,
  { plan, file }: ImportPreview,
): Promise<Record<number, Verdict>> {
  const verdicts: Record<number, Verdict> = {}
  if (plan.held.length > 0 && !canAsk()) {
    throw new Mistake('usage', `Rows of ${file} may be there already, and nobody can be asked`, {
      hint: 'Take one of --possible skip, import and match',
    })
  }
  for (const pair of plan.held) {
    const answer = await choose(questionOf(pair), answers)
    const verdict = answers.find(({ value }) => value === answer)?.value
    if (verdict === undefined) throw new Mistake('unconfirmed', 'Nothing was booked')
    verdicts[pair.row.row] = verdict
  }
  return verdicts
}

function questionOf({ row, existing }: HeldPair): string {
  const words = existing.transfer_account_id === null ? existing.payee || 'without a name' : 'a transfer'
  const file = `${row.date} ${grouped(row.amount)} ${row.payee} (line ${row.line})`
  return `${file}: is it ${existing.date} ${grouped(existing.amount)} ${words} (${existing.id})?`
}
