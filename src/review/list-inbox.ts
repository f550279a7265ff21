/** Lists the inbox with the likely categories of each transaction. */

import type { WorkspaceContext } from '../command/context.ts'
import type { Inbox } from './load-inbox.ts'
import type { InboxTransaction } from './review-view.ts'

/** Returns the inbox, newest first. */
export async function listInbox(
  { workspace: { names } }: WorkspaceContext,
  { transactions, rows, suggester }: Inbox,
): Promise<InboxTransaction[]> {
  const categoryNames = new Map((await names.categories()).map(({ id, name }) => [id, name]))
  return transactions.map((transaction, at) => {
    const row = rows[at]
    const suggestions = row && row.fixed_purpose === undefined ? suggester.suggest(row) : []
    return {
      ...transaction,
      suggestions: suggestions.map(({ category, reason, is_sure }) => ({
        category_id: category === 'rta' ? null : category,
        category_name: category === 'rta' ? 'Ready to Assign' : (categoryNames.get(category) ?? ''),
        ready_to_assign: category === 'rta',
        reason,
        is_sure,
      })),
    }
  })
}
