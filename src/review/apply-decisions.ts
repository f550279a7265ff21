/** Applies decisions from a file: all of them are checked before the first one is sent. */

import type { WorkspaceContext } from '../command/context.ts'
import { UserError } from '../contract/errors.ts'
import type { Transaction } from '../contract/operations/transactions.ts'
import { pluralize } from '../output/pluralize.ts'
import { findTransactions } from '../transactions/find-listed.ts'
import { listUncategorizedLines } from '../transactions/uncategorized.ts'
import { type FileDecision, readDecisions } from './read-decisions.ts'
import type { RowDecision } from './review-state.ts'
import { buildChanges, sendDecisions } from './send-decisions.ts'

/**
 * Applies the decisions of a file and returns the transactions as they are now.
 * @throws UserError when a line cannot be applied; then nothing is changed
 */
export async function applyDecisions(context: WorkspaceContext, file: string): Promise<Transaction[]> {
  const lines = await readDecisions(context, file)
  if (lines.length === 0) return []
  const found = await findTransactions(
    context,
    lines.map(({ id }) => id),
  )
  const transactions = new Map(found.map(({ row }) => [row.id, row]))
  const accounts = await context.workspace.names.accounts()
  const decided = new Map<string, RowDecision>()
  let unchanged = 0
  for (const line of lines) {
    const row = transactions.get(line.id)
    if (!row) continue
    assertApplicable(line, row, file)
    const { category, ...rest } = line.decision
    const isOpen = category === undefined && listUncategorizedLines(row, accounts).length > 0
    // Approving it would hide that it has no category.
    const { outcome: _outcome, ...unapproved } = rest
    const decision: RowDecision = isOpen ? unapproved : line.decision
    if (Object.keys(buildChanges(row, decision, { isRenamed: false })).length === 0) unchanged += 1
    else decided.set(row.id, decision)
  }
  if (unchanged > 0)
    context.user.info(
      `${pluralize(unchanged, 'line changes', 'lines change')} nothing: without a category a transaction stays in the inbox`,
    )
  const options = { decisions: { rows: decided, rules: [] }, transactions, drafts: undefined }
  return (await sendDecisions(context, { ...options, isJustRead: true })).sent
}

/** @throws UserError for a category where the service takes none */
function assertApplicable({ line, decision }: FileDecision, row: Transaction, file: string): void {
  const location = `Line ${line} of ${file}`
  if (row.deleted)
    throw new UserError('invalid', `${location}: ${row.id} is deleted`, {
      hint: `budget tx restore ${row.id} brings it back`,
    })
  if (decision.category !== undefined && row.splits)
    throw new UserError('invalid', `${location}: ${row.id} is split, so its lines have the categories`, {
      hint: 'Leave its category empty',
    })
}
