/** Adds one transaction, and says what it means for its category. */

import type { WorkspaceContext } from '../command/context.ts'
import type { Transaction } from '../contract/operations/transactions.ts'
import { toMonth } from '../money/calendar.ts'
import { isNegative, negate } from '../money/decimal.ts'
import { groupThousands } from '../output/format-amount.ts'
import { toShellValue } from '../output/shell-words.ts'
import { buildDraft, type DraftInput } from './build-draft.ts'
import { addReference, getRepliedTransaction } from './read-reply.ts'
import { withNextStep } from './transaction-columns.ts'

/** Adds a transaction; asks for what is missing on a terminal. */
export async function addTransaction(context: WorkspaceContext, input: DraftInput): Promise<Transaction> {
  const transaction = await buildDraft(context, input)
  const added = addReference(
    context,
    getRepliedTransaction(await context.workspace.api.createTransactions({ body: { transaction } })),
  )
  // On a remote profile, reading the month would cost a request.
  if (context.workspace.costsRequests || context.invocation.isDryRun || !context.user.showsInfo())
    return added
  return withNextStep(added, await describeConsequence(context, added))
}

/** Says what is left in the category of a transaction, or what to do when it has none. */
async function describeConsequence(
  { workspace: { api, names }, invocation: { today } }: WorkspaceContext,
  { date, category_id, splits, ready_to_assign, account_id }: Transaction,
): Promise<string | undefined> {
  const account = (await names.accounts()).find(({ id }) => id === account_id)
  if (splits || !account?.on_budget) return undefined
  const month = toMonth(date)
  const reply = await api.getMonth({ month })
  if (ready_to_assign) return `Ready to Assign is now ${groupThousands(reply.month.ready_to_assign)}`
  if (category_id === null)
    return 'It has no category\nTo choose one: budget tx edit last --category CATEGORY'
  const category = reply.month.category_groups
    .flatMap(({ categories }) => categories)
    .find(({ id }) => id === category_id)
  if (!category) return undefined
  const { name, available } = category
  if (!isNegative(available)) return `${name} has ${groupThousands(available)} left in ${month}`
  const monthFlag = month === toMonth(today) ? '' : ` --month ${month}`
  const command = `budget month cover ${toShellValue(name)}${monthFlag}`
  return `${name} is overspent by ${groupThousands(negate(available))} in ${month}\nTo cover it: ${command}`
}
